// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import java.nio.ByteBuffer;

/**
 * Memory that processes share. Thread-safe. Access to its content is not: guard it, for example with an {@link
 * OwnedMutex}.
 */
public interface SharedMemory extends AutoCloseable {

    /**
     * Returns a new buffer over all of the memory, at an address that is a multiple of 64. It and its slices stay valid
     * when the memory is closed.
     *
     * @throws IllegalStateException if the memory is closed
     */
    ByteBuffer buffer();

    /** Closes this opening. Idempotent. */
    @Override
    void close();
}
