// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import io.nearcall.ipc.classic.SocketStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loopback sockets, the baseline of all papers, by java.io and by java.nio. They send at once: TCP_NODELAY is on. A
 * Unix socket as the library provides it is here too.
 */
final class Sockets {

    private Sockets() {}

    static Responder offerStreams(Path scratch) throws IOException {
        ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        return new LinkResponder(Integer.toString(listener.getLocalPort()), () -> streams(listener.accept()), listener);
    }

    static Caller callStreams(String address) throws IOException {
        return LinkResponder.caller(streams(new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(address))));
    }

    static Responder offerChannels(Path scratch) throws IOException {
        ServerSocketChannel listener =
                ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
        return new LinkResponder(Integer.toString(port), () -> channels(listener.accept()), listener);
    }

    static Caller callChannels(String address) throws IOException {
        InetSocketAddress port = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(address));
        return LinkResponder.caller(channels(SocketChannel.open(port)));
    }

    static Responder offerUnix(Path scratch) throws IOException {
        Path path = scratch.resolve("papers.socket");
        Files.deleteIfExists(path);
        ServerSocketChannel listener =
                ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
        return new LinkResponder(
                path.toString(), () -> unix(listener.accept()), listener, () -> Files.deleteIfExists(path));
    }

    static Caller callUnix(String address) throws IOException {
        return LinkResponder.caller(unix(SocketChannel.open(UnixDomainSocketAddress.of(address))));
    }

    private static Link unix(SocketChannel socket) throws IOException {
        SocketStream stream = SocketStream.of(socket);
        return Link.of(stream.source(), stream.sink());
    }

    private static Link streams(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        return Link.of(socket.getInputStream(), socket.getOutputStream());
    }

    private static Link channels(SocketChannel socket) throws IOException {
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        return Link.of(socket, socket);
    }
}
