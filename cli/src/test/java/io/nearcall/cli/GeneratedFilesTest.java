// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The generated files in the repository are what the command writes. {@code -Dgenerated.renew} writes them again, for a change that is
 * meant.
 */
class GeneratedFilesTest {

    private static final String DEPOT = "peers/c/tests/java/depot";
    private static final String SHOP = "peers/c/tests/java/shop";
    private static final String STATION = "samples/src/main/java/io/nearcall/samples/cpp";

    private static final String SPELLER =
            "io.nearcall.samples.python.Speller io.nearcall.samples.python.Dictionary --name interfaces";
    private static final String STATION_TYPE = "io.nearcall.samples.cpp.Station";
    private static final String JOURNAL_TYPE = "io.nearcall.samples.cpp.Journal";

    @TempDir
    private static Path directory;

    private static final Map<String, Path> COMPILED = new HashMap<>();

    @ParameterizedTest
    @CsvSource({
        "java, depot.Depot, " + DEPOT + ", cli/src/test/resources/io/nearcall/cli/depot.txt",
        "json, " + STATION_TYPE + ", " + STATION + ", cli/src/test/resources/io/nearcall/cli/station.json",
        "c++, depot.Depot, " + DEPOT + ", peers/cpp/tests/depot.hpp",
        "c++, shop.Shop --allow shop.Shop.Gift, " + SHOP + ", peers/cpp/tests/shop.hpp",
        "c++, " + STATION_TYPE + ' ' + JOURNAL_TYPE + ", " + STATION + ", samples/cpp/station.hpp",
        "c++, io.nearcall.bench.trade.Trade, bench/src/main/java/io/nearcall/bench/trade, bench/papers/src/main/cpp/trade.hpp",
        "c, depot.Depot, " + DEPOT + ", peers/c/tests/depot.h",
        "python, " + SPELLER + ", samples/src/main/java/io/nearcall/samples/python, samples/python/interfaces.py",
        "python, depot.Depot, " + DEPOT + ", peers/python/tests/depot.py",
        "python, shop.Shop --allow shop.Shop.Gift, " + SHOP + ", peers/python/tests/shop.py",
        "python, shapes.Shapes, peers/python/tests/java/shapes, peers/python/tests/shapes.py",
    })
    void shouldBeWhatTheCommandWrites(String format, String types, String sources, Path file) throws IOException {
        Path classes = COMPILED.get(sources);
        if (classes == null) {
            classes = CompiledSources.ofDirectory(sources, directory.resolve("classes" + COMPILED.size()));
            COMPILED.put(sources, classes);
        }
        Path output = directory.resolve("output");
        List<String> arguments = new ArrayList<>(List.of("describe"));
        arguments.addAll(List.of(types.split(" ")));
        arguments.addAll(List.of("--class-path", classes.toString(), "--format", format, "-o", output.toString()));
        CommandRun run = CommandRun.of(arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err()).isZero();
        Path written = output.resolve(file.getFileName());
        Path kept = CompiledSources.REPOSITORY.resolve(file);
        if (System.getProperty("generated.renew") != null) {
            Files.writeString(kept, Files.readString(written));
        }
        assertThat(written).hasSameTextualContentAs(kept);
    }
}
