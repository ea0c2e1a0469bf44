// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.StringTokenizer;

/** The users that this process's user namespace has. All others appear in it as {@link #UNNAMED}. Needs no native library. */
public final class UserNamespace {

    /** As whom the kernel shows users that the namespace has no number for, root outside among them. It may exist as well. */
    public static final int UNNAMED = 65534;

    private static final String MAP = "/proc/self/uid_map";

    /** All but the last one, which is none. */
    private static final long NUMBERS = 0xFFFF_FFFFL;

    private UserNamespace() {}

    /** Whether {@link #UNNAMED} is one user here, and stands for no others: the namespace has all numbers, and the kernel says so. */
    public static boolean hasAllUsers() {
        try {
            return mapsAll(map());
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a user of that number exists, or may exist because the kernel does not say. */
    public static boolean hasUser(int uid) {
        try {
            return maps(map(), uid);
        } catch (IOException e) {
            return true;
        }
    }

    private static String map() throws IOException {
        try (FileInputStream map =
                new FileInputStream(MAP)) { // without the channels of java.nio, which load 40 classes
            return new String(map.readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    /** @param map lines of a first number, the number outside, and how many there are, none twice; none where no user has a number */
    static boolean mapsAll(String map) {
        long numbers = 0;
        for (String line : map.strip().split("\n")) {
            StringTokenizer fields = new StringTokenizer(line);
            if (fields.countTokens() != 3) {
                return false;
            }
            fields.nextToken();
            fields.nextToken();
            try {
                numbers += Long.parseLong(fields.nextToken());
            } catch (NumberFormatException e) {
                return false;
            }
        }
        return numbers == NUMBERS;
    }

    /** @param map as above */
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
