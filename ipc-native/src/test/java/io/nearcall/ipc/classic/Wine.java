// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

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
import java.util.stream.Collectors;

/** Windows, for processes of tests: Wine, with a directory in {@code target} for each JVM that runs tests at the same time. */
public final class Wine {

    private static final String SCRIPT = "../.ci/wine";
    private static final int ATTEMPTS = 3;

    private static String directory;

    /** The directory's, until this JVM has ended, and Wine before it. */
    private static FileLock lock;

    private Wine() {}

    /** Starts a program on the runtime of that version, which is fetched if it is not there. */
    public static ProgramProcess start(int version, Class<?> program, String... options) throws IOException {
        prepare();
        String classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(each -> each.contains("classes")) // the libraries of the tests stay here
                .map(Wine::path)
                .collect(Collectors.joining(";"));
        List<String> java =
                new ArrayList<>(List.of(SCRIPT, directory, "java", Integer.toString(version), "-Xcheck:jni"));
        java.addAll(List.of(options));
        for (int attempt = 1; ; attempt++) {
            try {
                return new ProgramProcess(java, classPath, program);
            } catch (IOException e) { // Wine 8 ends a JVM at its start now and then, without a word
                System.err.println("start " + attempt + " of " + program.getSimpleName() + " under Wine: " + e);
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** A path of Linux, as Wine has it. */
    public static String path(String path) {
        return "Z:" + path.replace('/', '\\');
    }

    /** Makes the directory, which takes some seconds. */
    private static synchronized void prepare() throws IOException {
        if (directory == null) {
            directory = ownDirectory().toString();
            Runtime.getRuntime().addShutdownHook(new Thread(Wine::stop)); // Wine has processes of its own
            run("boot");
        }
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
            run("end");
        } catch (IOException e) {
            e.printStackTrace();
        }
    }

    private static void run(String verb) throws IOException {
        try {
            int status = new ProcessBuilder(SCRIPT, directory, verb)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IOException(SCRIPT + " " + directory + " " + verb + ": status " + status);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
