// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.dispatch.Ticket;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.waits.ConnectionWaits;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Gives the calls of a borrowed lane to the endpoint's executor, one at a time. The lane goes with the call: until the
 * task has answered, it attends to the lane.
 */
final class LaneHandover {

    /**
     * The call of the current message, on its way through the executor. The thread that runs the call takes the lane
     * over until it has answered.
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

    /** Gives the call of the current message away. Returns null if the executor has taken it, otherwise why not. */
    FailureTexts give(ExportedObject callee, int method, long callId) {
        Task handed = new Task(callId, new Ticket(() -> lane.serveElsewhere(callee, method)));
        task = handed;
        handed.ticket().issue();
        // After both writes. Partners: RunningCall.cancel, after which cancel() looks for the task, and the end of the
        // connection, after which withdraw() looks for it.
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
        return null; // and the lane no longer belongs to this thread
    }

    /** The caller has given up. If the executor has not begun the call, withdraws the call and takes the lane back. */
    void cancel(long callId) {
        Task queued = task;
        if (queued != null && queued.callId() == callId && queued.ticket().withdraw()) {
            lane.takeBack();
            unqueueLater(queued);
        }
    }

    /** Not on the monitor's thread, because the queue belongs to the application. */
    private void unqueueLater(Task withdrawn) {
        try {
            peer.execute(() -> withdrawn.ticket().unqueue(executor));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // the endpoint is closed, or no thread can be had: the task stays in the queue, and does nothing when it
            // runs
        }
    }

    /** Reports which call waits for the executor, if any. */
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

    /**
     * The connection ends: withdraws a call that has not begun. Returns whether its task may be in the executor's
     * queue.
     */
    boolean withdraw() {
        Task queued = task;
        boolean withdrawn = queued != null && queued.ticket().withdraw();
        if (withdrawn) {
            worker.abandon();
        }
        return withdrawn;
    }
}
