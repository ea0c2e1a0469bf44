// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.codegen.AsyncCall;
import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.lane.CallFailures;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.LaneConnection.NewLanes;
import io.nearcall.internal.lane.OutgoingPhase;
import io.nearcall.internal.waits.ConnectionWaits;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.OsException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lane of a connection that carries futures, one-way calls and calls of virtual threads. It is made at the first
 * such call.
 */
public final class Pipeline {

    private final LaneConnection link;
    private final Executor receivers;
    private final Executor completions;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile OutgoingPipeline lane;
    private boolean withdrawn; // guarded by opening
    /**
     * A lane that was made with the peer, which keeps its half. This side lacked something to use it. Guarded by
     * opening.
     */
    private NewLanes unattended;

    /**
     * A pipeline without a lane yet.
     *
     * @param receivers runs the thread that reads the answers
     * @param completions completes the futures, and so runs what depends on them
     */
    public Pipeline(LaneConnection link, Executor receivers, Executor completions) {
        this.link = link;
        this.receivers = receivers;
        this.completions = completions;
    }

    public boolean isUsed() {
        return lane != null;
    }

    /** How many calls wait for their answers. Any thread. */
    public int inFlight() {
        OutgoingPipeline current = lane;
        return current == null ? 0 : current.receiver.inFlight();
    }

    /**
     * Begins a call for a future or a one-way call. The lane belongs to this thread until the call has been sent.
     *
     * @param knownDeadlineNs of a one-way call, does not run until there is something to wait for
     */
    public AsyncCall begin(
            Callee callee,
            int objectId,
            int method,
            int remoteMethod,
            boolean answered,
            long knownDeadlineNs,
            CallTerms terms) {
        long deadlineNs = knownDeadlineNs;
        OutgoingPipeline current = lane;
        if (current == null) {
            deadlineNs = Deadlines.running(deadlineNs, callee.timeoutNs(method, terms));
            current = open(callee, method, deadlineNs, terms);
        }
        return current.begin(callee, objectId, method, remoteMethod, answered, deadlineNs, terms);
    }

    /** Begins a synchronous call whose caller parks until it is answered; otherwise as above. */
    public ParkedCall beginParked(
            Callee callee, int objectId, int method, int remoteMethod, long deadlineNs, CallTerms terms) {
        OutgoingPipeline current = lane;
        if (current == null) {
            current = open(callee, method, deadlineNs, terms);
        }
        return current.beginParked(callee, objectId, method, remoteMethod, deadlineNs, terms);
    }

    /** Whether a call on another lane could overtake one that this thread has sent on the shared lane. */
    public boolean hasOwnCalls() {
        OutgoingPipeline current = lane;
        return current != null && current.ownCalls().areThere();
    }

    /**
     * Waits until those calls have been run, but not for long calls of other threads.
     *
     * @param callee and method: of the call that is about to be made, for messages
     */
    public void awaitOwnCalls(Callee callee, int method, long deadlineNs, CallTerms terms) {
        OutgoingPipeline current = lane;
        if (!current.ownCalls().await()) {
            current.awaitTurn(callee, method, deadlineNs, terms);
        }
    }

    private OutgoingPipeline open(Callee callee, int method, long deadlineNs, CallTerms terms) {
        acquire(callee, method, deadlineNs, terms);
        try {
            if (withdrawn) {
                throw link.lost(Long.MAX_VALUE, null, true);
            }
            OutgoingPipeline current = lane;
            if (current == null) {
                if (unattended == null) {
                    unattended = link.openLanes(1, ChannelMode.STREAMING, Deadlines.remainingNs(deadlineNs));
                }
                lane = current = attend(unattended);
                unattended = null;
            }
            return current;
        } finally {
            opening.unlock();
        }
    }

    private OutgoingPipeline attend(NewLanes opened) {
        try {
            return new OutgoingPipeline(opened.firstId(), opened.channels()[0], link, receivers, completions);
        } catch (PeerFault e) { // a corrupt frame was there before anybody looked
            throw link.broken(e.getMessage());
        } catch (OsException | OutOfMemoryError e) { // no descriptor, or no thread
            throw new TransportException(
                    Outcome.NOT_SENT,
                    "watching a lane to \"" + link.serviceName() + "\" of process " + link.peerPid(),
                    "",
                    e);
        }
    }

    private void acquire(Callee callee, int method, long deadlineNs, CallTerms terms) {
        try {
            if (!opening.tryLock(Deadlines.remainingNs(deadlineNs), TimeUnit.NANOSECONDS)) {
                throw CallFailures.deadlineExceeded(callee, method, terms, link, OutgoingPhase.WRITING);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CallFailures.interruptedWaitingForLane(link);
        }
    }

    /** The peer has sent an answer while nobody was reading. */
    public void ring(int laneId) {
        OutgoingPipeline current = lane;
        if (current != null && current.id() == laneId) {
            current.receiver.ring();
        }
    }

    /** Reports for which calls on the lane threads are parked. */
    public void tellWaits(ConnectionWaits waits) {
        OutgoingPipeline current = lane;
        if (current != null) {
            current.receiver.longWaits().tell(waits);
        }
    }

    /** Looks at the lane if a caller gave up half-way; returns whether there was no room yet to tell the peer. */
    public boolean drain() {
        OutgoingPipeline current = lane;
        return current != null && current.drain();
    }

    /** Ends all calls in flight and withdraws the lane; returns whether it is not in use any more. Repeatable. */
    public boolean retire() {
        if (!opening.tryLock()) {
            return false; // whoever holds the lock may use the memory of a lane that is not listed yet
        }
        withdrawn = true;
        opening.unlock();
        OutgoingPipeline current = lane;
        return current == null || current.retire();
    }
}
