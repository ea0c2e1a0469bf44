// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Control messages as they are sent, for tests of other packages. */
public final class ControlBytes {

    private ControlBytes() {}

    /** The whole message, its length in front. */
    public static byte[] of(ControlMessage message) {
        ByteBuffer bytes = ByteBuffer.allocate(ControlFormat.LENGTH_BYTES + ControlFormat.MAX_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN);
        ControlEncoder.encode(message, bytes);
        byte[] encoded = new byte[bytes.flip().remaining()];
        bytes.get(encoded);
        return encoded;
    }

    /** The message in bytes that {@link #of} or a peer wrote. */
    public static ControlMessage read(byte[] message) {
        ByteBuffer bytes = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.getInt() != bytes.remaining()) {
            throw new IllegalArgumentException("length=" + bytes.getInt(0) + " remaining=" + bytes.remaining());
        }
        return ControlDecoder.decode(bytes.slice().order(ByteOrder.LITTLE_ENDIAN));
    }
}
