// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** The resources that this process holds, and the files on the machine, before and after a row. */
record Surroundings(Resources resources, int threads, Set<String> files) {

    private static final long SETTLE_NS = 10_000_000_000L;
    private static final long PAUSE_NS = 5_000_000;
    private static final List<Path> SHARED =
            List.of(Path.of("/dev/shm"), Path.of(System.getProperty("java.io.tmpdir")));

    private static final List<String> SYSTEM_V = List.of("shm", "msg", "sem");
    private static final String PERMISSIONS = "600";

    static Surroundings now() throws IOException {
        // Once in vain: the JDK keeps a socket of its own from its first look at a file on, or from its first socket
        // on.
        Resources.now();
        new ServerSocket(0).close();
        return new Surroundings(Resources.now(), Resources.threads(), strangeFiles());
    }

    /** What Nearcall may have left where others have files, too. */
    private static Set<String> strangeFiles() throws IOException {
        Set<String> found = new TreeSet<>();
        for (Path directory : SHARED) {
            for (Path file : list(directory)) {
                boolean ofStatistics = file.getFileName().toString().startsWith("nearcall-"); // of dead processes, kept
                if (directory.endsWith("shm") && !ofStatistics
                        || file.getFileName().toString().startsWith("libnearcall")) {
                    found.add(file.toString());
                }
            }
        }
        for (String kind : SYSTEM_V) {
            try (Stream<String> lines = Files.lines(Path.of("/proc/sysvipc", kind))) {
                lines.skip(1) // the headings
                        .map(line -> line.strip().split("\\s+"))
                        .filter(words -> words[2].equals(PERMISSIONS))
                        .forEach(words -> found.add("System V " + kind + " " + words[1]));
            }
        }
        return found;
    }

    /** Reports and prints what JVMs have left in the row's directory that crashed. */
    static void countCrashes(Tally tally, Path scratch) throws IOException {
        for (Path file : list(scratch)) {
            if (isOfCrash(file)) {
                String said = Files.readString(file);
                System.out.println(said);
                tally.crashed(said.lines().limit(12).toList().toString());
            }
        }
    }

    private static boolean isOfCrash(Path file) {
        return file.getFileName().toString().startsWith("hs_err");
    }

    private Set<String> newStrangeFiles() throws IOException {
        Set<String> found = strangeFiles();
        found.removeAll(files);
        return found;
    }

    private static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /** Reports everything to the tally that is new in this process, on the machine and in the row's directory. */
    void compare(Tally tally, Path scratch) throws IOException {
        if (Resources.awaitWithin(resources, SETTLE_NS) < 0) {
            tally.leaked(Resources.now() + " instead of " + resources);
        }
        long startNs = System.nanoTime();
        while (Resources.threads() > threads && System.nanoTime() - startNs < SETTLE_NS) {
            LockSupport.parkNanos(PAUSE_NS);
        }
        if (Resources.threads() > threads) {
            tally.leaked(Resources.threads() + " threads instead of " + threads);
        }
        Set<String> left = newStrangeFiles();
        while (!left.isEmpty() && System.nanoTime() - startNs < SETTLE_NS) { // dead processes are being swept
            LockSupport.parkNanos(PAUSE_NS);
            left = newStrangeFiles();
        }
        left.forEach(tally::leaked);
        countCrashes(tally, scratch);
        for (Path file : list(scratch)) {
            if (!isOfCrash(file) && !file.endsWith("run")) {
                tally.leaked(file.toString());
            }
        }
        Path run = scratch.resolve("run");
        if (Files.exists(run)) {
            Resources.namesIn(run)
                    .forEach(name -> tally.leaked(run.resolve(name).toString()));
        }
    }
}
