// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** By which other users of the host could reach this process though no directory is open to them. */
public final class Doors {

    private static final Path SHARED = Path.of("/dev/shm");

    /** The directories of users for their statistics pages, which other users cannot enter. */
    private static final String STATISTICS = SHARED + "/nearcall-";

    private static final String LISTENING = "0A";
    private static final int PATH = 7;
    private static final int UNIX_INODE = 6;
    private static final int TCP_ADDRESS = 1;
    private static final int TCP_STATE = 3;
    private static final int TCP_INODE = 9;

    private Doors() {}

    /** Abstract sockets and ports of this process, and names in {@code /dev/shm}. */
    public static List<String> open() throws IOException {
        Set<String> inodes = inodes();
        List<String> doors = new ArrayList<>();
        for (String[] socket : table("unix")) {
            if (inodes.contains(socket[UNIX_INODE]) && socket.length > PATH && socket[PATH].startsWith("@")) {
                doors.add("abstract socket " + socket[PATH]);
            }
        }
        for (String kind : new String[] {"tcp", "tcp6"}) {
            for (String[] socket : table(kind)) {
                if (inodes.contains(socket[TCP_INODE]) && socket[TCP_STATE].equals(LISTENING)) {
                    doors.add("port " + socket[TCP_ADDRESS]);
                }
            }
        }
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            maps.filter(map -> map.contains(SHARED.toString()) && !map.contains(STATISTICS))
                    .forEach(doors::add);
        }
        try (Stream<Path> names = Files.list(SHARED)) {
            names.map(Path::toString)
                    .filter(name -> name.contains("nearcall") && !name.startsWith(STATISTICS))
                    .forEach(doors::add);
        }
        return doors;
    }

    private static List<String[]> table(String name) throws IOException {
        Path table = Path.of("/proc/self/net", name);
        if (!Files.exists(table)) {
            return List.of(); // no IPv6
        }
        try (Stream<String> lines = Files.lines(table)) {
            return lines.skip(1).map(line -> line.strip().split("\\s+")).toList();
        }
    }

    private static Set<String> inodes() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
            for (Path descriptor : descriptors.toList()) {
                try {
                    inodes.add(Files.readSymbolicLink(descriptor).toString().replaceAll("\\D", ""));
                } catch (IOException e) {
                    // closed meanwhile
                }
            }
        }
        return inodes;
    }
}
