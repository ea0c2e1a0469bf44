// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A full socket whose reader does not read. Closing its last descriptor waits for the reader, for up to ten minutes.
 */
final class LingeringSocket implements AutoCloseable {

    private static final int MOST_ATTEMPTS = 100;

    private static final int LINGER_S = 600;

    private final SocketChannel reader;
    private final SocketChannel writer;
    private final int descriptor;

    LingeringSocket() throws IOException {
        try (ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.INET)) {
            listener.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 1);
            writer = SocketChannel.open(StandardProtocolFamily.INET);
            writer.connect(listener.getLocalAddress());
            reader = listener.accept();
        }
        writer.setOption(StandardSocketOptions.SO_LINGER, LINGER_S);
        writer.configureBlocking(false);
        ByteBuffer bytes = ByteBuffer.allocate(1 << 16);
        while (writer.write(bytes) > 0) {
            bytes.clear();
        }
        descriptor = descriptorOf(port(writer.getLocalAddress()), port(writer.getRemoteAddress()));
    }

    /** To be passed on. */
    int descriptor() {
        return descriptor;
    }

    /** Leaves it to those to whom it is on its way. */
    void abandon() throws IOException {
        writer.close();
    }

    /** Ends the waiting. */
    @Override
    public void close() throws IOException {
        reader.close();
        writer.close();
    }

    private static String port(SocketAddress address) {
        return String.format(":%04X", ((InetSocketAddress) address).getPort());
    }

    private static int descriptorOf(String localPort, String remotePort) throws IOException {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            String file = fileOf(localPort, remotePort);
            if (file != null) {
                return descriptorOf(file);
            }
        }
        throw new IOException("no socket of port " + localPort);
    }

    /** Null if the list has changed while it was read: then it may leave out others, too. */
    private static String fileOf(String localPort, String remotePort) throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/net/tcp"))) {
            String[] fields = line.trim().split(" +");
            boolean between =
                    fields[1].endsWith(localPort) && fields[2].endsWith(remotePort); // others may have one of them
            if (between && !fields[9].equals("0")) { // and not about to go
                return "socket:[" + fields[9] + "]";
            }
        }
        return null;
    }

    private static int descriptorOf(String file) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
            for (Path each : all) {
                try {
                    if (Files.readSymbolicLink(each).toString().equals(file)) {
                        return Integer.parseInt(each.getFileName().toString());
                    }
                } catch (NoSuchFileException e) {
                    // closed meanwhile
                }
            }
        }
        throw new IOException("no descriptor of " + file);
    }
}
