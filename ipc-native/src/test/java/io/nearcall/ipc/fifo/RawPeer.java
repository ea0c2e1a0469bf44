// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.stream.RawEnd;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** The other side of a lane as two bare descriptors. */
final class RawPeer extends RawEnd {

    private final LaneBatch batch;
    private final Channel lane;
    private int reader;
    private int writer;

    RawPeer(Path directory) {
        this(directory, CAPACITY);
    }

    /** @param pipeLength bytes that the peer's FIFO holds, or as few as there may be */
    RawPeer(Path directory, int pipeLength) {
        String name = FifoNames.newBatch();
        Fifo.make(FifoNames.path(directory, name, 0));
        reader = Fifo.open(FifoNames.path(directory, name, 0), false);
        assertThat(Fifo.resize(reader, pipeLength)).isNotNegative();
        batch = new FifoChannelProvider(directory, CurrentProcess.uid()).open(0, 1, CAPACITY, ChannelMode.STREAMING);
        writer = Fifo.open(FifoNames.path(directory, batch.address(), 0), true);
        FileSystem.unlink(FifoNames.path(directory, batch.address(), 0));
        lane = batch.connect(LaneBatch.NO_DESCRIPTOR, name, BELL)[0];
    }

    @Override
    public Channel lane() {
        return lane;
    }

    @Override
    protected void send(ByteBuffer remaining) {
        assertThat(Fifo.write(writer, remaining, remaining.position(), remaining.remaining()))
                .isEqualTo(remaining.remaining());
    }

    /** Makes this side's pipe hold more than the lane asked for. */
    void enlarge(int lengthBytes) {
        assertThat(Fifo.resize(writer, lengthBytes)).isGreaterThanOrEqualTo(lengthBytes);
    }

    /** Reads everything that the lane has sent. */
    int drain() {
        ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY);
        int drained = 0;
        for (int got = Fifo.read(reader, bytes, 0, CAPACITY); got > 0; got = Fifo.read(reader, bytes, 0, CAPACITY)) {
            drained += got;
        }
        return drained;
    }

    @Override
    public void die() {
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
