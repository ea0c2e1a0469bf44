// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;

/**
 * A loopback connection for each request, as in Kumo&#324; 2017. The client sends four bytes with the length of the
 * request, four with the length of the wanted reply, and the request. The reply's bytes come back. Everything is sent
 * at once, as by {@link Sockets}.
 */
final class Connections implements Responder {

    private static final int BACKLOG = 16;

    private final ServerSocket listener;

    private Connections(ServerSocket listener) {
        this.listener = listener;
    }

    static Responder offer(Path scratch) throws IOException {
        return new Connections(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()));
    }

    static Caller call(String address) {
        int port = Integer.parseInt(address);
        return (request, room) -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setTcpNoDelay(true);
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
                out.writeInt(request.length);
                out.writeInt(room.length);
                out.write(request);
                out.flush();
                new DataInputStream(socket.getInputStream()).readFully(room);
                return room;
            }
        };
    }

    @Override
    public String address() {
        return Integer.toString(listener.getLocalPort());
    }

    @Override
    public void respond(Shape shape, int count) throws IOException {
        byte[] request = new byte[shape.requestBytes()];
        byte[] reply = shape.isEcho() ? request : new byte[shape.replyBytes()];
        for (int i = 0; i < count; i++) {
            try (Socket socket = listener.accept()) {
                DataInputStream in = new DataInputStream(socket.getInputStream());
                expect(request.length, in.readInt());
                expect(reply.length, in.readInt());
                in.readFully(request);
                socket.getOutputStream().write(reply);
            }
        }
    }

    private static void expect(int expected, int actual) throws IOException {
        if (expected != actual) {
            throw new IOException("a request says a length of " + actual + ", not " + expected);
        }
    }

    @Override
    public void close() {
        // The port is closed when the JVM ends.
    }
}
