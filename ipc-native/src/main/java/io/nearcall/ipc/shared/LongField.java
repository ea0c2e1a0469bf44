// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.segment.Words;

/** A {@code long} field. */
public final class LongField extends Field {

    LongField(Layout layout, int index) {
        super(layout, index);
    }

    public long get(SharedObject object) {
        return memory(object).getLong(index);
    }

    public void set(SharedObject object, long value) {
        memory(object).putLong(index, value);
    }

    public long getOpaque(SharedObject object) {
        return Words.getLongOpaque(memory(object), index);
    }

    public void setOpaque(SharedObject object, long value) {
        Words.putLongOpaque(memory(object), index, value);
    }

    public long getVolatile(SharedObject object) {
        return Words.getLongVolatile(memory(object), index);
    }

    public void setVolatile(SharedObject object, long value) {
        Words.putLongVolatile(memory(object), index, value);
    }

    /** Sets the field to {@code value} in one step if it is {@code expected}. Returns whether it was. */
    public boolean compareAndSet(SharedObject object, long expected, long value) {
        return Words.compareAndSetLongVolatile(memory(object), index, expected, value);
    }

    /** Adds to the field in one step. Returns the previous value. */
    public long getAndAdd(SharedObject object, long delta) {
        return Words.getAndAddLongVolatile(memory(object), index, delta);
    }
}
