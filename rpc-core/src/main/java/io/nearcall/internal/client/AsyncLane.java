// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.Outcome;
import io.nearcall.OverloadedException;
import io.nearcall.codegen.ClientCall;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.lane.MessageWriter;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sending half of the shared lane: calls of all threads, one after the other, each sent whole before the next begins
 * and none waited for. The object is at the same time the call that is being written, by whoever holds the lock.
 */
final class AsyncLane extends ClientCall {

    /* Order. Calls reach the server in the order in which they took the lock, and its one thread for this lane runs them
     * in that order; when one has run it publishes the call's id as Done. A thread remembers the id of the last call that it
     * sent here, and does not begin a call on another lane before Done has reached it.
     *
     * Done lies in memory that goes when the connection has ended, and is looked at without the lock. So whoever looks
     * counts as a watcher, and the lane is not withdrawn while there is one. seenDone spares all others that: once the lane
     * has been quiet, the look at it ends in the heap. */

    private static final int NO_MORE_WATCHERS = Integer.MIN_VALUE;

    private final int id;
    private final Channel channel;
    private final Link link;
    private final MessageWriter writer;
    private final AsyncReceiver receiver;
    private final ReentrantLock lock = new ReentrantLock();
    private final ThreadLocal<long[]> ownLast = ThreadLocal.withInitial(() -> new long[1]);

    private LaneCodec codec;
    private long callId;
    private Binding binding;
    private int method;
    private CallPhase phase;
    private long deadlineNs;
    private boolean retired;
    private volatile long lastSent;
    private volatile long seenDone;
    private final AtomicInteger watchers = new AtomicInteger();

    AsyncLane(int id, Channel channel, Link link, Executor receivers, Executor completions) {
        this.id = id;
        this.channel = channel;
        this.link = link;
        this.writer = new MessageWriter(channel, link.maxMessageBytes(), this::awaitSpace);
        this.receiver = new AsyncReceiver(id, channel, link, receivers, completions);
    }

    int id() {
        return id;
    }

    void begin(Binding callee, int objectId, int methodIndex, int remoteMethod, boolean answered, long callDeadlineNs) {
        acquire(callee.timeoutNs(methodIndex), callDeadlineNs);
        deadlineNs = callDeadlineNs;
        boolean begun = false;
        try {
            binding = callee;
            method = methodIndex;
            phase = CallPhase.WRITING;
            if (retired) {
                throw link.lost(Long.MAX_VALUE, null, true);
            }
            while (!writer.tryAbort()) { // the message before this one may have been given up half-way
                awaitSpace();
            }
            int type = answered ? FrameFormat.CALL : FrameFormat.POST;
            int start = writer.begin(type, FrameFormat.CALL_HEADER_LENGTH);
            ByteBuffer memory = writer.memory();
            memory.putLong(start + FrameFormat.CALL_ID_OFFSET, ++callId);
            memory.putInt(start + FrameFormat.OBJECT_ID_OFFSET, objectId);
            memory.putInt(start + FrameFormat.METHOD_OFFSET, remoteMethod);
            begun = true;
        } finally {
            if (!begun) {
                lock.unlock();
            }
        }
    }

    private void acquire(long timeoutNs, long callDeadlineNs) {
        if (lock.isHeldByCurrentThread()) {
            throw new IllegalStateException("a call from within an object that is being written as an argument");
        }
        try {
            if (lock.tryLock() || lock.tryLock(Deadlines.remainingNs(callDeadlineNs), TimeUnit.NANOSECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CallFailures.interruptedWaitingForLane(link);
        }
        throw new OverloadedException(
                Outcome.NOT_SENT,
                "shared lanes to \"" + link.serviceName() + "\" of process " + link.peerPid(),
                1,
                timeoutNs);
    }

    private void awaitSpace() {
        switch (channel.awaitSpace(deadlineNs, true)) {
            case READY -> {}
            case TIMED_OUT -> throw CallFailures.deadlineExceeded(binding, method, link, phase);
            case INTERRUPTED -> throw CallFailures.interrupted(binding, method, phase);
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
            codec = link.newCodec();
        }
        return codec;
    }

    @Override
    public CompletableFuture<Object> invokeAsync() {
        long sent = callId;
        CompletableFuture<Object> future = new CompletableFuture<>();
        receiver.expect(sent, new PendingCall(binding, method, deadlineNs, future));
        send();
        future.whenComplete((result, thrown) -> {
            if (future.isCancelled()) {
                receiver.forget(sent);
                link.cancel(id, sent);
            }
        });
        return future;
    }

    @Override
    public void post() {
        send();
    }

    private void send() {
        writer.send();
        lastSent = callId;
        ownLast.get()[0] = callId;
        if (codec != null) {
            codec.reset();
        }
        binding = null;
        lock.unlock();
    }

    @Override
    public Input invoke() {
        throw new AssertionError("the shared lane carries asynchronous calls only");
    }

    @Override
    public void end() {
        throw new AssertionError("the shared lane carries asynchronous calls only");
    }

    @Override
    public Throwable fail(Throwable cause) {
        if (!lock.isHeldByCurrentThread()) {
            return cause;
        }
        try {
            codec = null; // after an exception a Kryo cannot be trusted to be in its initial state
            receiver.forget(callId);
            return CallFailures.translate(cause, phase, binding, method);
        } finally {
            binding = null;
            lock.unlock();
        }
    }

    boolean hasOwnCalls() {
        if (lastSent <= seenDone) {
            return false;
        }
        long own = ownLast.get()[0];
        return own > seenDone && own > done();
    }

    /** Last call that has been run; all that will ever be, if the connection has ended. */
    private long done() {
        int count;
        do {
            count = watchers.get();
            if (count == NO_MORE_WATCHERS) {
                return Long.MAX_VALUE;
            }
        } while (!watchers.compareAndSet(count, count + 1));
        try {
            long done = channel.peerDone();
            seenDone = done;
            return done;
        } finally {
            watchers.decrementAndGet();
        }
    }

    void awaitOwnCalls(Binding callee, int methodIndex, long untilNs) {
        long own = ownLast.get()[0];
        Backoff backoff = new Backoff();
        while (done() < own) {
            if (link.isClosed()) {
                throw link.lost(Long.MAX_VALUE, null, true);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw CallFailures.interrupted(callee, methodIndex, CallPhase.WRITING);
            }
            if (Deadlines.remainingNs(untilNs) == 0) {
                throw CallFailures.deadlineExceeded(callee, methodIndex, link, CallPhase.WRITING);
            }
            backoff.pause();
        }
    }

    void ring() {
        receiver.ring();
    }

    boolean retire() {
        channel.disconnect();
        if (!retired && lock.tryLock()) {
            retired = true;
            lock.unlock();
        }
        boolean unwatched = watchers.compareAndSet(0, NO_MORE_WATCHERS) || watchers.get() == NO_MORE_WATCHERS;
        return receiver.retire() && unwatched && retired;
    }
}
