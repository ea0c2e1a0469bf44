// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What contexts have and leave in this JVM: memory of Nearcall, its threads, the names of services, and class loaders. */
final class Remains {

    private final Path directory;

    /** @param directory in which the contexts meet */
    Remains(Path directory) {
        this.directory = directory;
    }

    /** In words, of what there is now. */
    String used() throws IOException {
        return String.join(
                ", ",
                mappings().isEmpty() ? "no memory" : "memory",
                threads().isEmpty() ? "no threads" : "threads",
                names().isEmpty() ? "no names" : "names");
    }

    /** What is there still; waits some time for it to go. */
    List<String> awaitNothing() throws Exception {
        List<String> left = all();
        for (int i = 0; i < 200 && !left.isEmpty(); i++) {
            Thread.sleep(50); // threads end some time after the endpoint is closed
            left = all();
        }
        return left;
    }

    private List<String> all() throws IOException {
        List<String> all = new ArrayList<>(mappings());
        all.addAll(threads());
        all.addAll(names());
        return all;
    }

    private static List<String> mappings() throws IOException {
        return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                .filter(line -> line.contains("nearcall") && !line.contains(".so") && !line.contains(".jar"))
                .toList();
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("nearcall"))
                .toList();
    }

    private List<String> names() throws IOException {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    /** How many of the class loaders are there still; waits some time until as few are left. */
    static long awaitLoaders(List<WeakReference<ClassLoader>> loaders, int few) throws InterruptedException {
        clearSoftReferences();
        for (int i = 0; i < 50 && count(loaders) > few; i++) {
            System.gc();
            Thread.sleep(100); // the collector's reference handler works beside us
        }
        return count(loaders);
    }

    /** Spring's caches have some, which are cleared when the memory is used up. */
    private static void clearSoftReferences() {
        List<byte[]> filled = new ArrayList<>();
        try {
            while (filled.size() < 1_000_000) {
                filled.add(new byte[1 << 20]);
            }
        } catch (OutOfMemoryError e) {
            filled.clear();
        }
    }

    private static long count(List<WeakReference<ClassLoader>> loaders) {
        return loaders.stream().filter(loader -> loader.get() != null).count();
    }
}
