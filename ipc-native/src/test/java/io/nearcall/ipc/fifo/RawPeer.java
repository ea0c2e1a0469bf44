// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.stream.FrameDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** The other side of a lane as bare descriptors, which can do what no channel does. */
final class RawPeer implements AutoCloseable {

    static final int CAPACITY = 64 * 1024;

    final Channel lane;

    private final LaneBatch batch;
    private final ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
    private int reader;
    private int writer;

    RawPeer(Path directory, ChannelMode mode) {
        this(directory, mode, CAPACITY);
    }

    /** @param pipeLength bytes that the peer's FIFO holds, or as few as there may be */
    RawPeer(Path directory, ChannelMode mode, int pipeLength) {
        String name = FifoNames.newBatch();
        Fifo.make(FifoNames.path(directory, name, 0));
        reader = Fifo.open(FifoNames.path(directory, name, 0), false);
        assertThat(Fifo.resize(reader, pipeLength)).isNotNegative();
        batch = new FifoChannelProvider(directory, CurrentProcess.uid()).open(0, 1, CAPACITY, mode);
        writer = Fifo.open(FifoNames.path(directory, batch.address(), 0), true);
        FileSystem.unlink(FifoNames.path(directory, batch.address(), 0));
        lane = batch.connect(LaneBatch.NO_DESCRIPTOR, name, new Bell())[0];
    }

    /** Takes what is asked for no notice. */
    private static final class Bell implements Doorbell {
        @Override
        public void ring(int lane) {}

        @Override
        public void ringWhenReadable(int lane, int descriptor) {}
    }

    void sendHeader(int sequence, int length, int flags) {
        bytes.putLong(0, FrameDescriptor.header(sequence, length, flags));
        send(0, FrameDescriptor.HEADER_LENGTH);
    }

    void sendFrame(int sequence, int length, int flags, long value) {
        bytes.putLong(0, FrameDescriptor.header(sequence, length, flags));
        bytes.putLong(FrameDescriptor.HEADER_LENGTH, value);
        send(0, FrameDescriptor.HEADER_LENGTH + length);
    }

    /** Writes a part of the frame that was made last. */
    void send(int offset, int length) {
        assertThat(Fifo.write(writer, bytes, offset, length)).isEqualTo(length);
    }

    /** Makes this side's pipe hold more than the lane asked for. */
    void enlarge(int lengthBytes) {
        assertThat(Fifo.resize(writer, lengthBytes)).isGreaterThanOrEqualTo(lengthBytes);
    }

    /** Reads everything that the lane has sent. */
    int drain() {
        int drained = 0;
        for (int got = Fifo.read(reader, bytes, 0, CAPACITY); got > 0; got = Fifo.read(reader, bytes, 0, CAPACITY)) {
            drained += got;
        }
        return drained;
    }

    void die() {
        Descriptors.close(reader);
        Descriptors.close(writer);
        reader = -1;
    }

    @Override
    public void close() {
        if (reader >= 0) {
            die();
        }
        batch.close();
    }
}
