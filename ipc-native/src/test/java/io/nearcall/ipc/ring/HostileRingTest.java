// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ipc.channel.PeerFault;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A peer that writes arbitrary values into its own words and records. */
class HostileRingTest {

    private enum Kind {
        STREAMING(RingLayout.streaming(RingMemory.CAPACITY)),
        TURN_TAKING(RingLayout.turnTaking(RingMemory.CAPACITY));

        private final RingLayout layout;

        Kind(RingLayout layout) {
            this.layout = layout;
        }
    }

    private final RingMemory memory = new RingMemory();

    @AfterEach
    void unmap() {
        memory.close();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldRefuseALengthThatNoRecordHas(Kind kind) {
        RingConsumer consumer = memory.consumer(kind.layout, 0, 1);
        for (int length : new int[] {kind.layout.maxPayloadLength() + 1, 1 << 20, RecordDescriptor.MAX_LENGTH}) {
            memory.ring.putLong(0, RecordDescriptor.header(1, length, 0));
            assertThatThrownBy(consumer::poll).isInstanceOf(PeerFault.class).hasMessageContaining("length=" + length);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldStayWithinTheRingWhateverHeadersComeAndChange(Kind kind) {
        SplittableRandom random = new SplittableRandom(11);
        RingConsumer consumer = memory.consumer(kind.layout, Long.MAX_VALUE - 8191, -5);
        int sequence = -5;
        for (int i = 0; i < 100_000; i++) {
            int length = random.nextInt(kind.layout.maxPayloadLength() + 2);
            memory.ring.putLong(consumer.headerIndex(), RecordDescriptor.header(sequence, length, random.nextInt(256)));
            try {
                assertThat(consumer.poll()).isTrue();
            } catch (PeerFault e) {
                continue;
            }
            memory.ring.putLong(consumer.headerIndex(), random.nextLong());
            assertThat(consumer.frameLength()).isEqualTo(length);
            assertThat(consumer.frameIndex()).isBetween(8, RingMemory.CAPACITY);
            assertThat(consumer.frameIndex() + length)
                    .isLessThanOrEqualTo(consumer.memory().capacity());
            consumer.release();
            sequence = RecordDescriptor.nextSequence(sequence);
        }
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldWriteNowhereButIntoTheRingWhateverPositionTheConsumerClaims(Kind kind) {
        SplittableRandom random = new SplittableRandom(12);
        long[] lies = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, 1L << 32, 12345};
        RingProducer producer = memory.producer(kind.layout, 1L << 31, 1);
        for (int i = 0; i < 100_000; i++) {
            long lie = random.nextBoolean() ? lies[random.nextInt(lies.length)] : random.nextLong();
            memory.words.putLong(0, lie);
            int index = producer.claim();
            if (index != RingProducer.BACK_PRESSURED) {
                assertThat(index).isBetween(8, RingMemory.CAPACITY);
                producer.commit(random.nextInt(kind.layout.maxPayloadLength() + 1), random.nextInt(256));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, -4096, Long.MIN_VALUE / 2})
    void shouldTakeAConsumerThatFallsBackForOneThatIsSlow(long lie) {
        RingProducer producer = memory.producer(RingLayout.streaming(RingMemory.CAPACITY), 0, 1);
        memory.words.putLong(0, lie);
        int sent = 0;
        while (producer.claim() != RingProducer.BACK_PRESSURED) {
            producer.commit(producer.maxPayloadLength(), 0);
            assertThat(++sent).isLessThanOrEqualTo(4);
        }
    }

    @Test
    void shouldIgnoreARecordOfAnotherSequence() {
        RingConsumer consumer = memory.consumer(RingLayout.streaming(RingMemory.CAPACITY), 0, 1);
        for (int sequence : new int[] {0, 2, -1, Integer.MIN_VALUE}) {
            memory.ring.putLong(0, RecordDescriptor.header(sequence, 8, 0));
            assertThat(consumer.poll()).isFalse();
        }
    }

    @Test
    void shouldLeaveOutSequenceNumberZero() {
        assertThat(RecordDescriptor.nextSequence(-1)).isEqualTo(1);
        assertThat(RecordDescriptor.nextSequence(Integer.MAX_VALUE)).isEqualTo(Integer.MIN_VALUE);
    }
}
