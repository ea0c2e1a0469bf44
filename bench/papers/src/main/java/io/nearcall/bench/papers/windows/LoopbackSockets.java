// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.windows;

import io.nearcall.bench.papers.mechanism.Link;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Loopback sockets of the JDK, which calls Winsock: as streams, and as channels with direct buffers. */
final class LoopbackSockets {

    private LoopbackSockets() {}

    static Offer offerStreams(String name) throws IOException {
        ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        return new Offer(Integer.toString(listener.getLocalPort()), client -> streams(listener.accept()));
    }

    static Link callStreams(String port, Peer server) throws IOException {
        return streams(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port)));
    }

    private static Link streams(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        return Link.of(socket.getInputStream(), socket.getOutputStream());
    }

    static Offer offerChannels(String name) throws IOException {
        ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
        return new Offer(Integer.toString(port), client -> channels(listener.accept()));
    }

    static Link callChannels(String port, Peer server) throws IOException {
        return channels(
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port))));
    }

    private static Link channels(SocketChannel channel) throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return Link.of(channel, channel);
    }
}
