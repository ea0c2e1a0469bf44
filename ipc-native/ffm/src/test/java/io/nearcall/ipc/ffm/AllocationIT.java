// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.ffm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.Futex;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.UnixSocket;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the calls of a busy lane allocate nothing once they are compiled. */
class AllocationIT {

    private static final int LENGTH = 4096;
    private static final int CALLS = 20_000;
    private static final long PATIENCE_NS = 60_000_000_000L;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(8);
    private int memory;
    private long word;

    @BeforeEach
    void map() {
        memory = Memory.memfd("allocation", LENGTH);
        word = Memory.map(memory, 0, LENGTH, true);
    }

    @AfterEach
    void unmap() {
        Memory.unmap(word, LENGTH);
        Descriptors.close(memory);
    }

    @Test
    void shouldAllocateNothingToWake() {
        assertAllocatesNothing(() -> Futex.wake(word, 1), 0);
    }

    @Test
    void shouldAllocateNothingToSleep() {
        assertAllocatesNothing(() -> Futex.await(word, 1, 1000), -Errno.EAGAIN);
    }

    @Test
    void shouldAllocateNothingToCopy() {
        byte[] bytes = new byte[100];
        assertAllocatesNothing(
                () -> {
                    Memory.put(word, bytes, 0, bytes.length);
                    Memory.get(word, bytes, 0, bytes.length);
                    return 0;
                },
                0);
    }

    @Test
    void shouldAllocateNothingToPassBytesThroughAFifo(@TempDir Path directory) {
        String path = directory.resolve("lane").toString();
        Fifo.make(path);
        int reader = Fifo.open(path, false);
        int writer = Fifo.open(path, true);
        assertAllocatesNothing(
                () -> {
                    Fifo.write(writer, buffer, 0, 8);
                    Fifo.await(reader, true, -1, 1000);
                    return Fifo.read(reader, buffer, 0, 8);
                },
                8);
        Descriptors.close(reader);
        Descriptors.close(writer);
    }

    @Test
    void shouldAllocateNothingToPassBytesThroughASocket() {
        int[] two = new int[2];
        int[] none = new int[0];
        UnixSocket.pair(two);
        assertAllocatesNothing(
                () -> {
                    UnixSocket.send(two[0], buffer, 0, 8, -1);
                    UnixSocket.await(two[1], true, 1000);
                    return UnixSocket.receive(two[1], buffer, 0, 8, none);
                },
                8);
        Descriptors.close(two[0]);
        Descriptors.close(two[1]);
    }

    /** It is compiled in one of the rounds, and allocates less than a byte a call from then on. */
    private void assertAllocatesNothing(IntSupplier call, int result) {
        long allocated = Long.MAX_VALUE;
        long endNs = System.nanoTime() + PATIENCE_NS; // the JIT may have to wait for a processor
        while (allocated >= CALLS && System.nanoTime() < endNs) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                if (call.getAsInt() != result) {
                    throw new AssertionError("result=" + call.getAsInt());
                }
            }
            allocated = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(allocated).as("bytes in %d calls", CALLS).isLessThan(CALLS);
    }
}
