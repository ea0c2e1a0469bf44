// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What of a segment is refused: here it can hold anything. */
@Timeout(60)
class SegmentEndTest {

    private static final int LENGTH = 4_096;

    private final SharedMemorySegment segment = SharedMemorySegment.create(IpcKey.PRIVATE, LENGTH);
    private final ByteBuffer memory = segment.buffer(0, LENGTH);

    @AfterEach
    void remove() {
        segment.close();
    }

    private static void assertRefused(ThrowingCallable opening, int errno, String why) {
        assertThatThrownBy(opening)
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(errno))
                .hasMessageContaining(why);
    }

    @Test
    void shouldRefuseASegmentThatHoldsSomethingElse() {
        memory.putLong(0, 0x4711);
        assertRefused(segment::openSink, Errno.EINVAL, "magic=0x4711");
        assertThat(memory.getLong(StreamDescriptor.processOffset(false))).isZero();
    }

    @Test
    void shouldRefuseAStreamOfAnotherVersionOrSize() throws IOException {
        segment.openSource().close();
        memory.putInt(StreamDescriptor.VERSION_OFFSET, 2);
        assertRefused(segment::openSink, Errno.EINVAL, "version=2, not 1");
        memory.putInt(StreamDescriptor.VERSION_OFFSET, StreamDescriptor.VERSION);
        memory.putInt(StreamDescriptor.CAPACITY_OFFSET, LENGTH);
        assertRefused(segment::openSink, Errno.EINVAL, "capacity=4096, not 3584");
    }

    @Test
    void shouldRefuseASegmentWithoutRoomForAStream() {
        try (SharedMemorySegment small = SharedMemorySegment.create(IpcKey.PRIVATE, StreamDescriptor.RING_OFFSET)) {
            assertRefused(small::openSource, Errno.EINVAL, "needs more than 512");
        }
    }

    @Test
    void shouldRefuseASecondSideOfAKindEvenWhenTheFirstHasGone() throws IOException {
        segment.openSink().close();
        String pid = "process " + ProcessHandle.current().pid();
        assertRefused(segment::openSink, Errno.EBUSY, pid + " has opened its sink already");
        segment.openSource();
        assertRefused(SharedMemorySegment.ofId(segment.id())::openSource, Errno.EBUSY, pid);
    }

    @Test
    void shouldDetachTheSegmentWhenItAndItsStreamsAreClosed() throws IOException {
        SharedMemorySegment other = SharedMemorySegment.ofId(segment.id());
        ByteSource source = other.openSource();
        ByteSink sink = other.openSink();
        assertThatThrownBy(other::openSink).isInstanceOf(OsException.class);
        other.close();
        sink.write(ByteBuffer.wrap(new byte[10]));
        sink.close();
        assertThat(source.read(ByteBuffer.allocate(20))).isEqualTo(10);
        assertThat(segment.status().attached()).isEqualTo(2);
        source.close();
        assertThat(segment.status().attached()).isEqualTo(1);
        assertThatThrownBy(other::openSource).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseASegmentThatCannotBeWritten() {
        IpcKey key = new IpcKey(0x6E690000 | (int) ProcessHandle.current().pid());
        try (SharedMemorySegment made = SharedMemorySegment.create(key, LENGTH);
                SharedMemorySegment reading = SharedMemorySegment.openForReading(key)) {
            assertThatThrownBy(reading::openSource)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("for reading only");
            made.openSource();
        }
    }

    @Test
    void shouldNotBelieveAPositionThatCannotBe() throws IOException {
        try (ByteSource source = segment.openSource();
                ByteSink sink = segment.openSink()) {
            int read = StreamDescriptor.progressOffset(true);
            int written = StreamDescriptor.progressOffset(false);
            for (long nonsense : new long[] {2 * LENGTH, 1L << 62, -2}) {
                memory.putLong(read, nonsense);
                assertThatThrownBy(() -> sink.write(ByteBuffer.allocate(LENGTH)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("an impossible progress=");
            }
            for (long nonsense : new long[] {2 * LENGTH, 1L << 62, -2}) {
                memory.putLong(written, nonsense);
                assertThatThrownBy(() -> source.read(ByteBuffer.allocate(LENGTH)))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("an impossible progress=");
            }
        }
    }
}
