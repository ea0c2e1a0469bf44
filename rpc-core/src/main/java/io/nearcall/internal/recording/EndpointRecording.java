// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import io.nearcall.internal.log.Log;
import io.nearcall.internal.statistics.EndpointStatistics;
import java.lang.System.Logger.Level;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** What an endpoint has flight recordings show. Loads no class of JFR unless a recording has been started. Any thread. */
public final class EndpointRecording implements AutoCloseable {

    /* A JVM may lack the module jdk.jfr, and to ask its classes whether a recording is on takes a fresh JVM as long as a few calls.
     * But a package is known to the JVM from its first loaded class on, so that can be asked without loading any. All classes that
     * need JFR are behind FlightEvents, which is touched only when that package is known.
     *
     * A recording may be started at any time. Nobody is told of it, so whoever has slept or failed anyway looks from time to time.
     * That may be the monitor, a thread that others wait for, or one that holds a lock. To load and to instrument the classes of JFR
     * takes tens of milliseconds. So whoever looks has them found by another thread, and no lock is held meanwhile. */

    private static final long BETWEEN_LOOKS_NS = 1_000_000_000;

    private final UUID id;
    private final EndpointStatistics statistics;
    private final Executor elsewhere;
    private final AtomicBoolean finding = new AtomicBoolean();
    private volatile FlightEvents events; // null until a recording has been seen
    private volatile long lookedNs = System.nanoTime() - BETWEEN_LOOKS_NS;
    private volatile boolean closed;

    /**
     * Nobody is recording yet.
     *
     * @param id of the endpoint
     * @param statistics what it counts
     * @param elsewhere loads JFR's classes
     */
    public EndpointRecording(UUID id, EndpointStatistics statistics, Executor elsewhere) {
        this.id = id;
        this.statistics = statistics;
        this.elsewhere = elsewhere;
    }

    /** Has it found out whether a recording has been started, at most once in a second. Cheap, whatever is found. */
    public void look(long nowNs) {
        if (events == null && nowNs - lookedNs >= BETWEEN_LOOKS_NS) {
            lookedNs = nowNs;
            if (isPossible()) {
                later(this::find);
            }
        }
    }

    private void later(Runnable task) {
        try {
            elsewhere.execute(task);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // the endpoint closes, or no thread can be had: calls do not depend on it
        }
    }

    @SuppressWarnings("deprecation") // the other way asks a class loader, and the one that has JFR is nobody's to ask
    private boolean isPossible() {
        return !closed && Package.getPackage("jdk.jfr") != null;
    }

    /** Finds out whether a recording has been started, on this thread. May take tens of milliseconds; not to be called under a lock. */
    public void find() {
        if (events != null || !isPossible() || !finding.compareAndSet(false, true)) {
            return;
        }
        try {
            if (events != null) { // found in between
                return;
            }
            FlightEvents found = FlightEvents.find(id, statistics);
            events = found; // before the look at closed. Partner: close
            if (found != null && closed) {
                found.close();
            }
        } catch (RuntimeException | LinkageError e) { // calls do not depend on it
            closed = true;
            Log.get().log(Level.WARNING, "Calls are not shown in flight recordings", e);
        } finally {
            finding.set(false);
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
        long nowNs = System.nanoTime();
        if (events != null) {
            events.refused(served, peerPid, peer, service, reason, message);
        } else if (nowNs - lookedNs >= BETWEEN_LOOKS_NS && isPossible()) { // perhaps nobody else looks
            lookedNs = nowNs;
            later(() -> {
                find();
                FlightEvents found = events;
                if (found != null) {
                    found.refused(served, peerPid, peer, service, reason, message);
                }
            });
        }
    }

    /** The endpoint has been closed. Repeatable. */
    @Override
    public void close() {
        closed = true; // before the look at events. Partner: find
        FlightEvents known = events;
        if (known != null) {
            try {
                known.close();
            } catch (RuntimeException e) { // the endpoint is to be closed all the same
                Log.get().log(Level.WARNING, "What was counted last is not shown in flight recordings", e);
            }
        }
    }
}
