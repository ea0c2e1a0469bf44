// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.StringTokenizer;

/** The users of this process's user namespace. All others appear in it as {@link #UNNAMED}. Needs no native library. */
public final class UserNamespace {

    /** The number that the kernel shows for users without one here, root outside among them. It may exist as well. */
    public static final int UNNAMED = 65534;

    private static final String MAP = "/proc/self/uid_map";

    /** The number of all user numbers except the last one, which is none. */
    private static final long NUMBERS = 0xFFFF_FFFFL;

    private UserNamespace() {}

    /**
     * Whether {@link #UNNAMED} is one user and stands for no others: the kernel says that the namespace has all
     * numbers.
     */
    public static boolean hasAllUsers() {
        return mapsAll(map());
    }

    /** Whether a user of that number exists, or may exist because the kernel does not say. */
    public static boolean hasUser(int uid) {
        return maps(map(), uid);
    }

    /** Reads the map without the channels of java.nio, which load some 30 classes. Null if it cannot be read. */
    private static String map() {
        try (FileInputStream map = new FileInputStream(MAP)) {
            return new String(map.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            return null;
        }
    }

    /**
     * @param map lines of a first number, the number outside, and a count. No number is in it twice; it may be empty
     */
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

    /** Returns the first numbers and the counts; null if the map cannot be understood. */
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
