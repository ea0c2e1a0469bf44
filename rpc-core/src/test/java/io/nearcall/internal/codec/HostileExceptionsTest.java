// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.kryo5.KryoException;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Exceptions that no honest peer has written. */
@Timeout(120)
class HostileExceptionsTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static byte[] plainException(TestLane lane) {
        lane.write(out -> {
            out.writeVarInt(1, true);
            out.writeString("java.lang.IllegalStateException");
            out.writeString("no");
            out.writeString("java.lang.IllegalStateException: no");
            out.writeVarInt(1, true);
            for (String text : new String[] {null, null, null, "stock", "take", "stock.py"}) {
                out.writeString(text);
            }
            out.writeVarInt(1, false);
            out.writeVarInt(0, true);
            out.writeVarInt(0, true);
            out.writeVarInt(0, true);
            out.writeString(null);
        });
        return lane.message();
    }

    @Test
    void shouldNotAllocateWhatALengthInAnExceptionSays() throws Exception {
        TestLane lane = new TestLane(1 << 16);
        ThrowableCodec throwables =
                lane.throwables.withValues(new SpareCodecs(() -> LaneCodec.of(lane.table, lane.throwables)));
        ExceptionValuesTest.Faulty withValue =
                new ExceptionValuesTest.Faulty(new ExceptionValuesTest.Part("A", new Object[] {1, new int[] {2}}));
        withValue.setStackTrace(new StackTraceElement[0]);
        List<byte[]> messages = new ArrayList<>();
        messages.add(plainException(lane));
        lane.write(out -> throwables.write(out, withValue));
        messages.add(lane.message());
        for (byte[] message : messages) {
            for (int at = 0; at + 5 < message.length; at++) {
                byte[] hostile = message.clone();
                Arrays.fill(hostile, at, at + 4, (byte) 0xFF);
                hostile[at + 4] = 7;
                assertThat(bytesToReadThrown(lane, throwables, hostile))
                        .as("place %d of %d", at, message.length)
                        .isLessThan(16 * message.length + (16 << 10));
            }
        }
    }

    @Test
    void shouldNotAllocateForManySmallExceptionsInOneMessage() throws Exception {
        TestLane lane = new TestLane(1 << 16);
        byte[] one = plainException(lane);
        for (int count : new int[] {4, 16, ThrowableCodec.MAX_THROWABLES}) {
            byte[] many = new byte[1 + count * (one.length - 1)];
            many[0] = (byte) count;
            for (int i = 0; i < count; i++) {
                System.arraycopy(one, 1, many, 1 + i * (one.length - 1), one.length - 1);
            }
            assertThat(bytesToReadThrown(lane, lane.throwables, many))
                    .as("%d exceptions of %d bytes", count, one.length - 1)
                    .isLessThan(16 * many.length + (16 << 10));
        }
    }

    /**
     * The least of a few measurements, because the JDK sometimes allocates for its own purposes. The thread's stack is no
     * deeper than that of a lane's thread, because each exception keeps the stack of its thread.
     */
    private static long bytesToReadThrown(TestLane lane, ThrowableCodec throwables, byte[] message) throws Exception {
        FutureTask<Long> task = new FutureTask<>(() -> leastBytesToReadThrown(lane, throwables, message));
        Thread thread = new Thread(task, "reader");
        thread.start();
        return task.get();
    }

    private static long leastBytesToReadThrown(TestLane lane, ThrowableCodec throwables, byte[] message) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            lane.write(out -> out.writeBytes(message));
            long before = THREADS.getCurrentThreadAllocatedBytes();
            try {
                lane.read(throwables::read);
            } catch (KryoException e) {
                // refused as a whole
            }
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    @Test
    void shouldRefuseMoreExceptionsThanFitInAMessage() {
        TestLane lane = new TestLane(4096);
        lane.write(out -> {
            out.writeVarInt(ThrowableCodec.MAX_THROWABLES, true);
            for (int i = 0; i < ThrowableCodec.MAX_THROWABLES; i++) {
                new ThrownParts("", null, "", new StackTraceElement[0], -1, new int[0], new byte[0], "").write(out);
            }
        });
        assertThatThrownBy(() -> lane.read(lane.throwables::read))
                .isInstanceOf(MalformedMessage.class)
                .hasMessageContaining("More exceptions");
    }

    @Test
    void shouldBringAsManyExceptionsAsThereMayBeHoweverSmallTheyAre() {
        TestLane lane = new TestLane(1 << 16);
        Throwable chain = null;
        for (int i = 0; i < ThrowableCodec.MAX_THROWABLES; i++) {
            chain = new Error(chain);
            chain.setStackTrace(new StackTraceElement[0]);
        }
        Throwable thrown = chain;
        lane.write(out -> lane.throwables.write(out, thrown));

        int length = 0;
        for (Throwable one = lane.read(lane.throwables::read); one != null; one = one.getCause()) {
            assertThat(one).isExactlyInstanceOf(Error.class);
            length++;
        }
        assertThat(length).isEqualTo(ThrowableCodec.MAX_THROWABLES);
    }
}
