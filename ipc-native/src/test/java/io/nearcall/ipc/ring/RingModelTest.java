// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A ring against a queue, over random sequences of operations, from positions and sequences about to overflow. */
@Timeout(60)
class RingModelTest {

    private static final int STEPS = 20_000;

    private record Sent(byte[] payload, int flags) {}

    private final ArrayDeque<Sent> model = new ArrayDeque<>();

    @ParameterizedTest
    @CsvSource({
        "1, 0, 1",
        "2, 0x7FFFFFC0, 0x7FFFFFF0",
        "3, 0xFFFFFF00, 0xFFFFFFF0",
        "4, 0x7FFFFFFFFFFFFC00, 0xFFFFFFFF",
        "5, 0xFFFFFFFFFFFFFFC0, 0x7FFFFFFF"
    })
    void shouldBehaveLikeAQueueWhenStreaming(long seed, String position, String sequence) {
        RingLayout layout = RingLayout.streaming(RingMemory.CAPACITY);
        SplittableRandom random = new SplittableRandom(seed);
        try (RingMemory memory = new RingMemory()) {
            litter(memory, random, layout);
            RingProducer producer = memory.producer(layout, parsed(position), (int) parsed(sequence));
            RingConsumer consumer = memory.consumer(layout, parsed(position), (int) parsed(sequence));
            for (int step = 0; step < STEPS; step++) {
                if (random.nextInt(100) < 55) {
                    produce(producer, random, 0x7F & random.nextInt(), layout);
                } else {
                    consume(consumer);
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, 1",
        "2, 0x7FFFFFC0, 0x7FFFFFF0",
        "3, 0xFFFFFC00, 0xFFFFFFF0",
        "4, 0x7FFFFFFFFFFFFC00, 0xFFFFFFFF",
        "5, 0xFFFFFFFFFFFFFC00, 0x7FFFFFFF"
    })
    void shouldBehaveLikeAQueueOfMessagesWhenTakingTurns(long seed, String position, String sequence) {
        RingLayout layout = RingLayout.turnTaking(RingMemory.CAPACITY);
        SplittableRandom random = new SplittableRandom(seed);
        try (RingMemory memory = new RingMemory()) {
            RingProducer producer = memory.producer(layout, parsed(position), (int) parsed(sequence));
            RingConsumer consumer = memory.consumer(layout, parsed(position), (int) parsed(sequence));
            int fragmentsLeft = 1 + random.nextInt(12);
            for (int step = 0; step < STEPS; step++) {
                boolean mayProduce = fragmentsLeft > 0;
                if (mayProduce && random.nextInt(100) < 60) {
                    int more = fragmentsLeft > 1 ? RecordDescriptor.MORE : 0;
                    if (produce(producer, random, more | 0x7F & random.nextInt(), layout)) {
                        fragmentsLeft--;
                    }
                } else if (consume(consumer) && fragmentsLeft == 0 && model.isEmpty()) {
                    fragmentsLeft = 1 + random.nextInt(random.nextBoolean() ? 2 : 12);
                }
            }
        }
    }

    private static long parsed(String unsigned) {
        return unsigned.startsWith("0x") ? Long.parseUnsignedLong(unsigned.substring(2), 16) : Long.parseLong(unsigned);
    }

    /** What laps before have left: anything, but the place of the first header is clear. */
    private static void litter(RingMemory memory, SplittableRandom random, RingLayout layout) {
        for (int i = 0; i < layout.capacity(); i += Integer.BYTES) {
            memory.ring.putInt(i, random.nextInt());
        }
        for (int i = 0; i < layout.capacity(); i += layout.alignment()) {
            memory.ring.putLong(i, 0);
        }
    }

    private boolean produce(RingProducer producer, SplittableRandom random, int flags, RingLayout layout) {
        int index = producer.claim();
        if (index == RingProducer.BACK_PRESSURED) {
            assertThat(model).isNotEmpty();
            return false;
        }
        byte[] payload = new byte[random.nextInt(8) == 0 ? layout.maxPayloadLength() : random.nextInt(200)];
        random.nextBytes(payload);
        producer.memory().put(index, payload);
        producer.commit(payload.length, flags);
        model.add(new Sent(payload, flags));
        return true;
    }

    private boolean consume(RingConsumer consumer) {
        Sent expected = model.peek();
        assertThat(consumer.poll()).isEqualTo(expected != null);
        if (expected == null) {
            consumer.publish();
            return false;
        }
        byte[] actual = new byte[consumer.frameLength()];
        consumer.memory().get(consumer.frameIndex(), actual);
        assertThat(actual).isEqualTo(expected.payload());
        assertThat(consumer.frameFlags()).isEqualTo(expected.flags());
        consumer.release();
        model.remove();
        return true;
    }
}
