// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.kumon;

import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A loopback connection for each request. The client sends four bytes with the length of the request, four with the
 * length of the wanted reply, and the request, all at once. The reply's bytes come back.
 */
final class TcpWay {

    private static final int BACKLOG = 16;

    private TcpWay() {}

    /** Serves in a thread of its own. Returns the port. */
    static int serve(Exchange answering) throws IOException {
        ServerSocket listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Serving.start("TCP", () -> {
            try (Socket socket = listener.accept()) {
                answer(socket, answering);
            }
        });
        return listener.getLocalPort();
    }

    private static void answer(Socket socket, Exchange answering) throws Exception {
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int requestBytes = in.readInt();
        int replyBytes = in.readInt();
        byte[] request = new byte[requestBytes];
        in.readFully(request);
        socket.getOutputStream().write(answering.exchange(request, replyBytes));
    }

    static Exchange to(int port) {
        return (request, replyBytes) -> {
            try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
                socket.setTcpNoDelay(true);
                DataOutputStream out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
                out.writeInt(request.length);
                out.writeInt(replyBytes);
                out.write(request);
                out.flush();
                byte[] reply = new byte[replyBytes];
                new DataInputStream(socket.getInputStream()).readFully(reply);
                return reply;
            }
        };
    }
}
