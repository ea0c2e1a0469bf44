// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ring;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Both ends of a ring that looks as if it had been used for ages. */
public final class AgedRing implements AutoCloseable {

    private static final int CAPACITY = 4096;

    public final RingProducer producer;
    public final RingConsumer consumer;
    private final long address;

    public AgedRing(boolean turnTaking, long position, int sequence) {
        RingLayout layout = turnTaking ? RingLayout.turnTaking(CAPACITY) : RingLayout.streaming(CAPACITY);
        int descriptor = Memory.memfd("ring", CAPACITY);
        address = Memory.mapTwice(descriptor, 0, CAPACITY, true);
        Descriptors.close(descriptor);
        ByteBuffer ring = Memory.buffer(address, 2L * CAPACITY);
        ByteBuffer words = ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN);
        words.putLong(0, position);
        producer = new RingProducer(ring, layout, words, 0, position, sequence);
        consumer = new RingConsumer(ring, layout, words, 0, position, sequence);
    }

    /** Nobody may use it any more. */
    @Override
    public void close() {
        Memory.unmap(address, 2L * CAPACITY);
    }
}
