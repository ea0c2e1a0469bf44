// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ring;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A ring in real memory, twice in a row for those that stream, with a word for its consumer's position. */
final class RingMemory implements AutoCloseable {

    static final int CAPACITY = 4096;

    final ByteBuffer ring;
    final ByteBuffer words = ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN);

    private final long address;

    RingMemory() {
        int descriptor = Memory.memfd("ring", CAPACITY);
        address = Memory.mapTwice(descriptor, 0, CAPACITY, true);
        Descriptors.close(descriptor);
        ring = Memory.buffer(address, 2L * CAPACITY);
    }

    RingProducer producer(RingLayout layout, long position, int sequence) {
        words.putLong(0, position);
        return new RingProducer(shown(layout), layout, words, 0, position, sequence);
    }

    RingConsumer consumer(RingLayout layout, long position, int sequence) {
        return new RingConsumer(shown(layout), layout, words, 0, position, sequence);
    }

    private ByteBuffer shown(RingLayout layout) {
        return layout.rewinding() ? ring.slice(0, CAPACITY).order(ByteOrder.LITTLE_ENDIAN) : ring;
    }

    @Override
    public void close() {
        Memory.unmap(address, 2L * CAPACITY);
    }
}
