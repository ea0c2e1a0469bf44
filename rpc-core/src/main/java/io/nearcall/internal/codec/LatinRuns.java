// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Tells characters up to U+00FF from others and converts them to bytes, a run at a time. It uses the encoder, because
 * the JIT knows the encoder and lets it convert many characters at once. A loop over {@link String#charAt} takes them
 * one by one. Confined to one thread.
 */
final class LatinRuns {

    static final int LONGEST = 2048;

    private final CharsetEncoder encoder = StandardCharsets.ISO_8859_1.newEncoder();
    private final char[] chars = new char[LONGEST];
    private final byte[] bytes = new byte[LONGEST];
    private final CharBuffer from = CharBuffer.wrap(chars);
    private final ByteBuffer to = ByteBuffer.wrap(bytes);

    /** Whether all characters of the run are up to U+00FF. If so, their bytes are in {@link #bytes()}. */
    boolean encode(String value, int index, int length) {
        value.getChars(index, index + length, chars, 0);
        from.limit(length).position(0);
        to.clear();
        return encoder.reset().encode(from, to, true).isUnderflow();
    }

    /** As above, for a run whose characters are known to be up to U+00FF. */
    @SuppressWarnings("deprecation") // it drops the upper byte, and there is none
    void copy(String value, int index, int length) {
        value.getBytes(index, index + length, bytes, 0);
    }

    /** The bytes of the last run, from index 0. */
    byte[] bytes() {
        return bytes;
    }
}
