// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.ThrowableCodec;
import io.nearcall.internal.lane.LaneCaller;
import io.nearcall.internal.lane.LaneServer;
import io.nearcall.internal.lane.ReferenceCounts;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.os.Credentials;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** What the lanes need of the connection over which they are called. Any thread. */
public interface ServedPeer {

    Credentials credentials();

    /** A codec that speaks this connection's class ids. */
    LaneCodec newCodec();

    /** Writes what a method of that object throws. */
    ThrowableCodec throwables(ExportedObject object);

    /** What runs the methods, or null: then the lanes' threads do. */
    Executor executor();

    /** So many calls of a shared lane may be in progress: one-way ones, and again as many others. */
    int maxCalls();

    /** The calling role of one of the peer's lanes, for what a method calls that runs on it. */
    LaneCaller newCaller(int laneId, Channel channel, LaneServer server);

    /** Counts the references in messages. */
    ReferenceCounts references();

    /** Longest message that may be sent, in bytes. */
    long maxMessageBytes();

    /**
     * The object of that id which the peer refers to, through one of its interfaces; null if there is none.
     *
     * @param answered whether the call is answered; if it is not, it is counted
     */
    ExportedObject reference(int id, int facet, boolean answered);

    /** The service of that id, or null. */
    ExportedObject object(int id);

    /** Whether no call is to be started any more. */
    boolean isClosing();

    /** Whether the connection has ended. */
    boolean isClosed();

    /** Has something done when the connection has ended; returns what forgets it. */
    Runnable onEnd(Consumer<? super Loss> action);

    /**
     * A call that nobody waits for has come to nothing: whoever runs this side is told.
     *
     * @param cause may be null
     */
    void unanswered(String what, Throwable cause);

    /** Runs something soon on another thread. */
    void execute(Runnable task);

    /** Runs something short after the delay, on the monitor's thread; never, if the endpoint is closed before. */
    void schedule(long delayNs, Runnable task);

    /** Ends the connection because the peer broke the protocol. */
    void protocolBroken(String fault);
}
