// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A control message as bytes, for who alters them. */
public final class EncodedControl {

    private EncodedControl() {}

    /** The whole message, its length in front. */
    public static byte[] of(ControlMessage message) {
        ByteBuffer bytes = ByteBuffer.allocate(ControlFormat.LENGTH_BYTES + ControlFormat.MAX_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN);
        ControlEncoder.encode(message, bytes);
        byte[] encoded = new byte[bytes.flip().remaining()];
        bytes.get(encoded);
        return encoded;
    }
}
