// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.PeerFault;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** One kind of sockets, and where a batch of lanes listens for the other side. Any thread. */
interface SocketFamily {

    /** Begins to listen at a place of its own. Nothing blocks on it. */
    ServerSocketChannel listen(int backlog) throws IOException;

    /** Where it listens, in a text without {@code /}. */
    String place(ServerSocketChannel listener) throws IOException;

    /** Stops listening, and leaves nothing of the place. */
    void close(ServerSocketChannel listener);

    /**
     * The address of a place.
     *
     * @throws PeerFault if no peer listens at such a place
     */
    SocketAddress address(String place);

    /** The other side listens at the place no more, for all lanes have connected to it: leaves nothing of it. */
    void connected(String place);

    /** A socket that is not connected yet. Nothing blocks on it. */
    SocketChannel open() throws IOException;

    /**
     * Looks at who is at the other end of a socket that is connected.
     *
     * @throws PeerFault if it is not who it has to be
     */
    void check(SocketChannel connected) throws IOException;
}
