// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

/** The array that one side of the floor has made of the last message. */
final class FreshArray {

    private byte[] array; // a field, so no compiler can remove the object

    FreshArray(int bytes) {
        array = FloorDirection.message(bytes);
    }

    /** Like {@link FloorDirection#put}, with the last message. */
    long put(FloorDirection direction, long position, int length) {
        return direction.put(position, array, length);
    }

    /** Like {@link FloorDirection#take}. Makes the array when the message has come: its length is not known before. */
    long take(FloorDirection direction, long position, int length) {
        long seen = direction.await(position);
        if (seen == FloorDirection.STOPPED) {
            return FloorDirection.STOPPED;
        }
        byte[] fresh = FloorDirection.message(length);
        long next = direction.copyOut(position, seen, fresh, length);
        array = fresh;
        return next;
    }
}
