// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The payload of a message as it is written: little-endian numbers, texts, values, and the references behind them. */
final class Body {

    private static final int OF_SENDER = 0;
    private static final int OF_RECEIVER = 1;
    private static final int CLASS_OF_REFERENCES = 97;
    private static final int DECLARED = 1;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<Integer> references = new ArrayList<>();

    Body u8(int value) {
        out.write(value);
        return this;
    }

    Body i32(int value) {
        for (int i = 0; i < Integer.SIZE; i += Byte.SIZE) {
            out.write(value >>> i);
        }
        return this;
    }

    Body i64(long value) {
        return i32((int) value).i32((int) (value >>> Integer.SIZE));
    }

    Body varint(int value) {
        int left = value;
        while ((left & ~0x7F) != 0) {
            out.write(left & 0x7F | 0x80);
            left >>>= 7;
        }
        return u8(left);
    }

    /** Characters below U+0100 only. */
    Body string(String text) {
        return varint((text.length() + 1) << 1).raw(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** An array of strings in form X. */
    Body strings(String... texts) {
        varint(1).varint(texts.length);
        for (String text : texts) {
            string(text);
        }
        return this;
    }

    Body raw(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    /** An object of this side with the declared interface, in form R or E. */
    Body own(int id) {
        references.add(id);
        return u8(1).u8(OF_SENDER).i32(id).varint(1).varint(DECLARED);
    }

    /** An object of the other side, as a value with its class. */
    Body home(int id) {
        references.add(~id);
        return varint(CLASS_OF_REFERENCES + 1).varint(1).u8(OF_RECEIVER).i32(id);
    }

    boolean hasReferences() {
        return !references.isEmpty();
    }

    /** The objects of the other side in it. */
    List<Integer> home() {
        return references.stream()
                .filter(entry -> entry < 0)
                .map(entry -> ~entry)
                .toList();
    }

    /** With the list of references behind, if there are any. */
    byte[] toBytes() {
        if (hasReferences()) {
            references.forEach(this::i32);
            i32(references.size());
            references.clear();
        }
        return out.toByteArray();
    }
}
