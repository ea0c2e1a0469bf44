// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The users that this process's user namespace has. All others appear in it as one, which may exist as well. */
final class UserNamespace {

    private static final Path MAP = Path.of("/proc/self/uid_map");

    private UserNamespace() {}

    /** Whether a user of that number exists, or may exist because the kernel does not say. */
    static boolean hasUser(int uid) {
        try {
            return maps(Files.readString(MAP), uid);
        } catch (IOException e) {
            return true;
        }
    }

    /** @param map lines of a first number, the number outside, and how many there are; none where no user has a number */
    static boolean maps(String map, int uid) {
        if (map.isBlank()) {
            return false;
        }
        long number = Integer.toUnsignedLong(uid);
        for (String line : map.strip().split("\n")) {
            String[] fields = line.strip().split("\\s+");
            try {
                long first = Long.parseLong(fields[0]);
                if (fields.length != 3 || number >= first && number - first < Long.parseLong(fields[2])) {
                    return true;
                }
            } catch (NumberFormatException e) {
                return true;
            }
        }
        return false;
    }
}
