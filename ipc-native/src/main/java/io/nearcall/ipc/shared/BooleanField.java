// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import io.nearcall.ipc.segment.Words;

/** A {@code boolean} field. */
public final class BooleanField extends Field {

    BooleanField(Layout layout, int index) {
        super(layout, index);
    }

    public boolean get(SharedObject object) {
        return memory(object).getInt(index) != 0;
    }

    public void set(SharedObject object, boolean value) {
        memory(object).putInt(index, value ? 1 : 0);
    }

    public boolean getVolatile(SharedObject object) {
        return Words.getIntVolatile(memory(object), index) != 0;
    }

    public void setVolatile(SharedObject object, boolean value) {
        Words.putIntVolatile(memory(object), index, value ? 1 : 0);
    }
}
