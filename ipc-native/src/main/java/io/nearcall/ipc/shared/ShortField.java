// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

/** A {@code short} field. */
public final class ShortField extends Field {

    ShortField(Layout layout, int index) {
        super(layout, index);
    }

    public short get(SharedObject object) {
        return memory(object).getShort(index);
    }

    public void set(SharedObject object, short value) {
        memory(object).putShort(index, value);
    }
}
