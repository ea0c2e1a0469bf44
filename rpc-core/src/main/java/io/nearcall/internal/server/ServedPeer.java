// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.server;

import io.nearcall.internal.codec.ThrowableCodec;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.reference.ExportedObject;
import java.util.concurrent.Executor;

/** What the lanes need of the connection over which they are called. Any thread. */
public interface ServedPeer extends LaneConnection {

    /** Writes what a method of that object throws. */
    ThrowableCodec throwables(ExportedObject object);

    /** What runs the methods, or null: then the lanes' threads do. */
    Executor executor();

    /** So many calls of a shared lane may be in progress: one-way ones, and again as many others. */
    int maxCalls();

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
}
