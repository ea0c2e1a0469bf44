// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.ipc.os.Credentials;
import java.util.function.Consumer;

/** What both roles of a lane need of the connection that it belongs to. Any thread. */
public interface LaneConnection {

    /** The calling role of one of the peer's lanes, for what a method calls that runs on it. */
    LaneCaller newCaller(int laneId, Nesting nesting);

    /** The serving role of one of our lanes, for calls that come back on it. */
    LaneServer newServer(int laneId, Nesting nesting);

    /** A codec that speaks this connection's class ids. */
    LaneCodec newCodec();

    /** Counts the references in messages. */
    ReferenceCounts references();

    /** Longest message that may be sent, in bytes. */
    long maxMessageBytes();

    /** Who the peer is. */
    Credentials credentials();

    /** Whether the connection has ended. */
    boolean isClosed();

    /** Has something done when the connection has ended; returns what forgets it. */
    Runnable onEnd(Consumer<? super Loss> action);

    /** Ends the connection because the peer broke the protocol. */
    void protocolBroken(String fault);
}
