// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.dispatch.FewThreads;
import io.nearcall.internal.dispatch.RunningCall;
import io.nearcall.internal.dispatch.RuntimeThreads;
import io.nearcall.internal.dispatch.SerialQueues;
import io.nearcall.internal.dispatch.Ticket;
import io.nearcall.internal.lane.AnswerWriter;
import io.nearcall.internal.lane.FailureTexts;
import io.nearcall.internal.lane.LaneClosed;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.log.Log;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.waits.ConnectionWaits;
import io.nearcall.ipc.channel.CallProgress;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.OsException;
import java.lang.System.Logger.Level;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The calls of one shared lane that are in progress and no longer need the lane. An executor runs them, or a thread of
 * the endpoint if there is none; or their stage has not completed. {@link CallLimit} limits their number.
 */
final class SharedCalls {

    /* Who runs what. If there is an executor, it runs everything. Otherwise the lane's thread itself runs one-way
     * methods and methods that return futures, one after the other. Synchronous methods, whose callers are mostly
     * virtual threads, may take long. The lane's thread runs them too, but is overtaken if they take long (Overtaking).
     * Methods that have been seen to take long get threads of their own.
     *
     * Order. What a client's thread sends without waiting is run in the order in which it was sent. Such calls carry
     * the number of their serial queue (Strand), and each queue with calls is one task of the executor. A synchronous
     * call goes behind those of its strand. If there are none, it needs no order, because its caller waits.
     *
     * Cancelled calls take few threads, however many they are. One thread answers those that have not begun, because
     * their answers all wait for the same ring. Several threads cancel stages and interrupt methods, because code that
     * depends on a stage may block, and so may a channel that an interrupt closes. */

    private static final int CANCELLING_THREADS = 4;
    private static final long FIRST_RETRY_NS = 100_000;
    private static final long LONGEST_RETRY_NS = 10_000_000;

    private final LaneConnection peer;
    private final AnswerWriter answers;
    private final Executor threads;
    private final Executor executor;
    private final CallLimit limit;
    private final CallProgress progress;
    private final DoneCalls done; // null if the lane's thread runs all calls that keep an order
    private final SerialQueues queues;
    private final Map<Long, SharedCall> calls = new ConcurrentHashMap<>();
    private final Map<Long, AwaitedStage> stages = new ConcurrentHashMap<>();
    private final AtomicInteger runningCount = new AtomicInteger();
    private final FewThreads refusals;
    private final FewThreads cancellations;
    private boolean dropping; // used by the lane's thread only

    SharedCalls(Channel channel, AnswerWriter answers, LaneConnection peer, Executor threads) {
        this.peer = peer;
        this.answers = answers;
        this.threads = threads;
        this.executor = peer.executor();
        this.limit = new CallLimit(peer);
        this.progress = channel.progress();
        this.done = executor == null ? null : new DoneCalls(progress);
        this.queues = executor == null ? null : new SerialQueues(executor);
        this.refusals = new FewThreads(peer::executeElsewhere, 1);
        this.cancellations = new FewThreads(peer::executeElsewhere, CANCELLING_THREADS);
    }

    /** Whether threads of the endpoint run all calls. */
    boolean runOnOwnThreads() {
        return executor == null;
    }

    /** Whether calls of that strand wait or run on another thread. */
    boolean isBusy(int strand) {
        return queues != null && queues.isBusy(strand);
    }

    /** Limits how many calls there may be. */
    CallLimit limit() {
        return limit;
    }

    /** Adds a call before {@link #submit}. From now on, whoever cancels the call finds it. */
    void add(SharedCall call, boolean ordered) {
        limit.count(call.answered, call.isFence(), 1);
        if (ordered) {
            done.begin(call.id);
        }
        calls.put(call.id, call);
        call.ticket.issue();
    }

    /** Has the call run on another thread, after those of its strand. */
    void submit(SharedCall call, boolean ordered) {
        long pauseNs = FIRST_RETRY_NS;
        while (true) {
            try {
                if (executor == null) {
                    threads.execute(call.ticket);
                } else if (ordered) {
                    queues.execute(call.strand, call.ticket);
                } else {
                    queues.executeBehind(call.strand, call.ticket);
                }
                if (peer.isClosed()) { // after the call was put. Partner: the end of the connection
                    boolean queued = withdraw();
                    interrupt();
                    if (queued) {
                        Ticket.unqueueWithdrawn(executor);
                    }
                }
                return;
            } catch (Throwable e) { // whatever an application's executor throws
                if (call.answered || peer.isClosing() || isShutDown()) {
                    if (call.ticket.withdraw()) {
                        rejected(call, e);
                    }
                    return;
                }
                pauseNs = pause(pauseNs); // nobody could be told: the sender waits until the executor has room
            }
        }
    }

    private boolean isShutDown() {
        return executor instanceof ExecutorService service && service.isShutdown();
    }

    private static long pause(long pauseNs) {
        try {
            TimeUnit.NANOSECONDS.sleep(pauseNs);
        } catch (InterruptedException e) {
            throw LaneClosed.now(); // as in CallLimit.awaitRoom
        }
        return Math.min(2 * pauseNs, LONGEST_RETRY_NS);
    }

    private void rejected(SharedCall call, Throwable cause) {
        if (call.answered) {
            returned(call);
            answering(call);
            call.refuse(FailureTexts.rejected(cause));
        } else {
            returned(call);
            call.drop();
            if (!dropping) {
                dropping = true;
                Log.get().log(Level.WARNING, "One-way calls are dropped, because the executor rejects them", cause);
            }
        }
    }

    /** A thread has begun to run a call. */
    void started() {
        runningCount.incrementAndGet();
    }

    /** The method of a call that had {@link #started} has returned. */
    void ended(SharedCall call) {
        runningCount.decrementAndGet();
        try {
            returned(call);
        } catch (PeerFault | OsException e) {
            peer.protocolBroken(e.getMessage()); // the peer cannot be told how far its calls have come
        }
    }

    /** On the lane's thread: a call was refused before it was added, or the thread has run it, or it keeps no order. */
    void passed(long id) {
        if (done == null) {
            progress.publishDone(id);
        } else {
            done.end(id);
        }
    }

    /** The call has been run and answered, or never will be. */
    private void returned(SharedCall call) {
        if (calls.remove(call.id, call) && (!call.answered || call.isFence())) {
            limit.count(call.answered, call.isFence(), -1);
        }
        if (done != null) {
            done.end(call.id);
        }
    }

    /** A call's answer is about to be sent: the call no longer counts, but can be cancelled until {@link #ended}. */
    void answering(SharedCall call) {
        if (call.ticket.answer() && !call.isFence()) {
            limit.count(call.answered, false, -1);
        }
    }

    /** The method of a call has returned its stage. */
    void answerLater(SharedCall call, CompletionStage<?> stage, ExportedObject callee) {
        AwaitedStage awaited = new AwaitedStage(this, answers, peer, call.id, stage, callee, call.method());
        stages.put(call.id, awaited); // before the call is taken out: whoever cancels looks for it in the other order
        calls.remove(call.id, call);
        answerWhenComplete(stage, awaited, call.isCancelled());
    }

    /** As above, for a method that the lane's thread has run itself, as {@code running}. */
    void answerLater(long id, CompletionStage<?> stage, ExportedObject callee, int method, RunningCall running) {
        limit.count(true, false, 1);
        AwaitedStage awaited = new AwaitedStage(this, answers, peer, id, stage, callee, method);
        stages.put(id, awaited);
        // Asked after the put. Partner: RunningCall.cancel, after which cancel() looks for the stage.
        answerWhenComplete(stage, awaited, running.isCancelled(id));
    }

    private void answerWhenComplete(CompletionStage<?> stage, AwaitedStage awaited, boolean cancelled) {
        try {
            stage.whenComplete(awaited);
        } catch (RuntimeException e) { // the application's own kind of stage
            awaited.answer(null, e);
        }
        if (cancelled) {
            awaited.giveUp();
        }
        if (peer.isClosed()) { // after the put. Partner: interrupt(), which has either seen the stage or left it to us
            abandonStages();
        }
    }

    /** A stage has completed, and been answered. */
    void answered(AwaitedStage awaited) {
        stages.remove(awaited.id, awaited);
    }

    /** Whether the caller of a call whose answer is being written has given up. */
    boolean isGivenUp(long id) {
        SharedCall call = calls.get(id);
        if (call != null) {
            return call.isCancelled();
        }
        AwaitedStage awaited = stages.get(id);
        return awaited != null && awaited.isGivenUp();
    }

    /**
     * The caller has given up. On the monitor's thread, which does not wait for room in a ring.
     *
     * @param onLane the call that the lane's thread runs itself
     */
    void cancel(long id, RunningCall onLane) {
        if (!tryCancel(id)) {
            onLane.cancel(id);
            // After the fence of onLane.cancel(). Partners: SharedLaneCall.read and answerLater, which put the call in,
            // and then ask whether it is cancelled. Either they find that it is, or this finds the call.
            tryCancel(id);
        }
    }

    /**
     * Cancels a call that is in progress off the lane's thread, or whose stage is awaited. Returns whether there was
     * one.
     */
    boolean tryCancel(long id) {
        SharedCall call = calls.get(id);
        if (call != null) {
            if (call.ticket.withdraw()) {
                refusals.execute(() -> refuse(call));
                return true;
            }
            call.cancel();
        }
        AwaitedStage awaited = stages.get(id);
        if (awaited != null) {
            awaited.giveUp();
        }
        return call != null || awaited != null;
    }

    /** Answers a call that has been withdrawn. May have to wait for room for the answer. */
    private void refuse(SharedCall call) {
        if (queues != null) {
            queues.forget(call.strand, call.ticket);
        }
        call.ticket.unqueue(executor);
        returned(call);
        if (call.answered) { // a one-way call was not counted among these, and nobody waits for an answer
            answering(call);
            call.refuse(FailureTexts.NOT_STARTED);
        } else {
            call.drop();
        }
    }

    /** Cancels a stage or interrupts a method on another thread: that may run the application's code and may block. */
    void cancelSoon(Runnable cancellation) {
        cancellations.execute(cancellation);
    }

    boolean hasAny() {
        return !calls.isEmpty() || !stages.isEmpty();
    }

    boolean isCalling() {
        return runningCount.get() > 0;
    }

    /** Whether a call of that object has been read, and its answer has not begun. */
    boolean isCalling(Object target) {
        return calls.values().stream().anyMatch(call -> call.isFor(target) && !call.ticket.isAnswering());
    }

    /** Reports which calls run, and which wait for the executor. */
    void tellWaits(ConnectionWaits waits) {
        Map<Ticket, Thread> inTurn = queues == null ? Map.of() : queues.waiting();
        calls.values().forEach(call -> call.tellWaits(waits, executor, inTurn.get(call.ticket)));
    }

    /** The connection has ended: the lane's memory is not touched any more. Repeatable. */
    void retire() {
        if (done != null) {
            done.retire();
        }
    }

    /**
     * The connection ends: withdraws the calls that have not begun. Not on the monitor's thread, because there may be
     * many calls. Returns whether tasks may be in the executor's queue. Repeatable.
     */
    boolean withdraw() {
        boolean queued = false;
        for (SharedCall call : calls.values()) {
            if (call.ticket.withdraw()) {
                calls.remove(call.id, call);
                queued = executor != null;
            }
        }
        if (queued) {
            queues.withdraw();
        }
        return queued;
    }

    /**
     * The connection has ended, and calls that have not begun are withdrawn. Interrupts what runs, which may block.
     * Repeatable.
     */
    void interrupt() {
        calls.values().forEach(SharedCall::interrupt);
        if (!stages.isEmpty()) {
            RuntimeThreads.executeOrRun(peer::execute, this::abandonStages);
        }
    }

    /** Cancels all stages: nobody waits for their results. Whoever works on one, or keeps a place for it, is told. */
    private void abandonStages() {
        for (AwaitedStage awaited : stages.values()) {
            if (stages.remove(awaited.id, awaited)) {
                awaited.abandon();
            }
        }
    }
}
