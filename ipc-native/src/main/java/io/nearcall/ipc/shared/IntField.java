// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.segment.Words;

/** An {@code int} field. */
public final class IntField extends Field {

    IntField(Layout layout, int index) {
        super(layout, index);
    }

    public int get(SharedObject object) {
        return memory(object).getInt(index);
    }

    public void set(SharedObject object, int value) {
        memory(object).putInt(index, value);
    }

    public int getOpaque(SharedObject object) {
        return Words.getIntOpaque(memory(object), index);
    }

    public void setOpaque(SharedObject object, int value) {
        Words.putIntOpaque(memory(object), index, value);
    }

    public int getVolatile(SharedObject object) {
        return Words.getIntVolatile(memory(object), index);
    }

    public void setVolatile(SharedObject object, int value) {
        Words.putIntVolatile(memory(object), index, value);
    }

    /** Sets the field to {@code value} in one step if it is {@code expected}. Returns whether it was. */
    public boolean compareAndSet(SharedObject object, int expected, int value) {
        return Words.compareAndSetIntVolatile(memory(object), index, expected, value);
    }

    /** Adds to the field in one step. Returns the previous value. */
    public int getAndAdd(SharedObject object, int delta) {
        return Words.getAndAddIntVolatile(memory(object), index, delta);
    }
}
