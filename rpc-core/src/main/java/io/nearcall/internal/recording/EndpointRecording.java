// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.recording;

import io.nearcall.internal.log.Log;
import io.nearcall.internal.statistics.EndpointStatistics;
import java.lang.System.Logger.Level;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Shows an endpoint in flight recordings. Loads no class of JFR unless a recording has been started. Any thread. */
public final class EndpointRecording implements AutoCloseable {

    /* A JVM may lack the module jdk.jfr. Asking JFR's classes whether a recording is on takes a fresh JVM as long as a
     * few calls. But the JVM knows a package once a class of it is loaded, and this can be asked without loading any
     * class. All classes that need JFR are behind FlightEvents and ConnectionRecording, which are touched only when the
     * package is known.
     *
     * A recording may be started at any time, without notice. So a thread that has slept or failed anyway looks from
     * time to time. This may be the monitor, a thread that others wait for, or one that holds a lock. Loading and
     * instrumenting the classes of JFR takes tens of milliseconds. So the thread that looks lets another thread do
     * that, which holds no lock meanwhile. */

    private static final long BETWEEN_LOOKS_NS = 1_000_000_000;

    private final UUID id;
    private final EndpointStatistics statistics;
    private final Executor elsewhere;
    private final AtomicBoolean finding = new AtomicBoolean();
    private volatile FlightEvents events; // null until a recording has been seen
    private volatile long lookedNs = System.nanoTime() - BETWEEN_LOOKS_NS;
    private volatile boolean closed;

    /**
     * Creates the object before any recording has been found.
     *
     * @param id the id of the endpoint
     * @param statistics the counts of the endpoint
     * @param elsewhere loads JFR's classes
     */
    public EndpointRecording(UUID id, EndpointStatistics statistics, Executor elsewhere) {
        this.id = id;
        this.statistics = statistics;
        this.elsewhere = elsewhere;
    }

    /** Lets another thread check whether a recording has been started, at most once a second. Always cheap. */
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
            // the endpoint closes, or no thread can be started: calls do not depend on it
        }
    }

    @SuppressWarnings("deprecation") // the alternative asks a class loader, and that of JFR cannot be had
    private boolean isPossible() {
        return !closed && Package.getPackage("jdk.jfr") != null;
    }

    /**
     * Checks on this thread whether a recording has been started. May take tens of milliseconds. Must not be called
     * under a lock.
     */
    public void find() {
        if (events != null || !isPossible() || !finding.compareAndSet(false, true)) {
            return;
        }
        try {
            if (events != null) { // found in the meantime
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
     * Returns the object that shows a connection, or null if no recording has been found.
     *
     * @param initiator whether this side has made the connection
     */
    public ConnectionRecording of(UUID peer, int peerPid, boolean initiator, String channel) {
        FlightEvents found = events;
        return found == null ? null : new ConnectionRecording(found, peer, peerPid, initiator, channel);
    }

    /**
     * Called when a connection has been refused.
     *
     * @param served whether this side has refused it
     * @param peerPid 0 or less if it is not known
     * @param peer null if it is not known
     * @param service empty if it is not known
     */
    public void refused(boolean served, int peerPid, UUID peer, String service, String reason, String message) {
        long nowNs = System.nanoTime();
        if (events != null) {
            events.refused(served, peerPid, peer, service, reason, message);
        } else if (nowNs - lookedNs >= BETWEEN_LOOKS_NS && isPossible()) { // perhaps no other thread looks
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

    /** Called when the endpoint has been closed. Repeatable. */
    @Override
    public void close() {
        closed = true; // before the look at events. Partner: find
        FlightEvents known = events;
        if (known != null) {
            try {
                known.close();
            } catch (RuntimeException e) { // the endpoint must be closed anyway
                Log.get().log(Level.WARNING, "What was counted last is not shown in flight recordings", e);
            }
        }
    }
}
