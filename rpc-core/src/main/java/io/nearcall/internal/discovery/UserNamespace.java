// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.StringTokenizer;

/** The users that this process's user namespace has. All others appear in it as one, which may exist as well. */
final class UserNamespace {

    private static final String MAP = "/proc/self/uid_map";

    private UserNamespace() {}

    /** Whether a user of that number exists, or may exist because the kernel does not say. */
    static boolean hasUser(int uid) {
        try (FileInputStream map =
                new FileInputStream(MAP)) { // without the channels of java.nio, which load 40 classes
            return maps(new String(map.readAllBytes(), StandardCharsets.US_ASCII), uid);
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
            StringTokenizer fields = new StringTokenizer(line);
            try {
                if (fields.countTokens() != 3) {
                    return true;
                }
                long first = Long.parseLong(fields.nextToken());
                fields.nextToken();
                if (number >= first && number - first < Long.parseLong(fields.nextToken())) {
                    return true;
                }
            } catch (NumberFormatException e) {
                return true;
            }
        }
        return false;
    }
}
