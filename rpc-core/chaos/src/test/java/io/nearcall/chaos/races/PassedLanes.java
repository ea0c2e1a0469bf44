// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.ChannelProvider;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.fifo.FifoChannelProvider;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.ipc.shm.ShmChannelProvider;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** This side's ends of the lanes of a batch. The halves were passed over a socket. */
final class PassedLanes implements AutoCloseable {

    static final int CAPACITY = 64 * 1024;

    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    final Channel[] lanes;
    private final LaneBatch batch;

    private PassedLanes(LaneBatch batch, Channel[] lanes) {
        this.batch = batch;
        this.lanes = lanes;
    }

    /** Makes this side's half, passes it, takes the other's and completes the lanes. */
    static PassedLanes exchange(int socket, LaneKind kind, Path directory, int laneCount, Doorbell bell)
            throws IOException {
        LaneBatch batch = open(kind, directory, laneCount);
        offer(socket, batch);
        return accept(socket, batch, bell);
    }

    /** The first step of {@link #exchange}: for both ends in one process, one after the other. */
    static LaneBatch open(LaneKind kind, Path directory, int laneCount) {
        ChannelProvider provider =
                kind.fifo() ? new FifoChannelProvider(directory, CurrentProcess.uid()) : new ShmChannelProvider();
        return provider.open(0, laneCount, CAPACITY, kind.mode());
    }

    static void offer(int socket, LaneBatch batch) throws IOException {
        ByteBuffer half = ByteBuffer.allocateDirect(LaneBatch.ADDRESS_LENGTH_MAX);
        half.put(0, batch.address().getBytes(StandardCharsets.UTF_8)); // the rest is zero
        if (UnixSocket.send(socket, half, 0, half.capacity(), batch.descriptor()) != half.capacity()) {
            throw new IOException("the half was not sent");
        }
        batch.descriptorPassed();
    }

    static PassedLanes accept(int socket, LaneBatch batch, Doorbell bell) throws IOException {
        ByteBuffer half = ByteBuffer.allocateDirect(LaneBatch.ADDRESS_LENGTH_MAX);
        int[] descriptors = new int[1];
        UnixSocket.await(socket, true, PATIENCE_NS);
        if (UnixSocket.receive(socket, half, 0, half.capacity(), descriptors) != half.capacity()) {
            throw new IOException("the other half did not come");
        }
        String address = StandardCharsets.UTF_8.decode(half).toString().trim();
        PassedLanes lanes = new PassedLanes(batch, batch.connect(descriptors[0], address, bell));
        if (descriptors[0] >= 0) {
            Descriptors.close(descriptors[0]);
        }
        return lanes;
    }

    /** No thread may use a lane any more. */
    @Override
    public void close() {
        batch.close();
    }

    /** Which lanes are meant. */
    enum LaneKind {
        SHM_IN_TURNS(false, ChannelMode.TURN_TAKING),
        SHM_STREAMING(false, ChannelMode.STREAMING),
        FIFO_IN_TURNS(true, ChannelMode.TURN_TAKING),
        FIFO_STREAMING(true, ChannelMode.STREAMING);

        private final boolean fifo;
        private final ChannelMode mode;

        LaneKind(boolean fifo, ChannelMode mode) {
            this.fifo = fifo;
            this.mode = mode;
        }

        boolean fifo() {
            return fifo;
        }

        ChannelMode mode() {
            return mode;
        }
    }
}
