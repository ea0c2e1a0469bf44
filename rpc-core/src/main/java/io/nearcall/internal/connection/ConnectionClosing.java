// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ConnectionLostException;
import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.EndpointClosedException;
import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.os.OsException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.lang.invoke.VarHandle;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** Ends a connection once, for a reason that all its calls report. Any thread. */
final class ConnectionClosing {

    /* end is set once. From then on every wait in a lane ends with CLOSED, and the thread that sees CLOSED asks lost()
     * why. If this side closes, its own callers leave before the peer is told; otherwise all ends at once. ended is set
     * then. A thread other than the monitor's takes back calls that have not begun, and interrupts running ones. The
     * memory goes last. Each lane is withdrawn when no thread is in it, which is tried again and again. When all are
     * withdrawn, the batches are unmapped. If a thread never leaves, the memory stays: a leak instead of a crash of the
     * JVM. */

    private static final long FIRST_RETIRE_NS = 500_000;
    private static final long LONGEST_RETIRE_NS = 100_000_000;
    private static final long CUT_OFF_NS = 500_000_000;
    private static final long CUT_OFF_PAUSE_NS = 200_000;

    /** Bounded, because a peer can have left a watcher for each of its streams. */
    private static final int TELLERS = 4;

    private final EndpointCore core;
    private final Connection connection;
    private final ControlSocket socket;
    private final PeerWatch peer;
    private final ConnectionLanes lanes;
    private final Object ending = new Object();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Set<Runnable> watchers = ConcurrentHashMap.newKeySet();
    volatile ConnectionEnd end; // set under the lock of ending; each call reads it, so there is no indirection
    volatile boolean announced; // no call may start any more; each call reads it too
    private volatile ControlMessage.Goodbye farewell;
    private volatile boolean withdrawn; // whether the calls are withdrawn
    private boolean retired; // guarded by this

    ConnectionClosing(
            EndpointCore core, Connection connection, ControlSocket socket, PeerWatch peer, ConnectionLanes lanes) {
        this.core = core;
        this.connection = connection;
        this.socket = socket;
        this.peer = peer;
        this.lanes = lanes;
    }

    /** Whether the connection has ended, or the endpoint is ending its calls. */
    boolean isClosed() {
        return end != null;
    }

    /** From now on no call is started. Running calls continue. */
    void announceClosing() {
        announced = true;
        // Partner: the fence of publishTaken in LaneCall.taken. After it no call is taken that Taken does not show.
        VarHandle.fullFence();
    }

    /** The peer closes the connection. */
    void saidGoodbye(ControlMessage.Goodbye goodbye) {
        farewell = goodbye;
    }

    /** The goodbye of the peer that closed the connection, or null. */
    ControlMessage.Goodbye farewell() {
        return farewell;
    }

    /** Ends the connection, unless it has ended. */
    void end(ConnectionEnd reason) {
        if (beginEnd(reason)) {
            completeEnd();
        }
    }

    /** Returns false if it has ended already. */
    private boolean beginEnd(ConnectionEnd reason) {
        synchronized (ending) {
            if (end != null) {
                return false;
            }
            end = reason;
        }
        // Calls that were sent but not taken must not run for a caller that is gone. The fence in announceClosing also
        // keeps traversals of maps from here on after the store of end. The acquire loads of ConcurrentHashMap alone
        // would not stay there.
        announceClosing();
        lanes.opened().fail(lost(Long.MAX_VALUE, null, true));
        connection.agreement().fail(lost(Long.MAX_VALUE, null, true));
        return true;
    }

    private void completeEnd() {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        peer.closeSocket();
        if (!core.monitor().execute(this::retire)) {
            retireNow();
        }
        core.connections().ended(connection, end.loss() == Loss.DIED);
        for (int i = Math.min(TELLERS, watchers.size()); i > 0; i--) {
            tellWatchers();
        }
    }

    /** Runs an action when the connection has ended. Returns a task that forgets the action. */
    Runnable onEnd(Consumer<? super Loss> action) {
        Runnable once = () -> action.accept(end.loss());
        watchers.add(once);
        if (isClosed()) { // after the add. Partner: end(), which has either seen the watcher or left it to us
            tellWatchers();
        }
        return () -> watchers.remove(once);
    }

    /** On threads that may block in the code of others, because the monitor's must not. */
    private void tellWatchers() {
        connection.closings().execute(this::runWatchers);
    }

    private void runWatchers() {
        for (Runnable action : watchers) {
            if (watchers.remove(action)) {
                boolean ran = false;
                try {
                    action.run();
                    ran = true;
                } finally { // the thread handles whatever the action throws
                    if (!ran) {
                        tellWatchers();
                    }
                }
            }
        }
    }

    /** On the monitor's thread: withdraws the lanes, and gives everything back when no thread is in them any more. */
    private void retire() {
        withdrawn = !lanes.served().hasCalls(); // later calls see that the connection has ended
        try {
            retire(FIRST_RETIRE_NS); // before the calls, because the answer of an interrupted method must not be sent
        } finally {
            if (!withdrawn) {
                connection.executeElsewhere(this::withdrawCalls);
            }
        }
    }

    private void retire(long pauseNs) {
        boolean done = false;
        try {
            done = tryRetire();
        } finally {
            if (!done) {
                core.monitor().schedule(pauseNs, () -> retire(Math.min(2 * pauseNs, LONGEST_RETIRE_NS)));
            }
        }
    }

    private void withdrawCalls() {
        try {
            lanes.served().withdrawCalls();
        } finally {
            withdrawn = true;
        }
    }

    private synchronized boolean tryRetire() {
        if (retired) {
            return true;
        }
        if (!lanes.retire() || !withdrawn) {
            return false;
        }
        retired = true;
        giveBack();
        return true;
    }

    /** Whatever fails here, the connection no longer counts among those that are held. */
    private void giveBack() {
        try {
            peer.closeProcess();
            connection.references().close();
            lanes.close();
        } catch (OsException | UncheckedIOException e) { // mostly because a directory is gone
            core.warn("The connection with " + connection.describe() + " was not fully released: " + e.getMessage());
        } finally {
            core.connections().retired(connection);
        }
    }

    /** Looks once more whether everything can be given back. */
    void retireIfEnded() {
        if (ended.get()) {
            tryRetire();
        }
    }

    private synchronized boolean retireCalls() {
        return retired || lanes.retireCalls();
    }

    /** The endpoint's monitor has ended. Does the rest on the thread that closes the endpoint; nobody does it later. */
    synchronized void retireNow() {
        if (!withdrawn) {
            withdrawCalls();
        }
        if (tryRetire()) {
            return;
        }
        try {
            lanes.abandon(); // a method that still runs keeps the memory
        } catch (OsException e) {
            core.warn("The connection with " + connection.describe() + " was not fully released: " + e.getMessage());
        }
    }

    /**
     * Ends the calls that this side has made, because the endpoint is closing. Returns whether none is left.
     * {@link #close} must follow: the peer then interrupts their methods, and the answers of these must not come first.
     * Repeatable.
     */
    boolean endCalls() {
        if (beginEnd(new ConnectionEnd(Loss.CLOSED, true, false, ""))) {
            peer.stopListening();
        }
        return retireCalls();
    }

    /** Says goodbye and ends the connection, because the endpoint closes. Waits at most that long for a slow peer. */
    void close(long patienceNs) {
        endCalls();
        if (!ended.get()) {
            sayGoodbye(ControlMessage.Farewell.CLOSED, "", patienceNs);
            completeEnd();
        }
    }

    /** Ends the connection, and tells the peer why. */
    void giveUp(ControlMessage.Farewell reason, String fault) {
        if (end == null) {
            core.warn("The connection with " + connection.describe() + " is closed: " + fault);
            announceClosing(); // the peer may conclude from the goodbye that nothing more is taken
            sayGoodbye(reason, fault, 0);
            end(new ConnectionEnd(Loss.BROKEN, false, false, fault));
        }
    }

    /** A peer that has not read earlier messages may miss the goodbye, and sees the end without a reason. */
    private void sayGoodbye(ControlMessage.Farewell reason, String text, long patienceNs) {
        try {
            if (socket.send(
                    new ControlMessage.Goodbye(reason, text, lanes.served().lastTaken()))) {
                socket.awaitSent(
                        patienceNs); // looks once even without patience: the peer may have read earlier messages
            }
        } catch (OsException e) {
            Log.get()
                    .log(
                            Level.DEBUG,
                            "The goodbye could not be sent to {0}: {1}",
                            connection.describe(),
                            e.getMessage());
        }
    }

    /**
     * As {@link #lost}, if the control socket takes nothing any more. The monitor may still have to read earlier
     * messages of the peer, or to see what became of it. Waits for that at most half a second. Not on the monitor's
     * thread.
     */
    NearcallException cutOff(boolean incomplete) {
        long deadlineNs = Deadlines.after(CUT_OFF_NS);
        while (end == null
                && Deadlines.remainingNs(deadlineNs) > 0
                && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(CUT_OFF_PAUSE_NS);
        }
        return lost(end == null && peer.isEnding() ? ConnectionEnd.DIED : end, Long.MAX_VALUE, null, incomplete);
    }

    /** As {@link LaneConnection#lost}. */
    NearcallException lost(long callId, Channel channel, boolean incomplete) {
        return lost(end, callId, channel, incomplete);
    }

    private NearcallException lost(ConnectionEnd known, long callId, Channel channel, boolean incomplete) {
        ConnectionEnd reason = known == null ? ConnectionEnd.UNKNOWN : known;
        Outcome outcome = Outcome.MAY_HAVE_RUN;
        if (incomplete) {
            outcome = Outcome.NOT_SENT;
        } else if (reason.nothingMoreTaken() && channel != null && lanes.lastTaken(channel, farewell) < callId) {
            outcome = Outcome.NOT_STARTED;
        }
        if (reason.byUs()) {
            return new EndpointClosedException(outcome, core.settings().name());
        }
        return new ConnectionLostException(
                outcome, connection.serviceName(), connection.peerPid(), reason.loss(), reason.detail(), null);
    }
}
