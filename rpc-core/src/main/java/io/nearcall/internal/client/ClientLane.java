// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.codegen.ClientCall;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.lane.MessageWriter;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A lane as its caller sees it, and at the same time the call in progress on it: one call at a time, so one object serves
 * all calls of a lane and none is allocated. Borrowed by {@link #tryBorrow}; between that and the call's end confined to
 * the borrower.
 */
final class ClientLane extends ClientCall {

    /* FREE --borrow--> BORROWED --end--> FREE
     *                  BORROWED --gave up--> DRAINING --the late answer came--> FREE
     * FREE, DRAINING --connection closed--> RETIRED, where it stays; only then may its memory go. */
    private static final int FREE = 0;
    private static final int BORROWED = 1;
    private static final int DRAINING = 2;
    private static final int RETIRED = 3;

    private final int id;
    private final Channel channel;
    private final Link link;
    private final MessageWriter writer;
    private final MessageReader reader;
    private final AtomicInteger state = new AtomicInteger(FREE);

    private LaneCodec codec;
    private boolean codecUsed;
    private long callId;
    private Binding binding;
    private int method;
    private CallPhase phase = CallPhase.CONSUMED;
    private long deadlineNs;

    ClientLane(int id, Channel channel, Link link) {
        this.id = id;
        this.channel = channel;
        this.link = link;
        this.writer = new MessageWriter(channel, link.maxMessageBytes(), this::awaitSpace);
        this.reader = new MessageReader(channel, link.maxMessageBytes(), this::awaitFrame);
    }

    /** Takes the lane if it is free. */
    boolean tryBorrow() {
        // The read first: a failed compare-and-set would pull the line from the thread that works with it.
        return state.getPlain() == FREE && state.compareAndSet(FREE, BORROWED);
    }

    /** The deadline of the call that is about to begin, which runs only if it has had to wait already. */
    void startClock(long callDeadlineNs) {
        deadlineNs = callDeadlineNs;
    }

    /** Starts writing a call. The lane must have been borrowed. */
    void begin(Binding callee, int objectId, int methodIndex, int remoteMethod) {
        binding = callee;
        method = methodIndex;
        phase = CallPhase.WRITING;
        // Never waits: while nobody is in a call, all memory of the lane is free.
        int start = writer.begin(FrameFormat.CALL, FrameFormat.CALL_HEADER_LENGTH);
        ByteBuffer memory = writer.memory();
        memory.putLong(start + FrameFormat.CALL_ID_OFFSET, ++callId);
        memory.putInt(start + FrameFormat.OBJECT_ID_OFFSET, objectId);
        memory.putInt(start + FrameFormat.METHOD_OFFSET, remoteMethod);
    }

    @Override
    public Output output() {
        return writer.output();
    }

    @Override
    public Kryo kryo() {
        return codec();
    }

    private LaneCodec codec() {
        LaneCodec current = codec;
        if (current == null) {
            codec = current = link.newCodec();
        }
        codecUsed = true;
        return current;
    }

    @Override
    public Input invoke() throws Throwable {
        writer.send();
        phase = CallPhase.SENT;
        if (codecUsed) {
            codec.reset(); // while the other side is at work: the answer is another object graph
        }
        receiveFrame();
        phase = CallPhase.ANSWERED;
        if (reader.begin() != callId) {
            throw link.broken("the answer to call " + callId + " on lane " + id + " carries another id");
        }
        if (reader.type() == FrameFormat.RESULT) {
            return reader.input();
        }
        throw readFailure();
    }

    private Throwable readFailure() {
        Throwable thrown = Answers.read(reader.type(), reader.input(), link, binding, method);
        reader.end();
        phase = CallPhase.CONSUMED;
        return thrown;
    }

    @Override
    public void end() {
        reader.end();
        finish();
    }

    private void finish() {
        phase = CallPhase.CONSUMED;
        if (codecUsed) {
            codecUsed = false;
            if (codec != null) {
                codec.reset();
            }
        }
        // Release: the next borrower's compare-and-set sees all that this one did.
        state.setRelease(FREE);
    }

    @Override
    public CompletableFuture<Object> invokeAsync() {
        throw new AssertionError("a borrowed lane carries synchronous calls only");
    }

    @Override
    public void post() {
        throw new AssertionError("a borrowed lane carries synchronous calls only");
    }

    private void awaitSpace() {
        check(channel.awaitSpace(deadline(), true));
    }

    private void awaitFrame() {
        phase = CallPhase.SENT; // between two frames of the answer it is as if none had come
        receiveFrame();
        phase = CallPhase.ANSWERED;
    }

    private void receiveFrame() {
        try {
            if (!channel.spinForFrame()) {
                sleepForFrame();
            }
        } catch (PeerFault e) {
            throw link.broken(e.getMessage());
        }
    }

    private void sleepForFrame() {
        check(channel.sleepForFrame(deadline(), true));
    }

    /** The call's deadline; the clock is first read here, when spinning has failed. */
    private long deadline() {
        deadlineNs = Deadlines.running(deadlineNs, binding.timeoutNs(method));
        return deadlineNs;
    }

    private void check(WaitResult result) {
        switch (result) {
            case READY -> {}
            case TIMED_OUT -> throw CallFailures.deadlineExceeded(binding, method, link, phase);
            case INTERRUPTED -> throw CallFailures.interrupted(binding, method, phase);
            case CLOSED -> throw link.lost(callId, channel, phase == CallPhase.WRITING);
        }
    }

    @Override
    public Throwable fail(Throwable cause) {
        CallPhase reached = phase;
        if (reached == CallPhase.CONSUMED) { // what the method threw, or why it was not called: nothing went wrong here
            finish();
            return cause;
        }
        Throwable thrown = reached == CallPhase.ANSWERED ? Answers.ofAborted(reader, link, binding, method) : null;
        if (thrown == null) {
            Throwable known = reached == CallPhase.CONSUMED ? cause : CallFailures.ofChannel(cause, link);
            thrown = CallFailures.translate(known, reached, binding, method);
        }
        codec = null; // after an exception a Kryo cannot be trusted to be in its initial state
        codecUsed = false;
        if (reached == CallPhase.WRITING && !writer.isPartlySent()) {
            finish();
        } else {
            giveUp(reached);
        }
        return thrown;
    }

    private void giveUp(CallPhase reached) {
        if (reached == CallPhase.SENT) {
            link.cancel(id, callId);
        }
        state.setRelease(DRAINING);
        if (drain()) {
            link.drainLater();
        }
    }

    /**
     * Consumes, as far as it has come, the late answer of a call whose caller gave up, so that the lane can be used again.
     * Any thread; does not wait.
     *
     * @return whether the lane still waits for it
     */
    boolean drain() {
        if (state.getPlain() != DRAINING || !state.compareAndSet(DRAINING, BORROWED)) {
            return false;
        }
        boolean drained = false;
        try {
            drained = writer.tryAbort() && answerConsumed();
        } catch (PeerFault e) {
            link.broken(e.getMessage());
        } finally {
            state.setRelease(drained ? FREE : DRAINING);
        }
        return !drained;
    }

    private boolean answerConsumed() {
        while (channel.poll()) {
            boolean last = (channel.frameFlags() & Channel.MORE) == 0;
            channel.release();
            if (last) {
                return true;
            }
        }
        return false;
    }

    /** Ends all waits on the lane, after the connection has ended. */
    void disconnect() {
        channel.disconnect();
    }

    /** Withdraws the lane for good unless it is in use; the connection has ended. */
    boolean tryRetire() {
        return state.compareAndSet(FREE, RETIRED) || state.compareAndSet(DRAINING, RETIRED) || state.get() == RETIRED;
    }
}
