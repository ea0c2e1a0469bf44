// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import java.nio.ByteBuffer;

/**
 * A field of a shared object: its place and its type. It is read and written for an object that was opened with the
 * {@link Layout} that made the field. For another object, accesses throw an IllegalArgumentException; after the object
 * has been closed, an IllegalStateException.
 *
 * <p>Accesses without a suffix are plain: use them while holding the object's monitor. {@code Volatile} accesses, and
 * those that change a field in one step, behave as for a volatile variable, between processes too. {@code Opaque}
 * accesses are whole and become visible at some time. They say nothing about other fields.
 */
public abstract class Field {

    private final Layout layout;
    final int index;

    Field(Layout layout, int index) {
        this.layout = layout;
        this.index = index;
    }

    final ByteBuffer memory(SharedObject object) {
        return object.memory(layout);
    }
}
