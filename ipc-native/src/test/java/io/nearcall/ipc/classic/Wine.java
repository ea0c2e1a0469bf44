// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Windows, for processes of tests: Wine, with a directory in {@code target} for each JVM that runs tests at the same time. */
public final class Wine {

    private static final int ATTEMPTS = 3;

    /** The directory's, until this JVM has ended, and Wine before it. */
    private static FileLock lock;

    private static Map<String, String> environment;

    private Wine() {}

    /** Starts a program on the runtime of that version, which is fetched if it is not there. */
    public static ProgramProcess start(int version, Class<?> program, String... options) throws IOException {
        String home = runtime(version);
        prepare();
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> each.contains("classes")) // the libraries of the tests stay here
                .map(Wine::path)
                .collect(Collectors.joining(";"));
        List<String> java = new ArrayList<>(List.of("wine", home + "/bin/java.exe", "-Xcheck:jni"));
        java.addAll(List.of(options));
        for (int attempt = 1; ; attempt++) {
            try {
                return new ProgramProcess(java, classPath, environment, program);
            } catch (IOException e) { // Wine 8 ends a JVM at its start now and then, without a word
                System.err.println("start " + attempt + " of " + program.getSimpleName() + " under Wine: " + e);
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
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

    /** A path of Linux, as Wine has it. */
    public static String path(String path) {
        return "Z:" + path.replace('/', '\\');
    }

    /** Makes the directory, which takes some seconds, unless an earlier run has made it. */
    private static synchronized void prepare() throws IOException {
        if (environment != null) {
            return;
        }
        Path prefix = ownDirectory();
        Path temporary = Files.createDirectories(prefix.resolve("tmp"));
        environment = Map.of(
                "TMPDIR", temporary.toString(), // for Wine's sockets
                "WINEPREFIX", prefix.toString(),
                "WINEDEBUG", "-all",
                "WINEDLLOVERRIDES", "mscoree,mshtml=", // or it asks for a download
                "DISPLAY", "");
        Runtime.getRuntime().addShutdownHook(new Thread(Wine::stop)); // Wine has processes of its own
        run("wine", "wineboot", "--init");
    }

    /** Names of Windows are those of one directory, and stopping Wine kills all processes of it. */
    @SuppressWarnings("resource") // the lock keeps its channel
    private static Path ownDirectory() throws IOException {
        for (int number = 1; ; number++) {
            Path prefix = Path.of("target", "wine-" + number).toAbsolutePath();
            Files.createDirectories(prefix);
            FileChannel channel =
                    FileChannel.open(prefix.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            lock = channel.tryLock();
            if (lock != null) {
                return prefix;
            }
            channel.close();
        }
    }

    private static void stop() {
        try {
            run("wineserver", "-k", "-w");
        } catch (IOException e) {
            e.printStackTrace();
        }
    }

    private static void run(String... command) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(environment);
        try {
            if (!builder.start().waitFor(120, TimeUnit.SECONDS)) {
                throw new IOException(String.join(" ", command) + " has not ended within 120 s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
