// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.chaos.called.Target;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Arguments for methods of a {@link Target}, which are numbered by name, as a peer writes them by hand. */
final class Calls {

    /** The first service that an endpoint exports. */
    static final int SERVICE_OBJECT = 1;

    static final int PING = 5;
    static final int POST = 6;

    /** The second service: a {@link Depot}. */
    static final int DEPOT_OBJECT = 2;

    static final int STORE = 0;

    /** A nonce with which a method of {@link Served} does not return. */
    static final long BLOCKING = -1;

    private static final int LONGEST_LENGTH_BYTES = 5;

    private Calls() {}

    static byte[] nonce(long nonce) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(nonce)
                .array();
    }

    /** The beginning of the arguments of {@link Depot#store}: the length of the array, which is to follow. */
    static byte[] store(int length) {
        ByteBuffer buffer = ByteBuffer.allocate(LONGEST_LENGTH_BYTES);
        int left = length + 1; // 0 is null
        while (left > 0x7F) {
            buffer.put((byte) (left | 0x80));
            left >>>= 7;
        }
        buffer.put((byte) left);
        return Arrays.copyOf(buffer.array(), buffer.position());
    }
}
