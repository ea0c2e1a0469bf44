// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** One call of {@code samples/run}, on the classes and the JDK of this test, with a temporary directory of its own. */
final class SampleRun {

    /** Of its JVMs, most of which end before the other compiler pays. They say on standard error that they have them. */
    private static final Map.Entry<String, String> QUICK = Map.entry("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");

    private final Path directory;
    private final Path temporary;
    private final Process process;

    SampleRun(Path directory, String... arguments) throws IOException {
        this(directory, Map.of(), arguments);
    }

    SampleRun(Path directory, Map<String, String> environment, String... arguments) throws IOException {
        this.directory = directory;
        this.temporary = Files.createDirectory(directory.resolve("tmp"));
        List<String> command =
                new ArrayList<>(List.of(Path.of("run").toAbsolutePath().toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(directory.resolve("out").toFile())
                .redirectError(directory.resolve("err").toFile());
        builder.environment().put(QUICK.getKey(), QUICK.getValue());
        builder.environment().putAll(environment);
        builder.environment().put("TMPDIR", temporary.toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("SAMPLES_CLASSPATH", System.getProperty("java.class.path"));
        this.process = builder.start();
    }

    /** The exit status. Fails after 50 s, with what was printed and the stacks of its JVMs, and ends the run. */
    int await() throws IOException, InterruptedException {
        return await(50);
    }

    /** The same after that many seconds. */
    int await(int timeoutS) throws IOException, InterruptedException {
        if (!process.waitFor(timeoutS, TimeUnit.SECONDS)) {
            signal("QUIT", temporary.toString());
            Thread.sleep(500); // by then they have printed their stacks
            String printed = output() + errors();
            process.destroy();
            throw new AssertionError("The sample has not ended. It printed:\n" + printed);
        }
        return process.exitValue();
    }

    String output() throws IOException {
        return read("out");
    }

    String errors() throws IOException {
        return read("err");
    }

    private String read(String file) throws IOException {
        return withoutOptions(Files.readString(directory.resolve(file)));
    }

    private static String withoutOptions(String printed) {
        return printed.contains(QUICK.getKey())
                ? printed.lines()
                        .filter(line -> !line.endsWith("NOTE: Picked up " + QUICK.getKey() + ": " + QUICK.getValue()))
                        .map(line -> line + '\n')
                        .reduce("", String::concat)
                : printed;
    }

    void signal(String name) throws IOException, InterruptedException {
        kill(name, process.pid());
    }

    /** Sends a signal to those JVMs of this run whose command line contains that text. */
    void signal(String name, String text) throws IOException, InterruptedException {
        for (ProcessHandle child : processes().toList()) {
            if (commandLine(child).contains(text)) {
                kill(name, child.pid());
            }
        }
    }

    void awaitOutput(String text) throws IOException, InterruptedException {
        await(() -> {
            try {
                return (output() + errors()).contains(text);
            } catch (IOException e) {
                return false;
            }
        });
    }

    /** Every process of a run names its temporary directory, which contains all files of the run. */
    void assertNothingIsLeft() throws IOException {
        assertThat(processes().map(SampleRun::commandLine)).isEmpty();
        try (Stream<Path> left = Files.walk(temporary)) {
            assertThat(left).containsExactly(temporary);
        }
    }

    private Stream<ProcessHandle> processes() {
        return ProcessHandle.allProcesses().filter(each -> commandLine(each).contains(temporary.toString()));
    }

    private static String commandLine(ProcessHandle handle) {
        try {
            return Files.readString(Path.of("/proc/" + handle.pid() + "/cmdline"))
                    .replace('\0', ' ');
        } catch (IOException e) {
            return ""; // has ended
        }
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 2_000 && !condition.getAsBoolean(); i++) {
            assertThat(process.isAlive()).isTrue();
            Thread.sleep(10);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }

    private static void kill(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start().waitFor();
    }
}
