// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cells;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs tests again in the ways that {@code -Dcells=NAME,NAME} names, three at a time, because they mostly wait. With {@code
 * -Dcells.tests=all} it runs all tests that make calls, otherwise those that a cell is most likely to break. Their output is
 * in {@code target/cells/NAME.log}, and their reports are beside those of the other tests.
 */
class CellsIT {

    private static final int AT_ONCE = 3;
    private static final boolean ALL = System.getProperty("cells.tests").equals("all");
    private static final Path LOGS = Path.of("target/cells");

    private static final ExecutorService RUNNERS = Executors.newFixedThreadPool(AT_ONCE);
    private static final Map<Cell, Future<Integer>> RUNS = new ConcurrentHashMap<>();

    static Stream<Cell> cells() {
        return Stream.of(System.getProperty("cells").split(",")).map(Cell::new).filter(cell -> !cell.isLeftOut());
    }

    @BeforeAll
    static void start() throws IOException {
        Files.createDirectories(LOGS);
        cells().filter(cell -> cell.java() != null).forEach(cell -> {
            Callable<Integer> run = () -> run(cell);
            RUNS.put(cell, RUNNERS.submit(run));
        });
    }

    private static int run(Cell cell) throws Exception {
        cell.prepare();
        ProcessBuilder builder = new ProcessBuilder(cell.command(ALL, Path.of("target/surefire-reports-" + cell)))
                .redirectErrorStream(true)
                .redirectOutput(log(cell).toFile());
        builder.environment().putAll(cell.environment());
        Process process = builder.start();
        try {
            return process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }

    private static Path log(Cell cell) {
        return LOGS.resolve(cell + ".log");
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cells")
    @Timeout(value = 90, unit = TimeUnit.MINUTES)
    void shouldPass(Cell cell) throws Exception {
        assumeTrue(RUNS.containsKey(cell), "the JDK is not there");
        int status = RUNS.get(cell).get();
        assertThat(status).as(Files.readString(log(cell))).isZero();
    }

    @AfterAll
    static void end() {
        RUNNERS.shutdownNow();
    }
}
