// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.switches;

import io.nearcall.bench.measure.ProcessCpu;
import io.nearcall.bench.quoted.QuotedComparison.Look;
import io.nearcall.bench.quoted.QuotedComparison.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command nearcall, as its one file: how soon {@code ls} ends, and {@code top}, which watches the pairs. */
final class NearcallCommand {

    private static final long TIMEOUT_S = 60;

    private final Path program;
    private final Path ownDirectory;

    /**
     * From the file that its build has made.
     *
     * @param scratch where it is copied to, for an archive of its classes lies beside it
     */
    NearcallCommand(Path built, Path scratch) throws IOException {
        program = built;
        ownDirectory = Files.createDirectories(scratch.resolve("command"));
    }

    /** Starts {@code ls} so many times, without an archive and with one. */
    List<Look> starts(int times) throws IOException, InterruptedException {
        Path copy = ownDirectory.resolve("nearcall");
        Files.copy(program, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        Files.deleteIfExists(ownDirectory.resolve("nearcall.jsa"));
        Look plain = look("`nearcall ls`, start to end", copy, times, "at most 250 ms");
        run(copy, "archive");
        Look archived = look("`nearcall ls` with `nearcall archive`", copy, times, "at most 150 ms");
        return List.of(plain, archived);
    }

    private static Look look(String what, Path command, int times, String target)
            throws IOException, InterruptedException {
        run(command, "ls"); // whose files are in memory then
        List<Double> ms = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            ms.add(run(command, "ls") / 1e6);
        }
        return new Look(what, "ms", Spread.of(ms), target);
    }

    /** Returns how long that took. */
    private static long run(Path command, String verb) throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        Process process = builder(command, verb).start();
        if (!process.waitFor(TIMEOUT_S, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException(command + " " + verb + " has not ended well; see its output above");
        }
        return System.nanoTime() - startNs;
    }

    private static ProcessBuilder builder(Path command, String... arguments) {
        List<String> words = new ArrayList<>(List.of(command.toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder;
    }

    /** {@code nearcall top}, which writes a table each second while it may run. */
    final class Top implements AutoCloseable {

        private static final long FIRST_TABLES_MS = 1_500;

        private final Process process;

        /** Stopped, once it has all that it needs. */
        Top() throws IOException, InterruptedException {
            process = builder(program, "top").start();
            Thread.sleep(FIRST_TABLES_MS); // nobody tells when they have been written
            stop();
        }

        void go() throws IOException, InterruptedException {
            signal("CONT");
        }

        void stop() throws IOException, InterruptedException {
            signal("STOP");
        }

        private void signal(String name) throws IOException, InterruptedException {
            int rc = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
            if (rc != 0) {
                throw new IOException("nearcall top has ended; see its output above");
            }
        }

        /** Lets it run for so long. Returns its CPU time, as a share of one CPU. */
        Look share(long watchMs) throws IOException, InterruptedException {
            go();
            Map<String, Long> before = ProcessCpu.runNs(process.pid());
            long startNs = System.nanoTime();
            Thread.sleep(watchMs);
            long usedNs = ProcessCpu.usedNs(before, ProcessCpu.runNs(process.pid()));
            double share = 100.0 * usedNs / (System.nanoTime() - startNs);
            stop();
            return new Look(
                    "`nearcall top`, which watches " + OptIn.values().length + " services",
                    "% of a CPU",
                    Spread.of(List.of(share)),
                    "less than 1 %");
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
