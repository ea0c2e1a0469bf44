// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.hosts;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;

/** As many bytes through a socket and back, without any call: the floor. One thread at a time. */
final class Plain implements Desk {

    private final OutputStream out;
    private final DataInputStream in;

    Plain(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        this.out = socket.getOutputStream();
        this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 2 * Work.LONG_BYTES));
    }

    /** Sends back what arrives, each connection in a thread of its own. */
    static void serve(ServerSocket door) {
        start("acceptor of sockets", () -> {
            while (true) {
                Plain accepted = new Plain(door.accept());
                start("socket", accepted::sendBack);
            }
        });
    }

    private interface Serving {
        void run() throws IOException;
    }

    private static void start(String name, Serving serving) {
        Thread thread = new Thread(
                () -> {
                    try {
                        serving.run();
                    } catch (IOException e) {
                        // the other side has ended, or the JVM does
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void sendBack() throws IOException {
        while (true) {
            write(read());
        }
    }

    private void write(byte[] bytes) throws IOException {
        byte[] message = ByteBuffer.allocate(Integer.BYTES + bytes.length)
                .putInt(bytes.length)
                .put(bytes)
                .array();
        out.write(message);
        out.flush();
    }

    private byte[] read() throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return bytes;
    }

    /** Adds on this side: the bytes alone travel. */
    @Override
    public int add(int left, int right) {
        ByteBuffer both = ByteBuffer.wrap(echo(ByteBuffer.allocate(2 * Integer.BYTES)
                .putInt(left)
                .putInt(right)
                .array()));
        return both.getInt() + both.getInt();
    }

    @Override
    public byte[] echo(byte[] bytes) {
        try {
            write(bytes);
            return read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
