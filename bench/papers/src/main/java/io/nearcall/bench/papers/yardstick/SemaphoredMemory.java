// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.yardstick;

import io.nearcall.ipc.classic.IpcKey;
import io.nearcall.ipc.classic.SemaphoreSet;
import io.nearcall.ipc.classic.SharedMemorySegment;
import java.nio.ByteBuffer;

/**
 * One direction through shared memory with explicit semaphores, as in Wells 2009. It has room for one message, a
 * semaphore that says that it is empty, and one that says that it is full. Each is operated by a call of its own. The
 * segment vanishes with the last process that has it attached. The semaphores vanish when the JVM that made this object
 * closes it.
 */
public final class SemaphoredMemory implements AutoCloseable {

    /** The longest message. A longer one goes in pieces. */
    public static final int CAPACITY = 40_960;

    static final int EMPTY = 0;
    static final int FULL = 1;
    static final int LENGTH_OFFSET = 0;
    static final int MESSAGE_OFFSET = Integer.BYTES;

    final SemaphoreSet semaphores;
    final ByteBuffer memory;
    private final SharedMemorySegment segment;

    private SemaphoredMemory(SharedMemorySegment segment, SemaphoreSet semaphores) {
        this.segment = segment;
        this.semaphores = semaphores;
        this.memory = segment.buffer(0, MESSAGE_OFFSET + CAPACITY);
    }

    public static SemaphoredMemory create() {
        SharedMemorySegment segment = SharedMemorySegment.create(IpcKey.PRIVATE, MESSAGE_OFFSET + CAPACITY);
        segment.remove(); // it can be attached by its id as long as this process has it attached
        return new SemaphoredMemory(segment, SemaphoreSet.create(IpcKey.PRIVATE, 1, 0));
    }

    /** @param address what {@link #address} returned in the other process */
    public static SemaphoredMemory open(String address) {
        String[] ids = address.split(":");
        return new SemaphoredMemory(
                SharedMemorySegment.ofId(Integer.parseInt(ids[0])), SemaphoreSet.ofId(Integer.parseInt(ids[1])));
    }

    public String address() {
        return segment.id() + ":" + semaphores.id();
    }

    @Override
    public void close() {
        semaphores.close();
        segment.close();
    }
}
