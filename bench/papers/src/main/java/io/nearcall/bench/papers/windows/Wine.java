// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.pair.Child;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Wine with a directory of its own, the runtimes of Java for Windows, and the library, compiled for Windows. When it is
 * closed, and when this JVM ends, so do all its processes.
 */
public final class Wine implements AutoCloseable {

    private static final String SCRIPT = ".ci/wine";
    private static final List<Integer> VERSIONS = List.of(17, 25);

    private static final List<String> FLAGS = List.of(
            "-Xmx128m",
            "-XX:-UsePerfData",
            "-XX:-PrintWarnings",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.net.preferIPv4Stack=true");

    private final Path root;
    private final Path directory;
    private final Thread atExit = new Thread(this::stop, "stop Wine");

    private Wine(Path root, Path directory) {
        this.root = root.toAbsolutePath();
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
        Wine wine = new Wine(root, directory);
        wine.delete();
        Runtime.getRuntime().addShutdownHook(wine.atExit);
        boolean prepared = false;
        try {
            wine.fill();
            prepared = true;
            return wine;
        } finally {
            if (!prepared) {
                wine.close();
            }
        }
    }

    private void fill() throws IOException, InterruptedException {
        for (int version : VERSIONS) {
            run(".ci/windows", Integer.toString(version));
        }
        run(
                "ipc-native/src/main/c/windows/build.sh",
                System.getProperty("java.home"),
                library().toString());
        run(SCRIPT, directory.toString(), "boot");
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(each -> Files.isExecutable(Path.of(each, program)));
    }

    private void run(String script, String... args) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command(script, args))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (process.waitFor() != 0) {
            throw new NoWineException(
                    script + " has failed: Wine, a runtime of Java for Windows, or the library, is missing.");
        }
    }

    /** Returns a command that runs a script of the repository. */
    private List<String> command(String script, String... args) {
        List<String> command = new ArrayList<>(List.of(root.resolve(script).toString()));
        command.addAll(List.of(args));
        return command;
    }

    /** Returns the versions of Java, in ascending order. */
    List<Integer> versions() {
        return VERSIONS;
    }

    /** Starts a JVM of that version. */
    Child start(String name, int version, Class<?> main, List<String> args) throws IOException {
        List<String> command = command(SCRIPT, directory.toString(), "java", Integer.toString(version));
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
            try {
                run(SCRIPT, directory.toString(), "end");
            } finally {
                delete();
            }
        } catch (IOException e) {
            System.err.println("stopping Wine: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

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
