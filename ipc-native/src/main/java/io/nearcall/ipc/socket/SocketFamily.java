// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.channel.PeerFault;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A kind of sockets, and the places at which batches of lanes listen for the other side. Any thread. */
interface SocketFamily {

    /** Begins to listen at a place of its own. The channel is non-blocking. */
    ServerSocketChannel listen(int backlog) throws IOException;

    /** Returns the place of a listener, as a text without {@code /}. */
    String place(ServerSocketChannel listener) throws IOException;

    /** Stops listening and leaves nothing of the place. */
    void close(ServerSocketChannel listener);

    /**
     * Returns the address of a place.
     *
     * @throws PeerFault if no peer listens at such a place
     */
    SocketAddress address(String place);

    /**
     * Called when all lanes have connected to a place, so nobody listens there any more. Leaves nothing of the place.
     */
    void connected(String place);

    /** Makes a socket that is not connected yet. The channel is non-blocking. */
    SocketChannel open() throws IOException;

    /**
     * Checks who is at the other end of a connected socket.
     *
     * @throws PeerFault if it is somebody else than the peer
     */
    void check(SocketChannel connected) throws IOException;
}
