// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import io.nearcall.internal.log.Log;
import io.nearcall.internal.statistics.EndpointStatistics;
import java.lang.System.Logger.Level;
import java.util.UUID;

/** What an endpoint has flight recordings show. Loads no class of JFR unless a recording has been started. Any thread. */
public final class EndpointRecording implements AutoCloseable {

    /* A JVM may lack the module jdk.jfr, and to ask its classes whether a recording is on takes a fresh JVM as long as a few calls.
     * But a package is known to the JVM from its first loaded class on, so that can be asked without loading any. All classes that
     * need JFR are behind FlightEvents, which is touched only when that package is known.
     *
     * A recording may be started at any time. Nobody is told of it, so whoever has slept or failed anyway looks from time to time. */

    private static final long BETWEEN_LOOKS_NS = 1_000_000_000;

    private final UUID id;
    private final EndpointStatistics statistics;
    private volatile FlightEvents events; // null until a recording has been seen
    private volatile long lookedNs = System.nanoTime() - BETWEEN_LOOKS_NS;
    private boolean closed;

    /**
     * Nobody is recording yet.
     *
     * @param id of the endpoint
     * @param statistics what it counts
     */
    public EndpointRecording(UUID id, EndpointStatistics statistics) {
        this.id = id;
        this.statistics = statistics;
    }

    /** Finds out whether a recording has been started, at most once in a second. Cheap if it is too early. */
    public void look(long nowNs) {
        if (events == null && nowNs - lookedNs >= BETWEEN_LOOKS_NS) {
            lookedNs = nowNs;
            find();
        }
    }

    @SuppressWarnings("deprecation") // the other way asks a class loader, and the one that has JFR is nobody's to ask
    private synchronized void find() {
        if (events == null && !closed && Package.getPackage("jdk.jfr") != null) {
            try {
                events = FlightEvents.find(id, statistics);
            } catch (RuntimeException | LinkageError e) { // calls do not depend on it
                closed = true;
                Log.get().log(Level.WARNING, "Calls are not shown in flight recordings", e);
            }
        }
    }

    /**
     * What shows a connection. Null if no look has found a recording.
     *
     * @param initiator whether this side has made the connection
     */
    public ConnectionRecording of(UUID peer, int peerPid, boolean initiator, String channel) {
        FlightEvents found = events;
        return found == null ? null : new ConnectionRecording(found, id, peer, peerPid, initiator, channel);
    }

    /**
     * A connection has been refused.
     *
     * @param served whether by this side
     * @param peerPid 0 or less if it is not known
     * @param peer null if it is not known
     * @param service empty if it is not known
     */
    public void refused(boolean served, int peerPid, UUID peer, String service, String reason, String message) {
        look(System.nanoTime());
        FlightEvents found = events;
        if (found != null) {
            found.refused(served, peerPid, peer, service, reason, message);
        }
    }

    /** The endpoint has been closed. Repeatable. */
    @Override
    public synchronized void close() {
        closed = true;
        if (events != null) {
            try {
                events.close();
            } catch (RuntimeException e) { // the endpoint is to be closed all the same
                Log.get().log(Level.WARNING, "What was counted last is not shown in flight recordings", e);
            }
        }
    }
}
