// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.segment.Words;

/** A field of several {@code int} in a row. */
public final class IntArrayField extends ArrayField {

    IntArrayField(Layout layout, int index, int length) {
        super(layout, index, length, Integer.BYTES);
    }

    /**
     * Returns an element.
     *
     * @throws IndexOutOfBoundsException if there is no such element, as with the other accesses
     */
    public int get(SharedObject object, int element) {
        return memory(object).getInt(index(element));
    }

    public void set(SharedObject object, int element, int value) {
        memory(object).putInt(index(element), value);
    }

    public int getVolatile(SharedObject object, int element) {
        return Words.getIntVolatile(memory(object), index(element));
    }

    public void setVolatile(SharedObject object, int element, int value) {
        Words.putIntVolatile(memory(object), index(element), value);
    }
}
