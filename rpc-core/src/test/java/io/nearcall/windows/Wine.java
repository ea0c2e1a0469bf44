// SPDX-License-Identifier: Apache-2.0
package io.nearcall.windows;

import io.nearcall.test.OtherJvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Windows, for JVMs with the class path of the tests: Wine with a directory of its own, which ends with this object. */
final class Wine implements AutoCloseable {

    /** The contract of a channel is a test of the module below. */
    private static final String CONTRACTS = File.pathSeparator + "../ipc-native/target/test-classes";

    private static final int BOOT_S = 120;

    private final Map<String, String> environment;
    private final Thread atExit = new Thread(this::stop, "stop Wine");

    /** Makes the directory, which takes some seconds. */
    Wine(Path directory) throws IOException {
        Path temporary = Files.createDirectories(directory.resolve("tmp")).toAbsolutePath();
        environment = Map.of(
                "TMPDIR", temporary.toString(), // for Wine's sockets
                "WINEPREFIX", directory.toAbsolutePath().toString(),
                "WINEDEBUG", "-all",
                "WINEDLLOVERRIDES", "mscoree,mshtml=", // or it asks for a download
                "DISPLAY", "");
        Runtime.getRuntime().addShutdownHook(atExit);
        run("wine", "wineboot", "--init");
    }

    /** A path of Linux, as Wine has it; or several with colons between them. */
    static String path(String paths) {
        return Arrays.stream(paths.split(File.pathSeparator))
                .map(path -> "Z:" + new File(path).getAbsolutePath().replace('/', '\\'))
                .collect(Collectors.joining(";"));
    }

    /** A JVM of that version, which is fetched if it is not there. Its output and errors go together. */
    ProcessBuilder java(int version, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("wine", runtime(version) + "/bin/java.exe"));
        command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-XX:-PrintWarnings"));
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Djava.awt.headless=true"));
        command.addAll(List.of("-cp", path(OtherJvm.classPath() + CONTRACTS)));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder;
    }

    private static String runtime(int version) throws IOException {
        Process script = new ProcessBuilder("../.ci/windows", Integer.toString(version))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader answer = script.inputReader()) {
            String home = answer.readLine();
            if (home == null) {
                throw new IOException(".ci/windows " + version + " found no runtime; see above");
            }
            return home;
        }
    }

    private void run(String... command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        try {
            if (!builder.start().waitFor(BOOT_S, TimeUnit.SECONDS)) {
                throw new IOException(String.join(" ", command) + " has not ended within " + BOOT_S + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private void stop() {
        try {
            run("wineserver", "-k", "-w");
        } catch (IOException e) {
            e.printStackTrace();
        }
    }

    /** Kills all processes of the directory. */
    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        stop();
    }
}
