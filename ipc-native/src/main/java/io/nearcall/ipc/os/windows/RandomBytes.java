// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.UUID;

/** Numbers of Windows that nobody can guess. SecureRandom ends a JVM of Java 25 under Wine 8. Thread-safe. */
public final class RandomBytes {

    private static final int BYTES = 16;

    private RandomBytes() {}

    /** Returns a UUID of version 4. */
    public static UUID uuid() {
        ByteBuffer bits = ByteBuffer.wrap(next());
        return new UUID(bits.getLong() & ~0xf000L | 0x4000L, bits.getLong() >>> 2 | Long.MIN_VALUE);
    }

    /** Returns 32 hexadecimal digits. */
    public static String hex() {
        return HexFormat.of().formatHex(next());
    }

    private static byte[] next() {
        Library.load();
        byte[] bytes = new byte[BYTES];
        ErrorCodes.check(fill0(bytes), "RtlGenRandom", BYTES + " bytes");
        return bytes;
    }

    private static native int fill0(byte[] bytes);
}
