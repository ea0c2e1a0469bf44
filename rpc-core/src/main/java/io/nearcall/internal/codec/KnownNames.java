// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.Collection;

/** Finds a name by its Latin-1 bytes, so that a frequent name is not made anew each time. Unmodifiable. */
final class KnownNames {

    private final String[] slots;

    KnownNames(Collection<String> names) {
        slots = new String[Integer.highestOneBit(names.size() * 4 + 1)];
        for (String name : names) {
            int slot = name.hashCode() & slots.length - 1;
            while (slots[slot] != null) {
                slot = slot + 1 & slots.length - 1;
            }
            slots[slot] = name;
        }
    }

    /** Returns the name, or {@code null} if it is not known. */
    String find(byte[] bytes, int length) {
        int hash = 0;
        for (int i = 0; i < length; i++) {
            hash = 31 * hash + (bytes[i] & 0xFF);
        }
        for (int slot = hash & slots.length - 1; slots[slot] != null; slot = slot + 1 & slots.length - 1) {
            if (equal(slots[slot], bytes, length)) {
                return slots[slot];
            }
        }
        return null;
    }

    private static boolean equal(String name, byte[] bytes, int length) {
        if (name.length() != length) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if (name.charAt(i) != (bytes[i] & 0xFF)) {
                return false;
            }
        }
        return true;
    }
}
