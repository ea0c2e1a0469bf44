// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.yardstick;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;

/** Writes to a {@link SemaphoredMemory}: takes one semaphore, copies, and gives the other. For one thread. */
public final class SemaphoredOutputStream extends OutputStream {

    private final SemaphoredMemory direction;

    public SemaphoredOutputStream(SemaphoredMemory direction) {
        this.direction = direction;
    }

    @Override
    public void write(int single) throws IOException {
        write(new byte[] {(byte) single}, 0, 1);
    }

    /** Writes bytes. Blocks while the message before has not been read. */
    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int sent = 0; sent < length; ) {
            int piece = Math.min(length - sent, SemaphoredMemory.CAPACITY);
            try {
                direction.semaphores.acquire(SemaphoredMemory.EMPTY);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted before the memory was empty");
            }
            // The semaphores order these accesses: between them and the reader's accesses is a system call that
            // synchronises.
            direction.memory.putInt(SemaphoredMemory.LENGTH_OFFSET, piece);
            direction.memory.put(SemaphoredMemory.MESSAGE_OFFSET, bytes, offset + sent, piece);
            direction.semaphores.release(SemaphoredMemory.FULL);
            sent += piece;
        }
    }
}
