// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A real second process that runs a test program; killed when it is closed. */
public final class SecondJvm implements AutoCloseable {

    /** Options by which a JVM starts soon and takes little. */
    public static final List<String> SMALL =
            List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m");

    private final Process process;
    private final BufferedReader output;

    private SecondJvm(Process process) {
        this.process = process;
        this.output = process.inputReader(StandardCharsets.UTF_8);
    }

    /** A copy of the directory of the class, in a place that others can read: a checkout often is not readable. */
    public static String readable(Class<?> type, Path copy) throws IOException, URISyntaxException {
        Path classes =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copied = copy.resolve(classes.relativize(file).toString());
                Files.copy(file, copied);
                String permissions = Files.isDirectory(copied) ? "rwxr-xr-x" : "rw-r--r--";
                Files.setPosixFilePermissions(copied, PosixFilePermissions.fromString(permissions));
            }
        }
        return copy.toString();
    }

    public static SecondJvm start(Class<?> program, String... arguments) {
        return start(List.of("--enable-native-access=ALL-UNNAMED"), program, arguments);
    }

    public static SecondJvm start(List<String> options, Class<?> program, String... arguments) {
        return startBy(List.of(), options, program, arguments);
    }

    /** As a child of {@code launcher}, a command that takes another command for its last arguments. */
    public static SecondJvm startBy(
            List<String> launcher, List<String> options, Class<?> program, String... arguments) {
        return startBy(launcher, options, System.getProperty("java.class.path"), program, arguments);
    }

    /** As above, with a class path of its own. */
    public static SecondJvm startBy(
            List<String> launcher, List<String> options, String classPath, Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>(launcher);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(SMALL);
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, program.getName()));
        command.addAll(List.of(arguments));
        try {
            return new SecondJvm(
                    new ProcessBuilder(command).redirectErrorStream(true).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int pid() {
        return (int) process.pid();
    }

    /** The next line that it prints, null at the end. Blocks. */
    public String readLine() {
        try {
            return output.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that it still prints; blocks until it ends. */
    public String readAll() {
        StringBuilder text = new StringBuilder();
        for (String line = readLine(); line != null; line = readLine()) {
            text.append(line).append('\n');
        }
        return text.toString();
    }

    public int awaitExit() throws InterruptedException {
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("pid " + process.pid() + " did not end within 30 s");
        }
        return process.exitValue();
    }

    /** Kills it with SIGKILL, and waits until it is dead. */
    public void kill() {
        kill(process);
    }

    /** Kills a process as above. What it has printed can still be read, unlike after Process.destroyForcibly. */
    public static void kill(Process process) {
        process.toHandle().destroyForcibly();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                throw new AssertionError("pid " + process.pid() + " is not dead 10 s after SIGKILL");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
