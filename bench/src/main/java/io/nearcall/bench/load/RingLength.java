// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * How long the rings are that a process has mapped: each lies there twice in a row, so two mappings of the same memory
 * that follow each other show the same place of it at addresses that are a ring apart.
 */
final class RingLength {

    private static final String MEMORY = "/memfd:nearcall-batch-";
    private static final int HEX = 16;

    /** A line of {@code /proc/PID/maps}: where it begins, where it ends, and where the memory's first byte would be. */
    private record Mapping(long start, long end, long origin, String inode) {

        static Mapping parse(String line) {
            String[] words = line.split(" +");
            String[] addresses = words[0].split("-");
            long start = Long.parseUnsignedLong(addresses[0], HEX);
            long offset = Long.parseLong(words[2], HEX);
            return new Mapping(start, Long.parseUnsignedLong(addresses[1], HEX), start - offset, words[4]);
        }

        /** Zero unless the other one follows this one and is of the same memory. */
        long distance(Mapping next) {
            return next.start == end && next.inode.equals(inode) ? next.origin - origin : 0;
        }
    }

    private RingLength() {}

    /** In bytes; empty if there is none. */
    static OptionalLong of(long pid) throws IOException {
        return parse(Files.readAllLines(Path.of("/proc/" + pid + "/maps")));
    }

    static OptionalLong parse(List<String> maps) {
        List<Mapping> mappings = maps.stream()
                .filter(line -> line.contains(MEMORY))
                .map(Mapping::parse)
                .toList();
        OptionalLong shortest = OptionalLong.empty();
        for (int i = 1; i < mappings.size(); i++) {
            long distance = mappings.get(i - 1).distance(mappings.get(i));
            if (distance > 0) { // that of rings of two lanes side by side is longer
                shortest = OptionalLong.of(Math.min(distance, shortest.orElse(distance)));
            }
        }
        return shortest;
    }
}
