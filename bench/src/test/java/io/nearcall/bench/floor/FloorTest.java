// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.Workload;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class FloorTest {

    private final int fd = Memory.memfd("floor-test", FloorDirection.LENGTH_BYTES);
    private final long writerAddress = Memory.map(fd, 0, FloorDirection.LENGTH_BYTES, true);
    private final long readerAddress = Memory.map(fd, 0, FloorDirection.LENGTH_BYTES, true);
    private final FloorDirection writer = new FloorDirection(writerAddress);
    private final FloorDirection reader = new FloorDirection(readerAddress);

    @AfterEach
    void unmap() {
        Memory.unmap(writerAddress, FloorDirection.LENGTH_BYTES);
        Memory.unmap(readerAddress, FloorDirection.LENGTH_BYTES);
        Descriptors.close(fd);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 62, 4_000, 4_096, 40_000})
    void shouldCarryAMessageWhole(int length) throws Exception {
        byte[] sent = FloorDirection.message(length);
        byte[] received = FloorDirection.message(length);
        new Random(length).nextBytes(sent);

        CompletableFuture<Long> position = CompletableFuture.supplyAsync(() -> reader.take(0, received, length));
        long written = writer.put(0, sent, length);

        assertThat(position.get()).isEqualTo(written);
        assertThat(Arrays.copyOf(received, length)).isEqualTo(Arrays.copyOf(sent, length));
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 4_000, 40_000})
    void shouldMakeAnArrayOfEachMessageAndSendItOn(int length) throws Exception {
        byte[] sent = FloorDirection.message(length);
        byte[] received = FloorDirection.message(length);
        FreshArray array = new FreshArray(length);
        new Random(length).nextBytes(sent);

        sendOn(
                sent,
                received,
                length,
                position -> array.take(reader, position, length),
                position -> array.put(writer, position, length));

        assertThat(received).isEqualTo(sent);
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 4_000, 40_000})
    void shouldMakeAStringOfEachMessageAndSendItOn(int length) throws Exception {
        byte[] sent = FloorDirection.message(length);
        byte[] received = FloorDirection.message(length);
        FreshText text = new FreshText(length);
        Arrays.fill(sent, (byte) 'n');
        sent[length - 1] = 'x';

        sendOn(
                sent,
                received,
                length,
                position -> text.take(reader, position, length),
                position -> text.put(writer, position, length));

        assertThat(received).isEqualTo(sent);
    }

    /** There in one direction, then, from what was made of it, in the same. */
    private void sendOn(byte[] sent, byte[] received, int length, LongUnaryOperator take, LongUnaryOperator put)
            throws Exception {
        CompletableFuture<Long> taken = CompletableFuture.supplyAsync(() -> take.applyAsLong(0));
        writer.put(0, sent, length);
        long position = taken.get();
        CompletableFuture<Long> end = CompletableFuture.supplyAsync(() -> reader.take(position, received, length));
        put.applyAsLong(position);
        end.get();
    }

    @ParameterizedTest
    @EnumSource
    void shouldCarryMessagesWholeInEveryVariant(FloorVariant variant) throws Exception {
        writer.use(variant);
        reader.use(variant);
        for (int length : new int[] {0, 40, 4_000, 40_000, 300_000}) {
            if (variant.suits(length)) {
                writer.reset();
                shouldCarryAMessageWhole(length);
            }
        }
    }

    @Test
    void shouldHaveSeveralVariantsOfEveryWorkload() {
        for (Workload workload : Workload.values()) {
            assertThat(FloorVariant.values())
                    .filteredOn(variant -> variant.suits(workload))
                    .hasSizeGreaterThanOrEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {FloorDirection.RING_BYTES + 1, 8 * FloorDirection.RING_BYTES, 1_000_003})
    void shouldStreamWhatIsLongerThanItsRing(int length) throws Exception {
        byte[] sent = FloorDirection.message(length);
        byte[] received = FloorDirection.message(length);
        long position = 0;
        for (int seed = 1; seed <= 3; seed++) {
            long start = position;
            new Random(seed).nextBytes(sent);
            CompletableFuture<Long> end = CompletableFuture.supplyAsync(() -> reader.take(start, received, length));
            position = writer.put(start, sent, length);

            assertThat(end.get()).isEqualTo(position);
            assertThat(Arrays.equals(received, 0, length, sent, 0, length)).isTrue();
        }
    }

    @Test
    void shouldEndTheReadersWaitWhenStopped() throws Exception {
        CompletableFuture<Long> position = CompletableFuture.supplyAsync(() -> reader.take(0, new byte[8], 8));
        writer.stop();

        assertThat(position.get()).isEqualTo(FloorDirection.STOPPED);
    }

    @Test
    void shouldWakeASleepingReader() throws Exception {
        CompletableFuture<Void> awake = CompletableFuture.runAsync(() -> reader.sleepPast(0, false));
        writer.put(0, new byte[0], 0);
        writer.wake();

        assertThat(awake).succeedsWithin(java.time.Duration.ofSeconds(10));
    }
}
