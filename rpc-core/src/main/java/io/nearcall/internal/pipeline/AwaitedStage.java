// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.lane.AnswerWriter;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.recording.RecordedCall;
import io.nearcall.internal.reference.ExportedObject;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.BiConsumer;

/**
 * The stage that a method of a shared lane has returned, until the call has been answered. This object writes that
 * answer. The call counts as one to be answered until the stage has completed. It can be given up until the answer has
 * been written.
 */
final class AwaitedStage implements BiConsumer<Object, Throwable> {

    private static final AtomicIntegerFieldUpdater<AwaitedStage> COMPLETED =
            AtomicIntegerFieldUpdater.newUpdater(AwaitedStage.class, "completed");

    final long id;
    private final SharedCalls calls;
    private final AnswerWriter answers;
    private final LaneConnection peer;
    private final CompletionStage<?> stage;
    private final ExportedObject callee;
    private final int method;
    private final RecordedCall recorded; // null if the call is not recorded
    private volatile int completed; // through COMPLETED
    private volatile boolean givenUp;

    AwaitedStage(
            SharedCalls calls,
            AnswerWriter answers,
            LaneConnection peer,
            long id,
            CompletionStage<?> stage,
            ExportedObject callee,
            int method) {
        this.calls = calls;
        this.answers = answers;
        this.peer = peer;
        this.id = id;
        this.stage = stage;
        this.callee = callee;
        this.method = method;
        this.recorded = peer.beginRecorded();
    }

    @Override
    public void accept(Object result, Throwable thrown) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (answers.isHeld()) {
            // A value that is being written has completed the stage: the answer with that value comes first.
            peer.execute(() -> answer(result, cause));
        } else {
            answer(result, cause);
        }
    }

    /**
     * Answers, on a thread that is not writing an answer. Once: a stage of the application's own kind may complete
     * after it threw.
     */
    void answer(Object result, Throwable thrown) {
        if (!COMPLETED.compareAndSet(this, 0, 1)) {
            return;
        }
        calls.limit().count(true, false, -1);
        if (recorded != null) {
            peer.recording().end(recorded, callee, method, answers.laneId, id);
        }
        if (thrown != null) {
            peer.statistics().fail(callee, method, thrown);
            peer.recordFailure(callee, method, answers.laneId, id, thrown, null);
        }
        try {
            answers.late(id, result, thrown, callee, method);
        } finally {
            calls.answered(this);
        }
    }

    /** Whether nobody waits for the answer. Any thread. */
    boolean isGivenUp() {
        return givenUp;
    }

    /** The caller has given up: cancels the stage, once, however often this is called. Any thread; does not wait. */
    void giveUp() {
        synchronized (this) {
            if (givenUp) {
                return;
            }
            givenUp = true;
        }
        if (stage instanceof Future<?>) {
            calls.cancelSoon(this::cancel); // its dependents are user code
        }
    }

    /**
     * The connection has ended: cancels the stage, without an answer. The peer may not have been told of the end yet,
     * and would take the cancellation for an answer.
     */
    void abandon() {
        if (COMPLETED.compareAndSet(this, 0, 1)) {
            calls.limit().count(true, false, -1);
        }
        cancel();
    }

    /** Cancels the stage if that is possible; its dependents run on this thread. */
    private void cancel() {
        if (stage instanceof Future<?> future) {
            try {
                future.cancel(true);
            } catch (UnsupportedOperationException e) {
                // a read-only stage, as minimalCompletionStage() returns
            }
        }
    }
}
