// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SecondJvm;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SharedMemorySegmentIT {

    private static final int LENGTH = 10_000;

    private static int failure(Runnable call) {
        return catchThrowableOfType(OsException.class, call::run).errno();
    }

    @Test
    void shouldShareWhatIsWrittenWithAnotherProcess() throws Exception {
        try (SharedMemorySegment segment = SharedMemorySegment.create(IpcKey.PRIVATE, LENGTH)) {
            ByteBuffer buffer = segment.buffer(0, LENGTH);
            buffer.putLong(LENGTH - 8, 0x1234_5678_9ABC_DEF0L);
            try (SecondJvm other = SecondJvm.start(Mirror.class, Integer.toString(segment.id()))) {
                assertThat(other.readLine()).isEqualTo(Long.toHexString(0x1234_5678_9ABC_DEF0L));
                assertThat(other.awaitExit()).isZero();
            }
            assertThat(buffer.getLong(0)).isEqualTo(0x1234_5678_9ABC_DEF0L);
        }
    }

    /** Copies the last word to the first, and prints it. */
    static final class Mirror {
        public static void main(String[] arguments) {
            try (SharedMemorySegment segment = SharedMemorySegment.ofId(Integer.parseInt(arguments[0]))) {
                ByteBuffer buffer = segment.buffer(0, LENGTH);
                buffer.putLong(0, buffer.getLong(LENGTH - 8));
                System.out.println(Long.toHexString(buffer.getLong(0)));
            }
        }
    }

    @Test
    void shouldAttachOnceHoweverManyBuffersThereAre() {
        try (SharedMemorySegment segment = SharedMemorySegment.create(IpcKey.PRIVATE, LENGTH)) {
            segment.buffer(0, 16).putInt(4, 7);
            assertThat(segment.buffer(4, 4).getInt()).isEqualTo(7);
            assertThat(segment.status().attached()).isEqualTo(1);
            assertThatThrownBy(() -> segment.buffer(LENGTH - 3, 4)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> segment.buffer(-1, 4)).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    /** With 32-bit addresses, an address beyond 2 GiB would be wrong. Only touched pages exist. */
    @Test
    void shouldReachWhatLiesBeyondTwoGigabytes() {
        long length = 3L << 30;
        try (SharedMemorySegment segment = SharedMemorySegment.create(IpcKey.PRIVATE, length)) {
            segment.buffer(length - 8, 8).putLong(0, 42);
            assertThat(segment.buffer(length - 4_096, 4_096).getLong(4_088)).isEqualTo(42);
            assertThat(segment.buffer(0, 8).getLong(0)).isZero();
            assertThat(segment.lengthBytes()).isEqualTo(length);
        }
    }

    @Test
    void shouldKeepBuffersValidAfterClosingAndDetachWhenTheyAreCollected() throws InterruptedException {
        SharedMemorySegment watching = SharedMemorySegment.create(IpcKey.PRIVATE, LENGTH);
        ByteBuffer slice = written(watching.id());
        for (int i = 0; i < 20; i++) {
            System.gc();
            assertThat(slice.get(0)).isEqualTo((byte) 99);
        }
        assertThat(watching.status().attached()).isEqualTo(2);
        slice = null;
        for (int i = 0; i < 500 && watching.status().attached() > 1; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertThat(watching.status().attached()).isEqualTo(1);
        watching.close();
        assertThatThrownBy(() -> watching.buffer(0, 1)).isInstanceOf(IllegalStateException.class);
    }

    private static ByteBuffer written(int id) {
        try (SharedMemorySegment segment = SharedMemorySegment.ofId(id)) {
            ByteBuffer slice = segment.buffer(0, 64).slice(8, 8);
            return slice.put(0, (byte) 99);
        }
    }

    @Test
    void shouldBeAttachedByItsIdAfterItWasRemoved() {
        SharedMemorySegment segment = SharedMemorySegment.create(IpcKey.PRIVATE, LENGTH);
        assertThat(segment.remove()).isTrue();
        assertThat(segment.status().removed()).isTrue();
        segment.buffer(0, 4).putInt(0, 5);
        try (SharedMemorySegment again = SharedMemorySegment.ofId(segment.id())) {
            assertThat(again.buffer(0, 4).getInt(0)).isEqualTo(5);
        }
        segment.close();
    }

    @Test
    void shouldRefuseASegmentOfAnotherLengthAndWritesToOneThatIsForReading() {
        IpcKey key = new IpcKey(0x6E680000 | (int) ProcessHandle.current().pid());
        try (SharedMemorySegment made = SharedMemorySegment.create(key, LENGTH)) {
            assertThat(failure(() -> SharedMemorySegment.create(key, LENGTH))).isEqualTo(Errno.EEXIST);
            assertThatThrownBy(() -> SharedMemorySegment.open(key, LENGTH + 1))
                    .isInstanceOfSatisfying(
                            OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EINVAL))
                    .hasMessageContaining("has 10000 bytes, not 10001");
            SharedMemorySegment.open(key, LENGTH).close();
            made.buffer(0, 4).putInt(0, 6);
            ByteBuffer reading = SharedMemorySegment.openForReading(key).buffer(0, 4);
            assertThat(reading.getInt(0)).isEqualTo(6);
            assertThatThrownBy(() -> reading.putInt(0, 7)).isInstanceOf(ReadOnlyBufferException.class);
        }
        assertThat(failure(() -> SharedMemorySegment.open(key))).isEqualTo(Errno.ENOENT);
        assertThatThrownBy(() -> SharedMemorySegment.create(IpcKey.PRIVATE, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(failure(() -> SharedMemorySegment.create(IpcKey.PRIVATE, Long.MAX_VALUE)))
                .isIn(Errno.EINVAL, Errno.ENOMEM, Errno.ENOSPC);
    }
}
