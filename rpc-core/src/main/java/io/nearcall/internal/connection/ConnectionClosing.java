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

/** How a connection ends: once, for a reason that all its calls are told. Any thread. */
final class ConnectionClosing {

    /* end is set once. From then on every wait in a lane ends with CLOSED; whoever sees that asks lost() why. If it
     * is this side that closes, its own callers leave before the peer is told; else all ends at once. ended is set then.
     * Another thread than the monitor's takes back the calls that have not begun, and interrupts those that run. The
     * memory goes last: each lane is withdrawn when nobody is in it, which is tried again and again, and when all are, the
     * batches are unmapped. If somebody never leaves, the memory stays: a leak instead of a crash of the JVM. */

    private static final long FIRST_RETIRE_NS = 500_000;
    private static final long LONGEST_RETIRE_NS = 100_000_000;
    private static final long CUT_OFF_NS = 500_000_000;
    private static final long CUT_OFF_PAUSE_NS = 200_000;

    /** A peer can have left one to be told for each of its streams. */
    private static final int TELLERS = 4;

    private final EndpointCore core;
    private final Connection connection;
    private final ControlSocket socket;
    private final PeerWatch peer;
    private final ConnectionLanes lanes;
    private final Object ending = new Object();
    private final AtomicBoolean ended = new AtomicBoolean();
    private final Set<Runnable> watchers = ConcurrentHashMap.newKeySet();
    volatile ConnectionEnd end; // set under the lock of ending; each call looks at it: not behind a further reference
    volatile boolean announced; // from then on no call is to be started; each call looks at it, too
    private volatile ControlMessage.Goodbye farewell;
    private volatile boolean withdrawn; // the calls
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

    /** From now on no call is started. The calls that run go on. */
    void announceClosing() {
        announced = true;
        // Partner: the fence of publishTaken in LaneCall.taken. After it no call is taken that Taken does not show.
        VarHandle.fullFence();
    }

    /** The peer closes the connection. */
    void saidGoodbye(ControlMessage.Goodbye goodbye) {
        farewell = goodbye;
    }

    /** What the peer said when it closed the connection, or null. */
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
        // What has been sent, but not taken, is not to run for a caller that is gone. The fence within also keeps
        // those who walk through maps from now on behind the store of end: ConcurrentHashMap's acquire loads alone
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

    /** Has something done when the connection has ended; returns what forgets it. */
    Runnable onEnd(Consumer<? super Loss> action) {
        Runnable once = () -> action.accept(end.loss());
        watchers.add(once);
        if (isClosed()) { // after the add. Partner: end(), which has either seen it or left it to us
            tellWatchers();
        }
        return () -> watchers.remove(once);
    }

    /** On threads that may block in what others wrote, as the monitor's must not. */
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
                } finally { // what it throws is the thread's affair
                    if (!ran) {
                        tellWatchers();
                    }
                }
            }
        }
    }

    /** On the monitor's thread: withdraws the lanes, and when nobody is in them any more, gives everything back. */
    private void retire() {
        withdrawn = !lanes.served().hasCalls(); // those to come see that the connection has ended
        try {
            retire(FIRST_RETIRE_NS); // before the calls: what an interrupted method says is not to be sent
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

    /** Whatever happens, the connection counts no longer among those that are held. */
    private void giveBack() {
        try {
            peer.closeProcess();
            connection.references().close();
            lanes.close();
        } catch (OsException | UncheckedIOException e) { // a directory that is gone, mostly
            core.warn("Not all of the connection with " + connection.describe() + " is given back: " + e.getMessage());
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

    /** The endpoint's monitor has ended: whoever closes the endpoint does what is left, and nobody does afterwards. */
    synchronized void retireNow() {
        if (!withdrawn) {
            withdrawCalls();
        }
        if (tryRetire()) {
            return;
        }
        try {
            lanes.abandon(); // a method that runs on keeps the memory
        } catch (OsException e) {
            core.warn("Not all of the connection with " + connection.describe() + " is given back: " + e.getMessage());
        }
    }

    /**
     * Ends the calls that this side has made, as the endpoint is being closed; returns whether none is left. {@link #close}
     * is to follow: the peer, when it is told, interrupts their methods, whose answers are not to come first. Repeatable.
     */
    boolean endCalls() {
        if (beginEnd(new ConnectionEnd(Loss.CLOSED, true, false, ""))) {
            peer.stopListening();
        }
        return retireCalls();
    }

    /** Says goodbye and ends the connection, as the endpoint is closed. Waits so long for a peer that reads late. */
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

    /** A peer that has not read what came before may not get it, and sees the end without a reason. */
    private void sayGoodbye(ControlMessage.Farewell reason, String text, long patienceNs) {
        try {
            if (socket.send(
                    new ControlMessage.Goodbye(reason, text, lanes.served().lastTaken()))) {
                socket.awaitSent(
                        patienceNs); // looks once even without patience: the peer may have read what was before it
            }
        } catch (OsException e) {
            Log.get().log(Level.DEBUG, "No goodbye to {0}: {1}", connection.describe(), e.getMessage());
        }
    }

    /**
     * As {@link #lost}, where the control socket takes nothing any more. The monitor may have to read yet what the peer has said
     * before, or to see what became of it: waits for that, half a second at most. Not on the monitor's thread.
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
