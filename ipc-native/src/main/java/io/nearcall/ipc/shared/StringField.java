// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import java.nio.charset.StandardCharsets;

/** A String field of up to a number of bytes of UTF-8. */
public final class StringField extends Field {

    private final BytesField bytes;

    StringField(Layout layout, int index, int capacity) {
        super(layout, index);
        this.bytes = new BytesField(layout, index, capacity);
    }

    /** Returns the maximum number of bytes of UTF-8 in the field. */
    public int capacity() {
        return bytes.capacity();
    }

    public String get(SharedObject object) {
        return new String(bytes.get(object), StandardCharsets.UTF_8);
    }

    /**
     * Sets the text.
     *
     * @throws IllegalArgumentException if its UTF-8 has more bytes than the capacity
     */
    public void set(SharedObject object, String value) {
        bytes.set(object, value.getBytes(StandardCharsets.UTF_8));
    }
}
