// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import java.nio.ByteBuffer;

/**
 * A field of a shared object: where it lies and of which type. It is read and written for an object that was opened with the
 * {@link Layout} that made it, else there is an IllegalArgumentException, and an IllegalStateException once that is closed.
 *
 * <p>Without a word in their names accesses are plain: for who has the object's monitor. {@code Volatile} ones, and those that
 * change a field in one step, are as of a volatile variable, between processes too; {@code Opaque} ones are whole, and seen
 * at some time, and say nothing of other fields.
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
