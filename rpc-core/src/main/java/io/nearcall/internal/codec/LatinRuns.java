// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Tells characters up to U+00FF from others, and makes bytes of them, a run at a time: by the encoder, which the JIT knows and
 * does many at once, where a loop over {@link String#charAt} takes them one by one. Confined to one thread.
 */
final class LatinRuns {

    private final CharsetEncoder encoder = StandardCharsets.ISO_8859_1.newEncoder();
    private final char[] chars;
    private final CharBuffer from;
    private final ByteBuffer to;

    /** @param bytes where they go; as long as the longest run */
    LatinRuns(byte[] bytes) {
        this.chars = new char[bytes.length];
        this.from = CharBuffer.wrap(chars);
        this.to = ByteBuffer.wrap(bytes);
    }

    /** Whether all characters of the run are; then their bytes are in the array. */
    boolean encode(String value, int index, int length) {
        value.getChars(index, index + length, chars, 0);
        from.limit(length).position(0);
        to.clear();
        return encoder.reset().encode(from, to, true).isUnderflow();
    }

    /** As above, of a run for which that is known. */
    @SuppressWarnings("deprecation") // it drops the upper byte, and there is none
    static void copy(String value, int index, int length, byte[] bytes) {
        value.getBytes(index, index + length, bytes, 0);
    }
}
