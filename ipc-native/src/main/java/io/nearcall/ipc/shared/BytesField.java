// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import java.nio.ByteBuffer;

/** A {@code byte[]} field of any length up to its capacity. */
public final class BytesField extends Field {

    private final int capacity;

    BytesField(Layout layout, int index, int capacity) {
        super(layout, index);
        this.capacity = capacity;
    }

    /** Returns the maximum number of bytes in the field. */
    public int capacity() {
        return capacity;
    }

    /** Returns a copy of the bytes. */
    public byte[] get(SharedObject object) {
        ByteBuffer memory = memory(object);
        // Any length may be there, written without the monitor or by a process that was killed.
        byte[] bytes = new byte[Math.max(0, Math.min(capacity, memory.getInt(index)))];
        memory.get(index + Integer.BYTES, bytes);
        return bytes;
    }

    /**
     * Sets the bytes.
     *
     * @throws IllegalArgumentException if there are more bytes than the capacity
     */
    public void set(SharedObject object, byte[] value) {
        if (value.length > capacity) {
            throw new IllegalArgumentException(
                    "value.length=" + value.length + " is more than the " + capacity + " bytes of the field");
        }
        ByteBuffer memory = memory(object);
        memory.put(index + Integer.BYTES, value);
        memory.putInt(index, value.length);
    }
}
