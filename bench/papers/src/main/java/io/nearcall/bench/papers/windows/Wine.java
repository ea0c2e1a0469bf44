// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.pair.Child;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Wine with a directory of its own, the runtimes of Java for Windows, and the library, compiled for Windows. When it is
 * closed, and when this JVM ends, so do all its processes.
 */
public final class Wine implements AutoCloseable {

    private static final List<Integer> VERSIONS = List.of(17, 25);

    private static final List<String> FLAGS = List.of(
            "-Xmx128m",
            "-XX:-UsePerfData",
            "-XX:-PrintWarnings",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.net.preferIPv4Stack=true");

    private static final long BOOT_TIMEOUT_S = 120;
    private static final long STOP_TIMEOUT_S = 30;

    private final Path directory;
    private final SortedMap<Integer, Path> runtimes = new TreeMap<>();
    private final Thread atExit = new Thread(this::stop, "stop Wine");

    private Wine(Path directory) {
        this.directory = directory.toAbsolutePath();
    }

    /**
     * Prepares Wine, the runtimes and the library, which are fetched and compiled if they are not there. Blocks for some
     * seconds, and for minutes the first time.
     *
     * @param root of the repository
     * @param directory in which everything of this run is; replaced, and deleted at the end
     * @throws NoWineException if one of them is not to be had
     */
    public static Wine prepare(Path root, Path directory) throws IOException, InterruptedException {
        if (!isOnPath("wine")) {
            throw new NoWineException("Wine is not installed: apt-get install --no-install-recommends wine wine64.");
        }
        Wine wine = new Wine(directory);
        wine.delete();
        Runtime.getRuntime().addShutdownHook(wine.atExit);
        boolean prepared = false;
        try {
            wine.fill(root);
            prepared = true;
            return wine;
        } finally {
            if (!prepared) {
                wine.close();
            }
        }
    }

    private void fill(Path root) throws IOException, InterruptedException {
        Files.createDirectories(temporary());
        for (int version : VERSIONS) {
            String home = output(root, ".ci/windows", Integer.toString(version)).strip();
            runtimes.put(version, Path.of(home));
        }
        String javaHome = System.getProperty("java.home");
        output(
                root,
                "ipc-native/src/main/c/windows/build.sh",
                javaHome,
                library().toString());
        if (run(command("wine", "wineboot", "--init"), BOOT_TIMEOUT_S) != 0) {
            throw new NoWineException("Wine does not start: wineboot --init has failed.");
        }
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    /** Returns what a script of the repository prints. */
    private static String output(Path root, String script, String... args) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(root.resolve(script).toAbsolutePath().toString()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new NoWineException(
                    script + " has failed: a runtime of Java for Windows, or the library, is missing.");
        }
        return output;
    }

    /** Returns the versions of Java, in ascending order. */
    List<Integer> versions() {
        return List.copyOf(runtimes.keySet());
    }

    /** Starts a JVM of that version. */
    Child start(String name, int version, Class<?> main, List<String> args) throws IOException {
        String java = runtimes.get(version).resolve(Path.of("bin", "java.exe")).toString();
        List<String> command = new ArrayList<>(command("wine", java));
        command.addAll(FLAGS);
        command.addAll(List.of("-cp", classPath(), main.getName()));
        command.addAll(args);
        return Child.start(name, command);
    }

    /** The library is on it, too: Java 17 does not find one that a property names, if it is on a drive of Linux. */
    private String classPath() {
        Stream<Path> own = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(each ->
                        Files.isDirectory(each) || each.getFileName().toString().matches("(nearcall|gson)-.*[.]jar"));
        return Stream.concat(Stream.of(library()), own).map(Wine::ofWindows).collect(Collectors.joining(";"));
    }

    private static String ofWindows(Path path) {
        return "Z:" + path.toAbsolutePath().toString().replace('/', '\\');
    }

    private Path library() {
        return directory.resolve("library");
    }

    private Path temporary() {
        return directory.resolve("tmp");
    }

    /** Returns a command with Wine's environment. */
    private List<String> command(String... command) {
        return Stream.concat(
                        Stream.of(
                                "env",
                                "TMPDIR=" + temporary(), // for Wine's sockets
                                "WINEPREFIX=" + directory.resolve("prefix"),
                                "WINEDEBUG=-all",
                                "WINEDLLOVERRIDES=mscoree,mshtml=", // or it asks for a download
                                "DISPLAY="),
                        Stream.of(command))
                .toList();
    }

    private static int run(List<String> command, long timeoutS) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (!process.waitFor(timeoutS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException(String.join(" ", command) + " has not ended within " + timeoutS + " s");
        }
        return process.exitValue();
    }

    /** Ends all processes of this directory, also those that Wine has started by itself, and deletes the directory. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException ending) {
            return; // the hook does it
        }
        stop();
    }

    private void stop() {
        try {
            run(command("wineserver", "-k", "-w"), STOP_TIMEOUT_S);
            delete();
        } catch (IOException e) {
            System.err.println("stopping Wine: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does not follow links: one of them leads to the root of this host. */
    private void delete() throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> tree = Files.walk(directory)) {
            all = tree.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }
}
