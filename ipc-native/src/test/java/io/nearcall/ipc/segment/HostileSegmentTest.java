// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.UnixSocket;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Descriptors that a hostile peer may pass in place of its segment. */
class HostileSegmentTest {

    private static final SegmentShape SHAPE = new SegmentShape(3, 2, 8192, 64);
    private static final long LENGTH = SegmentDescriptor.length(SHAPE);

    private Mappings before;

    @BeforeEach
    void count() throws IOException {
        before = Mappings.now();
    }

    @AfterEach
    void shouldLeaveNothingBehind() throws IOException {
        assertThat(Mappings.now()).isEqualTo(before);
    }

    @Test
    void shouldRefuseAnUnsealedOne() {
        assertRefused(Memory.memfd("hostile", LENGTH), "not sealed");
    }

    @Test
    void shouldRefuseASparseOne() throws IOException {
        int descriptor = Memory.memfd("hostile", 4096);
        resize(descriptor, LENGTH);
        Memory.seal(descriptor);
        assertRefused(descriptor, "only 4096 of its");
    }

    @Test
    void shouldRefuseOneThatIsTooSmall() {
        assertRefused(sealed(LENGTH - 4096), "its length is");
    }

    @Test
    void shouldRefuseOneThatIsTooLarge() {
        assertRefused(sealed(LENGTH + 4096), "its length is");
    }

    @Test
    void shouldRefuseAFile(@TempDir Path directory) throws IOException {
        int descriptor = FileSystem.openLockFile(directory.resolve("orders").toString());
        resize(descriptor, LENGTH);
        assertRefused(descriptor, "not "); // a memfd, or sealed: a file on a tmpfs can be, too
    }

    @Test
    void shouldRefuseAPipe(@TempDir Path directory) throws Exception {
        String path = directory.resolve("orders").toString();
        assertThat(new ProcessBuilder("mkfifo", path).start().waitFor()).isZero();
        assertRefused(FileSystem.openLockFile(path), "not a memfd");
    }

    @Test
    void shouldRefuseASocket() {
        int[] two = new int[2];
        UnixSocket.pair(two);
        Descriptors.close(two[1]);
        assertRefused(two[0], "not a memfd");
    }

    @Test
    void shouldRefuseNoDescriptorAtAll() {
        assertRefused(-1, "no descriptor");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0x4E, magic=0x4e",
        "8, 2, 'version=2, agreed on 1'",
        "12, 3, 'laneCount=3, agreed on 2'",
        "16, 4096, 'ringCapacity=4096, agreed on 8192'",
        "20, 128, 'recordAlignment=128, agreed on 64'",
        "24, 4, 'batch=4, agreed on 3'"
    })
    void shouldRefuseAHeaderThatSaysSomethingElse(int offset, String value, String reason) {
        int descriptor = Memory.memfd("hostile", LENGTH);
        long address = Memory.map(descriptor, 0, LENGTH, true);
        Memory.seal(descriptor);
        ByteBuffer header = Memory.buffer(address, LENGTH);
        header.putLong(SegmentDescriptor.MAGIC_OFFSET, SegmentDescriptor.MAGIC);
        header.putInt(SegmentDescriptor.VERSION_OFFSET, SegmentDescriptor.VERSION);
        header.putInt(SegmentDescriptor.LANE_COUNT_OFFSET, SHAPE.laneCount());
        header.putInt(SegmentDescriptor.RING_CAPACITY_OFFSET, SHAPE.ringCapacity());
        header.putInt(SegmentDescriptor.RECORD_ALIGNMENT_OFFSET, SHAPE.recordAlignment());
        header.putInt(SegmentDescriptor.BATCH_OFFSET, SHAPE.batch());
        Segment.attach(descriptor, SHAPE).close();
        if (offset == SegmentDescriptor.MAGIC_OFFSET) {
            header.putLong(offset, Long.decode(value));
        } else {
            header.putInt(offset, Integer.decode(value));
        }
        assertRefused(descriptor, reason);
        Memory.unmap(address, LENGTH);
    }

    private static int sealed(long length) {
        int descriptor = Memory.memfd("hostile", length);
        Memory.seal(descriptor);
        return descriptor;
    }

    private static void resize(int descriptor, long length) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile("/proc/self/fd/" + descriptor, "rw")) {
            file.setLength(length);
        }
    }

    private static void assertRefused(int descriptor, String reason) {
        assertThatThrownBy(() -> Segment.attach(descriptor, SHAPE))
                .isInstanceOf(PeerFault.class)
                .hasMessageContaining(reason);
        if (descriptor >= 0) {
            Descriptors.close(descriptor);
        }
    }
}
