// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads that look like headers, and headers that are older than they look. */
class AdversarialPayloadTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNeverTakeAPayloadForTheNextHeader(boolean rewinding) {
        RingLayout layout =
                rewinding ? RingLayout.turnTaking(RingMemory.CAPACITY) : RingLayout.streaming(RingMemory.CAPACITY);
        try (RingMemory memory = new RingMemory()) {
            RingProducer producer = memory.producer(layout, 0, 1);
            RingConsumer consumer = memory.consumer(layout, 0, 1);
            int sequence = 1;
            // Each payload is longer than what is published of it, and a forest of headers: of the next record
            // everywhere, or of one after the other, line by line. Any place that one of them leaves for the consumer
            // to look at too early is seen as a frame.
            for (int record = 0; record < 4000; record++, sequence++) {
                int length = 1 + (record % 3 == 0 ? record * 61 % layout.maxPayloadLength() : record % 40);
                int index = producer.claim();
                for (int i = 0; i + Long.BYTES <= layout.maxPayloadLength(); i += Long.BYTES) {
                    producer.memory()
                            .putLong(index + i, RecordDescriptor.header(sequence + 1 + record % 2 * (i / 64), 8, 0));
                }
                producer.commit(length, 0);
                assertThat(consumer.poll()).isTrue();
                assertThat(consumer.frameLength()).isEqualTo(length);
                consumer.release();
                assertThat(consumer.poll()).as("record %d", record + 1).isFalse();
            }
        }
    }

    @Test
    void shouldNeverTakeAPayloadForTheNextHeaderAmongFragments() {
        RingLayout layout = RingLayout.turnTaking(RingMemory.CAPACITY);
        try (RingMemory memory = new RingMemory()) {
            RingProducer producer = memory.producer(layout, 0, 1);
            RingConsumer consumer = memory.consumer(layout, 0, 1);
            int sequence = 1;
            for (int record = 0; record < 4000; record++, sequence++) {
                int index = producer.claim();
                for (int i = 0; i + Long.BYTES <= layout.maxPayloadLength(); i += Long.BYTES) {
                    producer.memory().putLong(index + i, RecordDescriptor.header(sequence + 1 + i / 8 % 4, 8, 0));
                }
                producer.commit(layout.maxPayloadLength(), record % 7 == 6 ? 0 : RecordDescriptor.MORE);
                assertThat(consumer.poll()).isTrue();
                consumer.release();
                assertThat(consumer.poll()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void shouldNotTakeAHeaderOfAFullTurnOfSequenceNumbersAgoForANewOne(int fragments) {
        RingLayout layout = RingLayout.turnTaking(RingMemory.CAPACITY);
        try (RingMemory memory = new RingMemory()) {
            sendFragments(memory.producer(layout, 0, 1), fragments);
            // All the messages until the sequence number comes round again took one record each.
            RingProducer producer = memory.producer(layout, 0, 1);
            RingConsumer consumer = memory.consumer(layout, 0, 1);
            int index = producer.claim();
            producer.memory().putLong(index, 42);
            producer.commit(Long.BYTES, RecordDescriptor.MORE);
            assertThat(consumer.poll()).isTrue();
            consumer.release();
            assertThat(consumer.poll()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 8, 9})
    void shouldBeginEachTurnAtTheSamePlaceWhateverTheLastOneTook(int fragments) {
        RingLayout layout = RingLayout.turnTaking(RingMemory.CAPACITY);
        try (RingMemory memory = new RingMemory()) {
            RingProducer producer = memory.producer(layout, 0, 1);
            RingConsumer consumer = memory.consumer(layout, 0, 1);
            for (int turn = 0; turn < 100; turn++) {
                assertThat(producer.headerIndex()).isZero();
                assertThat(consumer.headerIndex()).isZero();
                for (int i = 0; i < fragments; i++) {
                    assertThat(producer.claim()).isNotNegative();
                    producer.commit(i, i < fragments - 1 ? RecordDescriptor.MORE : 0);
                    assertThat(consumer.poll()).isTrue();
                    assertThat(consumer.frameLength()).isEqualTo(i);
                    consumer.release();
                }
            }
        }
    }

    private static void sendFragments(RingProducer producer, int fragments) {
        for (int i = 0; i < fragments; i++) {
            producer.claim();
            producer.commit(0, i < fragments - 1 ? RecordDescriptor.MORE : 0);
        }
    }
}
