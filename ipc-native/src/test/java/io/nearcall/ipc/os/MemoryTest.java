// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryTest {

    private static final long LENGTH = 64 * 1024;

    private int fd;

    @BeforeEach
    void makeMemory() {
        fd = Memory.memfd("orders", LENGTH);
    }

    @AfterEach
    void closeMemory() {
        Descriptors.close(fd);
    }

    @Test
    void shouldAllocateTheWholeLength() {
        assertThat(Memory.length(fd)).isEqualTo(LENGTH);
        Memory.seal(fd);
        assertThat(Memory.checkSegment(fd, LENGTH)).isNull();
    }

    @Test
    void shouldShowWhatWasWrittenThroughAnotherMap() {
        long writer = Memory.map(fd, 0, LENGTH, true);
        long reader = Memory.map(fd, 4096, 4096, false);
        Memory.buffer(writer, LENGTH).putLong(4096 + 8, 42);
        assertThat(Memory.buffer(reader, 4096).getLong(8)).isEqualTo(42);
        Memory.unmap(reader, 4096);
        Memory.unmap(writer, LENGTH);
    }

    @Test
    void shouldContinueAtTheBeginningBehindTheEndOfAMapMadeTwice() {
        long address = Memory.mapTwice(fd, 0, LENGTH, true);
        ByteBuffer both = Memory.buffer(address, 2 * LENGTH);
        both.putLong((int) LENGTH - 4, 0x1122334455667788L);
        assertThat(both.getInt(0)).isEqualTo(0x11223344);
        assertThat(both.getInt((int) LENGTH)).isEqualTo(0x11223344);
        Memory.unmap(address, 2 * LENGTH);
    }

    @Test
    void shouldRefuseToMapTwiceWhatIsNotWholePages() {
        assertThatThrownBy(() -> Memory.mapTwice(fd, 0, LENGTH - 8, true))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errnoName()).isEqualTo("EINVAL"));
    }

    @Test
    void shouldGiveLittleEndianDirectBuffers() {
        long address = Memory.map(fd, 0, LENGTH, true);
        ByteBuffer buffer = Memory.buffer(address, LENGTH);
        assertThat(buffer.isDirect()).isTrue();
        assertThat(buffer.order()).isEqualTo(ByteOrder.LITTLE_ENDIAN);
        assertThat(buffer.capacity()).isEqualTo((int) LENGTH);
        Memory.unmap(address, LENGTH);
    }

    @Test
    void shouldCopyArraysInAndOut() {
        long address = Memory.map(fd, 0, LENGTH, true);
        try {
            byte[] bytes = {1, 2, 3, 4, 5, 6};
            Memory.put(address + 7, bytes, 1, 4);
            byte[] read = new byte[6];
            Memory.get(address + 8, read, 2, 3);
            assertThat(read).containsExactly(0, 0, 3, 4, 5, 0);
        } finally {
            Memory.unmap(address, LENGTH);
        }
    }

    @Test
    void shouldCopyNothingOutsideOfTheArray() {
        long address = Memory.map(fd, 0, LENGTH, true);
        try {
            byte[] bytes = new byte[8];
            assertThatThrownBy(() -> Memory.put(address, bytes, 5, 4)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> Memory.get(address, bytes, -1, 4)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> Memory.get(address, bytes, 0, -1)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> Memory.put(0, bytes, 0, 4)).isInstanceOf(IllegalArgumentException.class);
        } finally {
            Memory.unmap(address, LENGTH);
        }
    }

    @Test
    void shouldLetNobodyResizeOrMapForWritingOnceSealed() throws IOException {
        long writer = Memory.map(fd, 0, LENGTH, true);
        Memory.seal(fd);
        assertThatThrownBy(() -> Memory.map(fd, 0, LENGTH, true))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EPERM));
        try (FileChannel channel = FileChannel.open(Path.of("/proc/self/fd/" + fd), StandardOpenOption.WRITE)) {
            assertThatThrownBy(() -> channel.truncate(8)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> channel.write(ByteBuffer.allocate(1))).isInstanceOf(IOException.class);
        }
        Memory.buffer(writer, LENGTH).putInt(0, 1);
        Memory.unmap(writer, LENGTH);
    }

    @Test
    void shouldSayThatASegmentIsNotSealed() {
        assertThat(Memory.checkSegment(fd, LENGTH)).contains("not sealed");
    }

    @Test
    void shouldSayThatASegmentHasAnotherLength() {
        Memory.seal(fd);
        assertThat(Memory.checkSegment(fd, 2 * LENGTH)).contains("65536").contains("131072");
    }

    @Test
    void shouldSayThatASegmentIsSparse() throws IOException {
        try (RandomAccessFile file = new RandomAccessFile("/proc/self/fd/" + fd, "rw")) {
            file.setLength(2 * LENGTH);
        }
        Memory.seal(fd);
        assertThat(Memory.checkSegment(fd, 2 * LENGTH)).contains("only 65536 of its 131072 bytes are allocated");
    }

    @Test
    void shouldSayThatASegmentHasHolesThoughAsMuchIsAllocatedBehindItsEnd() throws Exception {
        try (RandomAccessFile file = new RandomAccessFile("/proc/self/fd/" + fd, "rw")) {
            file.setLength(2 * LENGTH);
        }
        String path = "/proc/" + ProcessHandle.current().pid() + "/fd/" + fd;
        String length = String.valueOf(LENGTH);
        String end = String.valueOf(2 * LENGTH);
        Process fallocate = new ProcessBuilder("fallocate", "--keep-size", "-o", end, "-l", length, path)
                .inheritIO()
                .start();
        assertThat(fallocate.waitFor()).isZero();
        assertThat(Memory.allocated(fd)).isEqualTo(2 * LENGTH);
        Memory.seal(fd);
        assertThat(Memory.checkSegment(fd, 2 * LENGTH)).contains("holes");
    }

    @Test
    void shouldSayThatAFileIsNoMemory(@TempDir Path directory) {
        int file = FileSystem.openLockFile(directory.resolve("orders").toString());
        assertThat(Memory.checkSegment(file, LENGTH)).isNotNull();
        Descriptors.close(file);
    }

    @Test
    void shouldRefuseMoreThanTheMachineHasBeforeAnyOfItIsTaken() {
        assertThatThrownBy(() -> Memory.memfd("orders", Long.MAX_VALUE))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.ENOMEM));
    }

    @Test
    void shouldRefuseLengthsThatNoBufferHas() {
        assertThatThrownBy(() -> Memory.memfd("orders", 0)).hasMessageContaining("lengthBytes=0");
        assertThatThrownBy(() -> Memory.buffer(4096, 1L << 31)).isInstanceOf(IndexOutOfBoundsException.class);
    }
}
