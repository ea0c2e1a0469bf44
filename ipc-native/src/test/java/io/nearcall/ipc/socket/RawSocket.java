// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.stream.RawEnd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** The other side of a lane as a bare socket: it has listened, and the lane has connected. */
final class RawSocket extends RawEnd {

    final SocketChannel socket;

    private final LaneBatch batch;
    private final Channel lane;
    private final Secrets secrets = Secrets.random();

    RawSocket() throws IOException {
        batch = new TcpChannelProvider().open(0, 1, CAPACITY, ChannelMode.STREAMING);
        try (ServerSocketChannel listener = ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0))) {
            int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
            lane = batch.connect(LaneBatch.NO_DESCRIPTOR, "127.0.0.1:" + port + "/" + secrets, BELL)[0];
            socket = listener.accept();
        }
    }

    @Override
    public Channel lane() {
        return lane;
    }

    /** What the lane has said first. */
    int introducedLane() throws IOException {
        ByteBuffer said = ByteBuffer.allocate(Secrets.INTRODUCTION_LENGTH);
        while (said.hasRemaining()) {
            assertThat(socket.read(said)).isPositive();
        }
        return secrets.laneOf(said);
    }

    /** A message that only the peer can send. */
    RawSocket answer() throws IOException {
        introducedLane();
        socket.write(secrets.answer());
        return this;
    }

    void send(byte... text) throws IOException {
        send(ByteBuffer.wrap(text));
    }

    @Override
    protected void send(ByteBuffer remaining) throws IOException {
        socket.write(remaining);
    }

    @Override
    public void die() throws IOException {
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        batch.close();
    }
}
