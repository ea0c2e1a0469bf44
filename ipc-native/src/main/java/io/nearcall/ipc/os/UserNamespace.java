// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
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
        return mapsAll(map());
    }

    /** Whether a user of that number exists, or may exist because the kernel does not say. */
    public static boolean hasUser(int uid) {
        return maps(map(), uid);
    }

    /** Read without the channels of java.nio, which load some 30 classes. Null if it cannot be read. */
    private static String map() {
        try (FileInputStream map = new FileInputStream(MAP)) {
            return new String(map.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return null;
        }
    }

    /** @param map lines of a first number, the number outside, and how many there are, none twice; none where no user has a number */
    static boolean mapsAll(String map) {
        List<long[]> ranges = ranges(map);
        return ranges != null && ranges.stream().mapToLong(range -> range[1]).sum() == NUMBERS;
    }

    /** @param map as above */
    static boolean maps(String map, int uid) {
        List<long[]> ranges = ranges(map);
        long number = Integer.toUnsignedLong(uid);
        return ranges == null || ranges.stream().anyMatch(range -> number >= range[0] && number - range[0] < range[1]);
    }

    /** First numbers, and how many there are; null if that is not to be understood. */
    private static List<long[]> ranges(String map) {
        if (map == null) {
            return null;
        }
        List<long[]> ranges = new ArrayList<>();
        try {
            for (StringTokenizer fields = new StringTokenizer(map); fields.hasMoreTokens(); ) {
                long first = Long.parseLong(fields.nextToken());
                fields.nextToken();
                ranges.add(new long[] {first, Long.parseLong(fields.nextToken())});
            }
            return ranges;
        } catch (NumberFormatException | NoSuchElementException e) {
            return null;
        }
    }
}
