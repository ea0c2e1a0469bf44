// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.NearcallException;
import io.nearcall.OverloadedException;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.dispatch.Completions;
import io.nearcall.internal.lane.Answers;
import io.nearcall.internal.lane.Backoff;
import io.nearcall.internal.lane.CallFailures;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.LaneWorker;
import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.lane.OutgoingPhase;
import io.nearcall.internal.statistics.CallCounter;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The receiving half of the shared lane. One thread reads the answers, in whatever order they come, has their futures
 * completed and wakes parked callers. It attends to the lane while calls are in flight, and looks at their deadlines.
 */
final class AnswerReceiver implements LaneWorker.Work {

    /** How late a deadline may be noticed. */
    private static final long SWEEP_NS = 5_000_000;

    /** Answers between two looks at the clock. */
    private static final int CLOCK_MASK = 63;

    private final int laneId;
    private final Channel channel;
    private final LaneConnection link;
    private final Completions completions;
    private final MessageReader reader;
    private final LaneWorker worker;
    private final CallCounter counter; // of what this thread reads
    private final Map<Long, PendingCall> pending = new ConcurrentHashMap<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final LongWaits longWaits;
    private final int maxCalls;
    private LaneCodec codec;
    private int answers;
    private long sweptNs = System.nanoTime();
    private boolean watching;
    private volatile long readId; // of the answer of several frames that is being read; 0 if there is none
    private PendingCall read; // the call of that answer

    AnswerReceiver(int laneId, Channel channel, LaneConnection link, Executor receivers, Executor completions) {
        this.laneId = laneId;
        this.channel = channel;
        this.link = link;
        this.completions = new Completions(completions);
        this.reader = new MessageReader(
                channel, link.maxMessageBytes(), link.references(), this::awaitFrame, this::lookAmidst);
        this.maxCalls = link.maxCalls();
        this.longWaits = new LongWaits(laneId, link, pending);
        this.counter = new CallCounter(link.statistics());
        this.worker = new LaneWorker(channel, receivers, this);
    }

    /**
     * Takes room for one more call in flight. {@link #release} or {@link #expect} must follow.
     *
     * @throws OverloadedException if there is no room
     */
    void reserve() {
        if (!tryReserve()) {
            throw overloaded(0);
        }
    }

    /** As {@link #reserve}, but waits for room until the deadline. */
    void reserveInTime(long timeoutNs, long deadlineNs) {
        if (tryReserve()) {
            return;
        }
        Backoff backoff = new Backoff();
        while (!tryReserve()) {
            if (link.isClosed()) {
                throw link.lost(Long.MAX_VALUE, null, true);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw CallFailures.interruptedWaitingForLane(link);
            }
            if (Deadlines.remainingNs(deadlineNs) == 0) {
                throw overloaded(timeoutNs);
            }
            backoff.pause();
        }
    }

    private boolean tryReserve() {
        if (inFlight.incrementAndGet() <= maxCalls) {
            return true;
        }
        inFlight.decrementAndGet();
        return false;
    }

    private OverloadedException overloaded(long waitedNs) {
        return CallFailures.overloaded(link, "calls in flight", maxCalls, waitedNs);
    }

    /** As {@link #reserve}, beyond the limit if need be. */
    void reserveBeyond() {
        inFlight.incrementAndGet();
    }

    void release() {
        inFlight.decrementAndGet();
    }

    /** How many calls there is no answer to yet. Any thread. */
    int inFlight() {
        return inFlight.get();
    }

    /** An answer will come, and there is room for it. Must be called before the call is sent. */
    void expect(long callId, PendingCall call) {
        pending.put(callId, call);
        worker.ring();
        // After the put. Partner: failPending() after the end, which has either seen the call or left it to us.
        if (link.isClosed() && forget(callId)) {
            call.failed(this, link.lost(callId, channel, false));
        }
    }

    /** Nobody waits for that answer any more. Returns whether it is of use to tell the peer. */
    boolean abandon(long callId) {
        PendingCall call = take(callId);
        if (call != null && isCounted(call)) {
            link.statistics().end(call.callee(), call.method());
        }
        return call != null || readId == callId;
    }

    private static boolean isCounted(PendingCall call) {
        return !(call instanceof Fence); // a fence is no call of its method
    }

    /** Nobody waits for that answer any more. Returns whether it had not come. */
    boolean forget(long callId) {
        return take(callId) != null;
    }

    private PendingCall take(long callId) {
        PendingCall call = pending.remove(callId);
        if (call != null) {
            release();
        }
        return call;
    }

    void ring() {
        worker.ring();
    }

    @Override
    public boolean receive() {
        checkOpen();
        if ((++answers & CLOCK_MASK) == 0) {
            look();
        }
        long callId = reader.begin();
        PendingCall call;
        if (reader.goesOn()) {
            call = readLong(callId);
        } else {
            call = take(callId);
            if (call != null) {
                read(call);
            }
        }
        reader.end();
        if (call != null && isCounted(call)) {
            counter.end(call.callee(), call.method(), reader.messageBytes());
        }
        return true;
    }

    /** Ends the reading if the connection has ended. Otherwise a peer that goes on sending would keep this thread. */
    private void checkOpen() {
        if (link.isClosed()) {
            throw link.lost(0, null, false);
        }
    }

    /** Called every few frames while an answer is read, because the other calls' deadlines go on. */
    private void lookAmidst() {
        checkOpen();
        look();
    }

    /** Reads an answer of several frames. Its call may be given up meanwhile. */
    private PendingCall readLong(long callId) {
        readId = callId; // before the call is taken out: whoever gives it up looks in the other order
        PendingCall call = take(callId);
        if (call != null) {
            read = call;
            read(call);
            read = null;
        }
        readId = 0;
        return call;
    }

    private void read(PendingCall call) {
        try {
            call.answered(this, reader);
            if (codec != null) {
                codec.reset();
            }
        } catch (Throwable e) {
            codec = null;
            Throwable reason = Answers.ofAborted(reader, link, call.callee(), call.method());
            call.failed(
                    this,
                    reason != null
                            ? reason
                            : CallFailures.translate(e, OutgoingPhase.ANSWERED, call.callee(), call.method()));
        }
    }

    /** Completes a future, not on this thread: dependents are user code and may block, and all answers wait for it. */
    void complete(Runnable completion) {
        completions.add(completion);
    }

    LaneConnection link() {
        return link;
    }

    LaneCodec codec() {
        if (codec == null) {
            codec = link.newCodec();
        }
        return codec;
    }

    private void awaitFrame() {
        try {
            receiveFrame();
        } catch (PeerFault e) {
            throw link.broken(e.getMessage());
        }
    }

    private void receiveFrame() {
        if (channel.spinBriefly()) {
            return;
        }
        long sinceNs = System.nanoTime();
        if (!channel.spinOn()) {
            sleepForFrame();
        }
        reader.waitedSince(sinceNs);
    }

    private void sleepForFrame() {
        long patienceEndNs = reader.patienceEndNs();
        WaitResult result;
        do {
            look(); // the other calls' deadlines go on while an answer comes in pieces
            result = channel.sleepForFrame(Deadlines.after(SWEEP_NS), false);
        } while (result == WaitResult.TIMED_OUT && Deadlines.remainingNs(patienceEndNs) > 0);
        if (result == WaitResult.TIMED_OUT) {
            throw link.broken("an answer was left incomplete on lane " + laneId);
        }
        if (result != WaitResult.READY) {
            throw link.lost(0, null, false); // an answer that has begun: whatever Taken says, the method has run
        }
    }

    @Override
    public void waited(int how) {
        counter.waited(how);
    }

    @Override
    public long idle(long idleNs) {
        long nowNs = System.nanoTime();
        link.recordingAt(nowNs); // or nobody looks, if all callers hold futures
        long restInNs = LaneWorker.REST_AFTER_NS - idleNs;
        if (restInNs <= 0) {
            sweep(nowNs);
            longWaits.rest();
        } else {
            sweepIfDue(nowNs);
        }
        long lookNs = completions.look(nowNs);
        if (lookNs != Completions.NO_LOOK) {
            return lookNs; // held-up completions do not wait for a doorbell
        }
        // Expected answers announce themselves, but calls that are sent meanwhile have deadlines.
        long sweepInNs = SWEEP_NS - (nowNs - sweptNs);
        return watching ? sweepInNs : Math.min(sweepInNs, restInNs);
    }

    /** Looks at deadlines and completions while answers keep coming, because idle() is not called then. */
    private void look() {
        long nowNs = System.nanoTime();
        sweepIfDue(nowNs);
        completions.look(nowNs);
    }

    /** Looks at the deadlines as late as possible: with a thousand calls in flight, a look takes some 10 us. */
    private void sweepIfDue(long nowNs) {
        if (nowNs - sweptNs >= SWEEP_NS) {
            sweep(nowNs);
        }
    }

    /** Ends the calls whose time is over, and notes whether others must be looked at again. */
    private void sweep(long nowNs) {
        sweptNs = nowNs;
        watching = false;
        if (read != null && nowNs - read.deadlineNs() >= 0) {
            read.overdue(this, readId);
        }
        for (Map.Entry<Long, PendingCall> entry : pending.entrySet()) {
            PendingCall call = entry.getValue();
            if (nowNs - call.deadlineNs() >= 0) {
                call.overdue(this, entry.getKey());
            } else if (!Deadlines.isNever(call.deadlineNs(), nowNs)) {
                watching = true;
            }
        }
        longWaits.look(nowNs);
    }

    /**
     * Ends a call whose time is over, unless its answer has come.
     *
     * @throws NearcallException the reason, if the answer is just being read
     */
    void giveUp(long callId, PendingCall call) {
        boolean reading = call == read;
        if (reading || forget(callId)) {
            link.cancel(laneId, callId);
            NearcallException late =
                    CallFailures.deadlineExceeded(call.callee(), call.method(), call.terms(), link, OutgoingPhase.SENT);
            if (reading) {
                read = null; // once: the rest of the answer is skipped
                throw late;
            }
            if (isCounted(call)) {
                counter.end(call.callee(), call.method(), 0);
            }
            call.failed(this, late);
        }
    }

    @Override
    public void disconnected() {
        failPending();
    }

    @Override
    public void failed(String fault) {
        link.broken(fault);
        failPending();
    }

    private void failPending() {
        completions.disperse();
        pending.forEach((callId, call) -> {
            if (forget(callId)) {
                call.failed(this, link.lost(callId, channel, false));
            }
        });
    }

    LongWaits longWaits() {
        return longWaits;
    }

    boolean retire() {
        if (!worker.tryRetire()) {
            return false;
        }
        failPending();
        return true;
    }
}
