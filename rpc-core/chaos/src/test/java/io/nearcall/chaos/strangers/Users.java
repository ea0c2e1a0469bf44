// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.strangers;

import io.nearcall.ipc.os.CurrentProcess;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Processes of other users, and a place where these can read the classes. Only root can have it. */
final class Users implements AutoCloseable {

    private static final Path SETPRIV = Path.of("/usr/bin/setpriv");
    private static final long EXIT_S = 20;

    private final Path place;
    private final String classPath;
    private final List<Person> people = new ArrayList<>();

    Users() throws IOException {
        // Not the row's own directory: other users cannot pass the one above it.
        place = Files.createTempDirectory("nearcall-chaos-users");
        Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxr-xr-x"));
        classPath = copyClasses(Files.createDirectory(place.resolve("classes")));
    }

    /** The reason why there can be no other users here; null if there can. */
    static String obstacle() {
        if (CurrentProcess.uid() != 0) {
            return "the campaign does not run as root";
        }
        return Files.isExecutable(SETPRIV) ? null : "there is no " + SETPRIV;
    }

    private static String copyClasses(Path to) throws IOException {
        List<String> copies = new ArrayList<>();
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String element : all.split(File.pathSeparator)) {
            Path from = Path.of(element);
            if (Files.exists(from) && !element.contains("junit") && !element.contains("assertj")) {
                Path copy = to.resolve(copies.size() + "-" + from.getFileName());
                copyTree(from, copy);
                copies.add(copy.toString());
            }
        }
        return String.join(File.pathSeparator, copies);
    }

    private static void copyTree(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.copy(file, copy);
                boolean directory = Files.isDirectory(copy);
                Files.setPosixFilePermissions(
                        copy, PosixFilePermissions.fromString(directory ? "rwxr-xr-x" : "rw-r--r--"));
            }
        }
    }

    Path place() {
        return place;
    }

    /** A directory of that user's. */
    Path directory(String name, int uid, String permissions) throws IOException {
        Path made = Files.createDirectory(place.resolve(name));
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(permissions));
        give(made, uid);
        return made;
    }

    static void give(Path file, int uid) throws IOException {
        Files.setAttribute(file, "unix:uid", uid, java.nio.file.LinkOption.NOFOLLOW_LINKS);
        Files.setAttribute(file, "unix:gid", uid, java.nio.file.LinkOption.NOFOLLOW_LINKS);
    }

    /** Starts a {@link Stranger}. */
    Person person(int uid) throws IOException {
        Path home = directory("home-" + uid + "-" + people.size(), uid, "rwx------");
        Process process = new ProcessBuilder(
                        SETPRIV.toString(),
                        "--reuid=" + uid,
                        "--regid=" + uid,
                        "--clear-groups",
                        System.getProperty("java.home") + "/bin/java",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "-Xmx64m",
                        "-XX:ErrorFile=" + home.resolve("hs_err_%p.log"),
                        "-Djava.io.tmpdir=" + home,
                        "-cp",
                        classPath,
                        Stranger.class.getName())
                .directory(home.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Person person = new Person(process);
        people.add(person);
        person.expect("ready");
        return person;
    }

    /** A process of another user's. */
    static final class Person {
        private final Process process;
        private final BufferedReader out;

        private Person(Process process) {
            this.process = process;
            this.out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        }

        long pid() {
            return process.pid();
        }

        void send(String line) {
            try {
                process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String read() {
            try {
                return String.valueOf(out.readLine());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        String ask(String line) {
            send(line);
            return read();
        }

        void expect(String expected) {
            String line = read();
            if (!line.equals(expected)) {
                throw new IllegalStateException("process " + pid() + " said " + line + " instead of " + expected);
            }
        }

        /** SIGKILL. */
        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor(EXIT_S, TimeUnit.SECONDS);
        }
    }

    /** Kills them all and removes the place. Returns the error files of JVMs that crashed. */
    List<String> end() throws IOException, InterruptedException {
        for (Person person : people) {
            person.kill();
        }
        List<String> crashes = new ArrayList<>();
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (file.getFileName().toString().startsWith("hs_err")) {
                    crashes.add(Files.readString(file));
                }
            }
        }
        return crashes;
    }

    @Override
    public void close() throws IOException {
        people.forEach(person -> person.process.destroyForcibly());
        Files.walkFileTree(place, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                Files.delete(directory);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
