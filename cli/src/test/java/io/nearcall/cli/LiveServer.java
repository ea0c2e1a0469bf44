// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in another JVM, with classes that this one does not have, and the command beside it. */
final class LiveServer implements AutoCloseable {

    private final Path directory;
    private final Path runtimeDirectory;
    private final Process process;

    private LiveServer(Path directory, Path runtimeDirectory, Process process) {
        this.directory = directory;
        this.runtimeDirectory = runtimeDirectory;
        this.process = process;
    }

    /** What a run of the command has left. */
    record Run(int exitCode, String out, String err) {

        /** Runs it to its end. @param directory for its output */
        static Run of(ProcessBuilder command, Path directory) throws IOException, InterruptedException {
            Path out = directory.resolve("out");
            Path err = directory.resolve("err");
            Process run = command.redirectOutput(out.toFile())
                    .redirectError(err.toFile())
                    .start();
            assertThat(run.waitFor(170, TimeUnit.SECONDS)).isTrue();
            return new Run(run.exitValue(), Files.readString(out), Files.readString(err));
        }
    }

    /** Compiles and starts the market. @param directory for everything; options of the JVM */
    static LiveServer start(Path directory, String... options) throws IOException {
        Path classes = directory.resolve("market");
        if (!Files.exists(classes)) {
            CompiledSources.ofDirectory("cli/src/test/resources/io/nearcall/cli/live", classes);
        }
        Path runtimeDirectory = Files.createDirectories(
                directory.resolve("run"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx96m"));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", classes + ":" + System.getProperty("java.class.path"), "market.MarketServer"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("NEARCALL_DIR", runtimeDirectory.toString());
        Process process = builder.start();
        BufferedReader out = process.inputReader();
        assertThat(out.readLine()).isEqualTo("ready");
        return new LiveServer(directory, runtimeDirectory, process);
    }

    long pid() {
        return process.pid();
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** The command as a user has it. */
    ProcessBuilder command(String... arguments) {
        return command(runtimeDirectory, arguments);
    }

    /** The same, for services that meet in that directory. */
    static ProcessBuilder command(Path runtimeDirectory, String... arguments) {
        List<String> command = new ArrayList<>(
                List.of(CompiledSources.REPOSITORY.resolve("cli/run").toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().put("CLI_CLASSPATH", System.getProperty("java.class.path"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("NEARCALL_DIR", runtimeDirectory.toString());
        return builder;
    }

    /** The command in this JVM, as {@link Main} runs it. */
    Run run(String... arguments) {
        String before = System.setProperty("io.nearcall.dir", runtimeDirectory.toString());
        try {
            StringWriter out = new StringWriter();
            StringWriter err = new StringWriter();
            int exitCode = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
            return new Run(exitCode, out.toString(), err.toString());
        } finally {
            if (before == null) {
                System.clearProperty("io.nearcall.dir");
            } else {
                System.setProperty("io.nearcall.dir", before);
            }
        }
    }

    /** The command in a process of its own, with an input from a file. */
    Run process(Path in, String... arguments) throws IOException, InterruptedException {
        Run run = Run.of(command(arguments).redirectInput(in.toFile()), directory);
        return new Run(run.exitCode(), run.out(), withoutWarnings(run.err()));
    }

    /** A newer JDK prints that native code was loaded. */
    private static String withoutWarnings(String err) {
        return err.lines()
                .filter(line -> !line.startsWith("WARNING: ") && !line.isBlank())
                .map(line -> line + '\n')
                .reduce("", String::concat);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
