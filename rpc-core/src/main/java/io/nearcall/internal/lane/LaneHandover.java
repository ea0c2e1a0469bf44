// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.dispatch.Ticket;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.waits.ConnectionWaits;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Gives the calls of a borrowed lane to the endpoint's executor, one at a time, and the lane with each: until the call has
 * been answered, the task attends to it.
 */
final class LaneHandover {

    /**
     * The call that is the current message, on its way through the executor. The thread that runs it takes the lane over until it
     * has answered.
     */
    private record Task(long callId, Ticket ticket) {}

    private final BorrowedLane lane;
    private final LaneWorker worker;
    private final LaneConnection peer;
    private final Executor executor;
    private volatile Task task;

    LaneHandover(BorrowedLane lane, LaneWorker worker, LaneConnection peer) {
        this.lane = lane;
        this.worker = worker;
        this.peer = peer;
        this.executor = peer.executor();
    }

    /** Gives the call away that is the current message; returns null if the executor has taken it, else why it has not. */
    FailureTexts give(ExportedObject callee, int method, long callId) {
        Task handed = new Task(callId, new Ticket(() -> lane.serveElsewhere(callee, method)));
        task = handed;
        handed.ticket().issue();
        // After both. Partners: RunningCall.cancel, behind which cancel() looks for the task, and the end of the
        // connection,
        // behind which withdraw() does.
        if ((lane.isGivenUp(callId) || peer.isClosed()) && handed.ticket().withdraw()) {
            return FailureTexts.NOT_STARTED;
        }
        try {
            executor.execute(handed.ticket());
        } catch (Throwable e) { // whatever an application's executor throws
            if (handed.ticket().withdraw()) {
                return FailureTexts.rejected(e);
            }
        }
        return null; // and the lane is not this thread's any more
    }

    /** The caller has given up: if the executor has not begun his call, it never will, and we take the lane back. */
    void cancel(long callId) {
        Task queued = task;
        if (queued != null && queued.callId() == callId && queued.ticket().withdraw()) {
            lane.takeBack();
            unqueueLater(queued);
        }
    }

    /** Not on the monitor's thread, for the queue is the application's. */
    private void unqueueLater(Task withdrawn) {
        try {
            peer.execute(() -> withdrawn.ticket().unqueue(executor));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // the endpoint is closed, or no thread can be had: it stays in the queue, and does nothing when it is run
        }
    }

    /** Tells which call waits for the executor, if one does. */
    void tellWaits(ConnectionWaits waits, int lane) {
        Task queued = task;
        if (queued != null && queued.ticket().isIssued()) {
            waits.queues(executor, lane, queued.callId());
        }
    }

    /** Whether a call waits for the executor. */
    boolean isWaiting() {
        Task queued = task;
        return queued != null && queued.ticket().isIssued();
    }

    /** The connection ends: what has not begun never will. Returns whether its task may be in the executor's queue. */
    boolean withdraw() {
        Task queued = task;
        boolean withdrawn = queued != null && queued.ticket().withdraw();
        if (withdrawn) {
            worker.abandon();
        }
        return withdrawn;
    }
}
