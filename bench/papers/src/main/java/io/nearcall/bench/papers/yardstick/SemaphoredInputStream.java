// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.yardstick;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;

/**
 * Reads from a {@link SemaphoredMemory}, which is empty again after the whole message is read. For one thread; never
 * ends.
 */
public final class SemaphoredInputStream extends InputStream {

    private final SemaphoredMemory direction;
    private int position;
    private int remaining;

    public SemaphoredInputStream(SemaphoredMemory direction) {
        this.direction = direction;
    }

    @Override
    public int read() throws IOException {
        byte[] single = new byte[1];
        read(single, 0, 1);
        return single[0] & 0xFF;
    }

    /** Reads bytes. Blocks until there is a message. */
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (remaining == 0) {
            try {
                direction.semaphores.acquire(SemaphoredMemory.FULL);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted before the memory was full");
            }
            remaining = direction.memory.getInt(SemaphoredMemory.LENGTH_OFFSET);
            position = SemaphoredMemory.MESSAGE_OFFSET;
        }
        int piece = Math.min(length, remaining);
        direction.memory.get(position, into, offset, piece);
        position += piece;
        remaining -= piece;
        if (remaining == 0) {
            direction.semaphores.release(SemaphoredMemory.EMPTY);
        }
        return piece;
    }
}
