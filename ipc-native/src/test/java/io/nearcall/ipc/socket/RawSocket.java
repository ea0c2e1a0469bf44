// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.stream.FrameDescriptor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectableChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The other side of a lane as a bare socket, which can do what no channel does: it has listened, and the lane has connected. */
final class RawSocket implements AutoCloseable {

    static final int CAPACITY = 64 * 1024;

    final Channel lane;
    final SocketChannel socket;

    private final LaneBatch batch;
    private final ByteBuffer bytes = ByteBuffer.allocate(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
    private final Secrets secrets = Secrets.random();

    RawSocket() throws IOException {
        batch = new TcpChannelProvider().open(0, 1, CAPACITY, ChannelMode.STREAMING);
        try (ServerSocketChannel listener = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0))) {
            int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
            lane = batch.connect(LaneBatch.NO_DESCRIPTOR, "127.0.0.1:" + port + "/" + secrets, new Bell())[0];
            socket = listener.accept();
        }
    }

    /** Takes what is asked for no notice. */
    private static final class Bell implements Doorbell {
        @Override
        public void ring(int lane) {}

        @Override
        public void ringWhenReadable(int lane, SelectableChannel channel) {}
    }

    /** What the lane has said first. */
    int introducedLane() throws IOException {
        ByteBuffer said = ByteBuffer.allocate(Secrets.INTRODUCTION_LENGTH);
        while (said.hasRemaining()) {
            assertThat(socket.read(said)).isPositive();
        }
        return secrets.laneOf(said);
    }

    /** What only the peer can say. */
    RawSocket answer() throws IOException {
        introducedLane();
        socket.write(secrets.answer());
        return this;
    }

    void send(byte... text) throws IOException {
        socket.write(ByteBuffer.wrap(text));
    }

    void sendHeader(int sequence, int length, int flags) throws IOException {
        sendFrame(sequence, length, flags, 0, 0, FrameDescriptor.HEADER_LENGTH);
    }

    /** Sends a part of a frame with eight bytes. */
    void sendFrame(int sequence, int length, int flags, long value, int from, int to) throws IOException {
        bytes.clear();
        bytes.putLong(FrameDescriptor.header(sequence, length, flags)).putLong(value);
        bytes.flip().limit(to).position(from);
        socket.write(bytes);
    }

    void die() throws IOException {
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        batch.close();
    }
}
