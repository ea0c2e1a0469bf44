// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

import java.nio.charset.StandardCharsets;

/** The string that one side of the floor has made of the last message, through an array: the JDK has no other way. */
final class FreshText {

    private final byte[] copy;
    private String text; // a field, so no compiler can remove the object

    FreshText(int bytes) {
        copy = FloorDirection.message(bytes);
        text = "x".repeat(bytes);
    }

    /** Like {@link FloorDirection#put}, with the last message. */
    @SuppressWarnings("deprecation") // the one way that allocates nothing; right for Latin letters
    long put(FloorDirection direction, long position, int length) {
        text.getBytes(0, length, copy, 0);
        return direction.put(position, copy, length);
    }

    /** Like {@link FloorDirection#take}. */
    long take(FloorDirection direction, long position, int length) {
        long next = direction.take(position, copy, length);
        if (next == FloorDirection.STOPPED) {
            return FloorDirection.STOPPED;
        }
        text = new String(copy, 0, length, StandardCharsets.ISO_8859_1);
        return next;
    }
}
