// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;

class SocketStreamIT extends StreamContract {

    private Path path;
    private ServerSocketChannel listener;

    @Override
    String create() throws IOException {
        path = Files.createTempDirectory("nearcall-socket").resolve("socket");
        listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path));
        return path.toString();
    }

    @Override
    void find(String address) {
        path = Path.of(address);
    }

    private SocketStream open() throws IOException {
        return SocketStream.of(
                listener != null ? listener.accept() : SocketChannel.open(UnixDomainSocketAddress.of(path)));
    }

    @Override
    ByteSource openSource() throws IOException {
        return open().source();
    }

    @Override
    ByteSink openSink() throws IOException {
        return open().sink();
    }

    @Override
    void remove() throws IOException {
        listener.close();
        Files.delete(path);
        Files.delete(path.getParent());
    }

    @Override
    boolean tellsDeathFromEnd() {
        return false;
    }
}
