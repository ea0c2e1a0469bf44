// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a {@link Served} process holds.
 *
 * @param heapBytes in use after a collection; 0 where none was asked for
 * @param maps of memory that lanes are in
 */
record Held(long heapBytes, int threads, int descriptors, int maps) {

    private static final long MIB = 1 << 20;

    static Held of(VictimJvm server) throws IOException {
        server.send("heap");
        long heapBytes = Long.parseLong(server.readLine());
        return ofSystem(server).withHeap(heapBytes);
    }

    /** Without the heap: the process is not asked for anything. */
    static Held ofSystem(VictimJvm server) throws IOException {
        Path process = Path.of("/proc", Long.toString(server.pid()));
        int descriptors = 0;
        try (DirectoryStream<Path> each = Files.newDirectoryStream(process.resolve("fd"))) {
            for (Path ignored : each) {
                descriptors++;
            }
        }
        try (Stream<String> lines = Files.lines(process.resolve("maps"))) {
            int maps =
                    (int) lines.filter(line -> line.contains("/memfd:nearcall")).count();
            return new Held(0, Integer.parseInt(server.status("Threads:")), descriptors, maps);
        }
    }

    private Held withHeap(long bytes) {
        return new Held(bytes, threads, descriptors, maps);
    }

    Held minus(Held before) {
        return new Held(
                heapBytes == 0 ? 0 : heapBytes - before.heapBytes,
                threads - before.threads,
                descriptors - before.descriptors,
                maps - before.maps);
    }

    Held withMaps(int other) {
        return new Held(heapBytes, threads, descriptors, other);
    }

    Held withoutThreads() {
        return new Held(heapBytes, 0, descriptors, maps);
    }

    Held plus(Held more) {
        return new Held(
                heapBytes + more.heapBytes, threads + more.threads, descriptors + more.descriptors, maps + more.maps);
    }

    /** The larger value of each. */
    Held or(Held other) {
        return new Held(
                Math.max(heapBytes, other.heapBytes),
                Math.max(threads, other.threads),
                Math.max(descriptors, other.descriptors),
                Math.max(maps, other.maps));
    }

    boolean isWithin(Held bound) {
        return heapBytes <= bound.heapBytes
                && threads <= bound.threads
                && descriptors <= bound.descriptors
                && maps <= bound.maps;
    }

    @Override
    public String toString() {
        return String.format(
                "%.1f MiB of heap, %d threads, %d descriptors, %d maps",
                (double) heapBytes / MIB, threads, descriptors, maps);
    }
}
