// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.PeerFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Iterator;

/** Connections to a listening batch that have not yet said for which lane they are. One thread. */
final class Visitors implements AutoCloseable {

    /** So many more silent visitors than lanes may wait. If there are more, the oldest are sent away first. */
    static final int STRANGERS_MAX = 64;

    private record Visitor(SocketChannel socket, ByteBuffer said) {}

    private final SocketFamily family;
    private final ServerSocketChannel listener;
    private final Secrets secrets;
    private final SocketChannel[] lanes;
    private final ArrayDeque<Visitor> waiting = new ArrayDeque<>();
    private int missing;

    /** @param lanes receives the sockets of the visitors that are expected */
    Visitors(SocketFamily family, ServerSocketChannel listener, Secrets secrets, SocketChannel[] lanes) {
        this.family = family;
        this.listener = listener;
        this.secrets = secrets;
        this.lanes = lanes;
        this.missing = lanes.length;
    }

    /** Accepts visitors and reads what they have said. Returns how many lanes are still missing. Does not block. */
    int look() throws IOException {
        SocketChannel came;
        while ((came = listener.accept()) != null) {
            waiting.add(new Visitor(came, ByteBuffer.allocate(Secrets.INTRODUCTION_LENGTH)));
            came.configureBlocking(false);
            if (waiting.size() > lanes.length + STRANGERS_MAX) {
                waiting.remove().socket.close();
            }
        }
        for (Iterator<Visitor> all = waiting.iterator(); all.hasNext(); ) {
            Visitor visitor = all.next();
            if (!isSilent(visitor)) {
                all.remove();
                letIn(visitor);
            }
        }
        return missing;
    }

    /** Whether the introduction is not complete and more of it may come. */
    private static boolean isSilent(Visitor visitor) {
        try {
            return visitor.socket.read(visitor.said) >= 0 && visitor.said.hasRemaining();
        } catch (IOException e) { // it has gone
            return false;
        }
    }

    private void letIn(Visitor visitor) throws IOException {
        int lane = visitor.said.hasRemaining() ? -1 : secrets.laneOf(visitor.said);
        if (lane < 0 || lane >= lanes.length || lanes[lane] != null || !isWelcome(visitor.socket)) {
            visitor.socket.close();
            return;
        }
        lanes[lane] = visitor.socket;
        missing--;
    }

    private boolean isWelcome(SocketChannel socket) {
        try {
            family.check(socket);
            return socket.write(secrets.answer()) == Secrets.LENGTH;
        } catch (IOException | PeerFault e) {
            return false;
        }
    }

    /** Sends away all visitors that have not introduced themselves. */
    @Override
    public void close() throws IOException {
        for (Visitor visitor : waiting) {
            visitor.socket.close();
        }
        waiting.clear();
    }
}
