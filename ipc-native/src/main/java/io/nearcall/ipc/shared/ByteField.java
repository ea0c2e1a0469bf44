// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

/** A {@code byte} field. */
public final class ByteField extends Field {

    ByteField(Layout layout, int index) {
        super(layout, index);
    }

    public byte get(SharedObject object) {
        return memory(object).get(index);
    }

    public void set(SharedObject object, byte value) {
        memory(object).put(index, value);
    }
}
