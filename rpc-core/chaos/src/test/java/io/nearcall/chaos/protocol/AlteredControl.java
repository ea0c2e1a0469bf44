// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.EncodedControl;
import java.util.Arrays;

/** Control messages as bytes that are not as they should be. */
final class AlteredControl {

    private AlteredControl() {}

    /** The message with one alteration: of its length, its type, a byte, a number, or its end. */
    static byte[] altered(ControlMessage message, Choices choices) {
        byte[] bytes = EncodedControl.of(message);
        switch (choices.below(6)) {
            case 0 -> bytes[choices.next() % bytes.length] = (byte) choices.next();
            case 1 -> bytes[4] = (byte) choices.next();
            case 2 -> {
                return Arrays.copyOf(bytes, choices.next() % bytes.length);
            }
            case 3 -> putInt(bytes, 0, (int) choices.wicked());
            case 4 -> putInt(bytes, choices.next() % bytes.length, (int) choices.wicked());
            default -> {
                return new Body().raw(bytes).raw(choices.bytes(40)).toBytes();
            }
        }
        return bytes;
    }

    private static void putInt(byte[] bytes, int at, int value) {
        for (int i = 0; i < Integer.BYTES && at + i < bytes.length; i++) {
            bytes[at + i] = (byte) (value >>> i * Byte.SIZE);
        }
    }
}
