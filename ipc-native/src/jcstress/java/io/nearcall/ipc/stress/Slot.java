// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stress;

import io.nearcall.ipc.ring.RingConsumer;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.ring.RingProducer;
import io.nearcall.ipc.wait.SleepingWord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicInteger;

/** Memory for one state of a test: a small ring and its words, cut from one block, because states come by the million. */
final class Slot {

    static final int CAPACITY = 256;

    private static final int POSITION = 2 * CAPACITY;
    private static final int SLEEPER = POSITION + 64;
    private static final int LENGTH = SLEEPER + 64;
    private static final int SLOTS = 1 << 16; // more than are alive at any time
    private static final ByteBuffer BLOCK = ByteBuffer.allocateDirect(SLOTS * LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private static final AtomicInteger NEXT = new AtomicInteger();

    final ByteBuffer memory;
    final RingProducer producer;
    final RingConsumer consumer;
    final SleepingWord waiter;
    final SleepingWord publisher;

    Slot(RingLayout layout) {
        int start = (NEXT.getAndIncrement() & SLOTS - 1) * LENGTH;
        memory = BLOCK.slice(start, LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < LENGTH; i += Long.BYTES) {
            memory.putLong(i, 0);
        }
        producer = new RingProducer(memory, layout, memory, POSITION);
        consumer = new RingConsumer(memory, layout, memory, POSITION);
        waiter = new SleepingWord(memory, SLEEPER);
        publisher = new SleepingWord(memory, SLEEPER);
    }

    /** Puts the payload of a lap before, which looks like a header, where a later record's header will be. */
    void litter(int index, int sequence) {
        memory.putLong(index, sequence | 8L << 32);
    }

    void send(long value, int flags) {
        memory.putLong(producer.claim(), value);
        producer.commit(Long.BYTES, flags);
    }

    /** The next record's value, or -1 if there is none. */
    int receive() {
        if (!consumer.poll()) {
            return -1;
        }
        int value = (int) memory.getLong(consumer.frameIndex());
        consumer.release();
        return value;
    }

    void fill() {
        while (producer.claim() != RingProducer.BACK_PRESSURED) {
            producer.commit(producer.maxPayloadLength(), 0);
        }
    }
}
