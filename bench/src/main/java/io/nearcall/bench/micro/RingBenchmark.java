// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.micro;

import io.nearcall.ipc.ring.RingConsumer;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.ring.RingProducer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One record goes through a ring and out of it in one thread, so no cache line moves: claim, write, commit, poll, read,
 * release. The baseline writes as many bytes to the same kind of memory, stores a word with release, loads it with
 * acquire and reads the bytes. Launched by {@code bench/jmh RingBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class RingBenchmark {

    private static final int CAPACITY = 1 << 16;
    private static final VarHandle WORD = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    @Param({"8", "64"})
    public int length;

    private long value;
    private ByteBuffer bare;
    private Ring turnTaking;
    private Ring streaming;

    /** Both ends. The ring's length is a multiple of the records' lengths here, so no record reaches over its end. */
    private record Ring(RingProducer producer, RingConsumer consumer) {

        static Ring of(RingLayout layout) {
            ByteBuffer memory = ByteBuffer.allocateDirect(2 * CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
            ByteBuffer words = ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN);
            return new Ring(new RingProducer(memory, layout, words, 0), new RingConsumer(memory, layout, words, 0));
        }

        long pass(long value, int length) {
            int at = producer.claim();
            if (at < 0) {
                throw new IllegalStateException("the ring is full");
            }
            write(producer.memory(), at, length, value);
            producer.commit(length, 0);
            if (!consumer.poll()) {
                throw new IllegalStateException("the ring is empty");
            }
            long sum = read(consumer.memory(), consumer.frameIndex(), length);
            consumer.release();
            return sum;
        }
    }

    @Setup
    public void prepare() {
        bare = ByteBuffer.allocateDirect(2 * CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
        turnTaking = Ring.of(RingLayout.turnTaking(CAPACITY));
        streaming = Ring.of(RingLayout.streaming(CAPACITY));
    }

    @Benchmark
    public long turnTaking() {
        return turnTaking.pass(++value, length);
    }

    @Benchmark
    public long streaming() {
        return streaming.pass(++value, length);
    }

    @Benchmark
    public long baselineBuffer() {
        ByteBuffer memory = bare;
        write(memory, Long.BYTES, length, ++value);
        // As a producer publishes and a consumer looks. Both are this thread.
        WORD.setRelease(memory, 0, value);
        return (long) WORD.getAcquire(memory, 0) + read(memory, Long.BYTES, length);
    }

    private static void write(ByteBuffer memory, int at, int length, long value) {
        for (int i = 0; i < length; i += Long.BYTES) {
            memory.putLong(at + i, value);
        }
    }

    private static long read(ByteBuffer memory, int at, int length) {
        long sum = 0;
        for (int i = 0; i < length; i += Long.BYTES) {
            sum += memory.getLong(at + i);
        }
        return sum;
    }
}
