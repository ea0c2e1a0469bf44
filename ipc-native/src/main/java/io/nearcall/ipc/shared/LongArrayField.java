// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.segment.Words;

/** A field of several {@code long} in a row. */
public final class LongArrayField extends ArrayField {

    LongArrayField(Layout layout, int index, int length) {
        super(layout, index, length, Long.BYTES);
    }

    /**
     * Returns an element.
     *
     * @throws IndexOutOfBoundsException if there is no such element, as with the other accesses
     */
    public long get(SharedObject object, int element) {
        return memory(object).getLong(index(element));
    }

    public void set(SharedObject object, int element, long value) {
        memory(object).putLong(index(element), value);
    }

    public long getVolatile(SharedObject object, int element) {
        return Words.getLongVolatile(memory(object), index(element));
    }

    public void setVolatile(SharedObject object, int element, long value) {
        Words.putLongVolatile(memory(object), index(element), value);
    }
}
