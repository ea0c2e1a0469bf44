// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

/** The array that one side of the floor has made of the last message. */
final class FreshArray {

    private byte[] array; // a field, so that no compiler can do without the object

    FreshArray(int bytes) {
        array = FloorDirection.message(bytes);
    }

    /** As {@link FloorDirection#put}, of the last message. */
    long put(FloorDirection direction, long position, int length) {
        return direction.put(position, array, length);
    }

    /** As {@link FloorDirection#take}; the array is made when the message has come, for before nobody knows how long it is. */
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
