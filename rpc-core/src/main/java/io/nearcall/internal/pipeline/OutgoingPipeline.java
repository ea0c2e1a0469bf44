// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.Outcome;
import io.nearcall.codegen.AsyncCall;
import io.nearcall.internal.call.CallTerms;
import io.nearcall.internal.call.Callee;
import io.nearcall.internal.call.Deadlines;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.Patience;
import io.nearcall.internal.codec.SpareCodecs;
import io.nearcall.internal.context.SentPairs;
import io.nearcall.internal.lane.CallFailures;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.lane.MessageWriter;
import io.nearcall.internal.lane.OutgoingPhase;
import io.nearcall.internal.statistics.CallCounter;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.OsException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sending half of the shared lane. It sends the calls of all threads one after the other, each as a whole, and
 * waits for none. The object is also the call that is being written, by the thread that holds the lock.
 */
final class OutgoingPipeline extends AsyncCall implements Patience {

    private final int id;
    private final Channel channel;
    private final LaneConnection link;
    private final MessageWriter writer;
    final AnswerReceiver receiver;
    private final OwnCalls ownCalls;
    private final ReentrantLock lock = new ReentrantLock();
    private final Runnable announcement = this::announce;
    private final SpareCodecs codecs;
    private final CallCounter counter;
    private final SentPairs sentPairs;

    private LaneCodec codec;
    private long callId;
    private Callee callee;
    private int method;
    private CallTerms terms;
    private long deadlineNs;
    private boolean reserved;
    private boolean posting;
    private boolean retired;
    private volatile boolean draining; // perhaps a message that was given up half-way must still be aborted

    OutgoingPipeline(int id, Channel channel, LaneConnection link, Executor receivers, Executor completions) {
        this.id = id;
        this.channel = channel;
        this.link = link;
        this.counter = new CallCounter(link.statistics());
        this.sentPairs = new SentPairs(link.limits().repeats());
        this.writer = new MessageWriter(channel, link.maxMessageBytes(), link.references(), this::awaitSpace);
        this.receiver = new AnswerReceiver(id, channel, link, receivers, completions);
        this.ownCalls = new OwnCalls(channel.progress());
        this.codecs = new SpareCodecs(link::newCodec);
    }

    int id() {
        return id;
    }

    /**
     * Begins a call that is not waited for. The lane belongs to the current thread until the call has been sent.
     *
     * @param callDeadlineNs of a call without an answer, does not run until there is something to wait for
     */
    AsyncCall begin(
            Callee called,
            int objectId,
            int methodIndex,
            int remoteMethod,
            boolean answered,
            long callDeadlineNs,
            CallTerms callTerms) {
        if (answered) {
            receiver.reserve();
        }
        write(called, objectId, methodIndex, remoteMethod, answered, callDeadlineNs, callTerms);
        return this;
    }

    /** Begins a call whose caller parks; otherwise as above. */
    ParkedCall beginParked(
            Callee called, int objectId, int methodIndex, int remoteMethod, long callDeadlineNs, CallTerms callTerms) {
        ParkedCall call = new ParkedCall(this, called, methodIndex, callDeadlineNs, callTerms);
        receiver.reserveInTime(called.timeoutNs(methodIndex, callTerms), callDeadlineNs);
        write(called, objectId, methodIndex, remoteMethod, true, callDeadlineNs, callTerms);
        return call;
    }

    /** Waits for a fence: a call that does nothing, but does it in its turn. */
    void awaitTurn(Callee called, int methodIndex, long callDeadlineNs, CallTerms callTerms) {
        Fence fence = new Fence(this, called, methodIndex, callDeadlineNs, callTerms);
        receiver.reserveBeyond(); // each thread waits for one at most
        write(called, FrameFormat.BINDER_OBJECT_ID, methodIndex, FrameFormat.BINDER_FENCE, true, callDeadlineNs, null);
        long sent;
        try {
            sent = send(fence);
        } catch (Throwable e) {
            throw CallFailures.refusedItsTurn(called, methodIndex, fail(e));
        }
        fence.awaitTurn(sent);
    }

    /** What this thread has sent here without waiting for it. */
    OwnCalls ownCalls() {
        return ownCalls;
    }

    private void write(
            Callee called,
            int objectId,
            int methodIndex,
            int remoteMethod,
            boolean answered,
            long callDeadlineNs,
            CallTerms callTerms) {
        try {
            deadlineNs = acquire(called.timeoutNs(methodIndex, callTerms), callDeadlineNs);
            try {
                callee = called;
                method = methodIndex;
                terms = callTerms;
                writeHeader(answered, objectId, remoteMethod);
                reserved = answered;
                posting = !answered;
            } catch (Throwable e) {
                lock.unlock();
                throw e;
            }
        } catch (Throwable e) {
            if (answered) {
                receiver.release();
            }
            throw e;
        }
    }

    private void writeHeader(boolean answered, int objectId, int remoteMethod) {
        if (retired) {
            throw link.lost(Long.MAX_VALUE, null, true);
        }
        while (!writer.tryAbort()) { // the message before this one may have been given up half-way
            awaitSpace();
        }
        int type = answered ? FrameFormat.CALL : FrameFormat.POST;
        boolean accompanied = terms != null && (answered || terms.hasMetadata());
        int start = writer.begin(accompanied ? type | FrameFormat.CONTEXT : type, FrameFormat.CALL_HEADER_LENGTH);
        ByteBuffer memory = writer.memory();
        memory.putLong(start + FrameFormat.CALL_ID_OFFSET, ++callId);
        memory.putInt(start + FrameFormat.OBJECT_ID_OFFSET, objectId);
        memory.putInt(start + FrameFormat.METHOD_OFFSET, FrameFormat.methodOfThread(remoteMethod));
        if (accompanied) {
            terms.write(writer.output(), answered, deadlineNs, sentPairs);
        }
    }

    /** Takes the lane. Returns the deadline, which runs if it did before or if there was something to wait for. */
    private long acquire(long timeoutNs, long callDeadlineNs) {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("an object made a call while it was being written as an argument");
        }
        try {
            if (lock.tryLock()) {
                return callDeadlineNs;
            }
            long running = Deadlines.running(callDeadlineNs, timeoutNs);
            if (lock.tryLock(Deadlines.remainingNs(running), TimeUnit.NANOSECONDS)) {
                return running;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CallFailures.interruptedWaitingForLane(link);
        }
        throw CallFailures.overloaded(link, "shared lanes", 1, timeoutNs);
    }

    @Override
    public long deadlineNs() {
        deadlineNs = Deadlines.running(deadlineNs, callee.timeoutNs(method, terms));
        return deadlineNs;
    }

    @Override
    public RuntimeException exhausted(boolean interrupted, String lacking) {
        return interrupted
                ? CallFailures.interrupted(callee, method, OutgoingPhase.WRITING)
                : CallFailures.notSentInTime(callee, method, terms, link, lacking);
    }

    private void awaitSpace() {
        switch (channel.awaitSpace(deadlineNs(), true)) {
            case READY -> {}
            case TIMED_OUT -> throw CallFailures.deadlineExceeded(callee, method, terms, link, OutgoingPhase.WRITING);
            case INTERRUPTED -> throw CallFailures.interrupted(callee, method, OutgoingPhase.WRITING);
            case CLOSED -> throw link.lost(callId, channel, true);
        }
    }

    @Override
    public Output output() {
        return writer.output();
    }

    @Override
    public Kryo kryo() {
        if (codec == null) {
            codec = link.newCodec(this);
        }
        return codec;
    }

    @Override
    public CompletableFuture<Object> invokeAsync() {
        CallFuture future = new CallFuture(this);
        long sent = callId;
        expect(new FutureCall(callee, method, terms, deadlineNs, future, id, sent, link.beginRecorded()));
        sendInOrder();
        future.whenComplete((result, thrown) -> {
            if (future.endCancelled()) {
                giveUp(sent);
            }
        });
        return future;
    }

    @Override
    public void post() {
        sendInOrder();
    }

    @Override
    public Runnable postQuietly() {
        writer.sendQuietly();
        sentInOrder();
        return announcement;
    }

    private void announce() {
        lock.lock();
        try {
            if (!retired) {
                channel.announce();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Sends a call whose caller will park; returns its id. */
    long send(PendingCall call) {
        long sent = callId;
        expect(call);
        writer.send();
        if (!(call instanceof Fence)) { // a fence is no call of that method
            counter.begin(callee, method, writer.messageBytes());
        }
        sent();
        return sent;
    }

    private void expect(PendingCall call) {
        reserved = false; // the room goes with the entry, which is made before anything can fail
        receiver.expect(callId, call);
    }

    /** Nobody waits for the answer any more. */
    void giveUp(long sentId) {
        if (receiver.abandon(sentId)) {
            link.cancel(id, sentId);
        }
    }

    private void sendInOrder() {
        writer.send();
        sentInOrder();
    }

    private void sentInOrder() {
        ownCalls.sent(callId);
        counter.begin(callee, method, writer.messageBytes());
        if (posting) {
            counter.end(callee, method, 0); // as far as this side knows
        }
        sent();
    }

    private void sent() {
        if (codec != null) {
            codec.reset();
        }
        callee = null;
        terms = null;
        lock.unlock();
    }

    /** For callers that read their answers themselves. */
    SpareCodecs codecs() {
        return codecs;
    }

    LaneConnection link() {
        return link;
    }

    @Override
    public Throwable fail(Throwable cause) {
        if (!lock.isHeldByCurrentThread()) {
            return cause;
        }
        try {
            codec = null; // after an exception a Kryo cannot be trusted to be in its initial state
            sentPairs.forget();
            if (posting && !writer.isPartlySent()) {
                callee.notPosted();
            }
            abort();
            receiver.forget(callId);
            counter.failUnsent(callee, method, cause);
            link.recordFailure(callee, method, id, callId, cause, Outcome.NOT_SENT);
            if (reserved) {
                reserved = false;
                receiver.release();
            }
            return CallFailures.translate(CallFailures.ofChannel(cause, link), OutgoingPhase.WRITING, callee, method);
        } finally {
            callee = null;
            terms = null;
            lock.unlock();
        }
    }

    /** Aborts the message. Until then the other side keeps what it has of it. */
    private void abort() {
        if (!tryAbort()) { // the next call does it, or if none comes, whoever looks at the lane
            draining = true;
            link.drainLater();
        }
    }

    private boolean tryAbort() {
        try {
            return writer.tryAbort();
        } catch (PeerFault | OsException e) {
            link.broken(e.getMessage());
            return true;
        }
    }

    /**
     * Aborts a message that was given up half-way when there was no room for that. Any thread; does not wait.
     *
     * @return whether the abort is still to be done
     */
    boolean drain() {
        if (draining && lock.tryLock()) { // the holder may leave a message half-way, too
            try {
                draining = !retired && !tryAbort();
            } finally {
                lock.unlock();
            }
        }
        return draining;
    }

    boolean retire() {
        channel.disconnect();
        if (!retired && lock.tryLock()) {
            retired = true;
            lock.unlock();
        }
        boolean unwatched = ownCalls.retire();
        return receiver.retire() && unwatched && retired;
    }
}
