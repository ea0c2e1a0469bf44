// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import java.nio.ByteBuffer;

/** A field of raw memory, whose order the program decides itself. */
public final class RegionField extends Field {

    private final int length;

    RegionField(Layout layout, int index, int length) {
        super(layout, index);
        this.length = length;
    }

    /** Returns the length in bytes. */
    public int length() {
        return length;
    }

    /**
     * Returns a new buffer over the region, at an address that is a multiple of 64. It and its slices stay valid when
     * the object is closed.
     */
    public ByteBuffer buffer(SharedObject object) {
        return memory(object).slice(index, length);
    }
}
