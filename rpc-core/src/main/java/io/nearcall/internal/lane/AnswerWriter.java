// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.reference.ExportedObject;
import io.nearcall.internal.statistics.CallCounter;
import io.nearcall.internal.wire.FailureCode;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.OsException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongPredicate;

/**
 * Writes the answers of a lane. On a borrowed lane only the attending thread writes. On a shared lane any thread that
 * completes a call's stage also writes, so each answer is written under a lock.
 */
public final class AnswerWriter implements MessageWriter.Waiting {

    private static final int MOST_CAUSES = 100;
    private static final Runnable NO_LOOK = () -> {};

    private final Channel channel;
    private final Nesting nesting;
    public final int laneId;
    private final LaneConnection peer;
    private final MessageWriter writer;
    private final ReentrantLock lock;
    private final DiscardedOutput discarded;
    private final CallCounter counter;
    private LaneCodec codec;
    private final boolean patient;
    private final MessagePatience patience = new MessagePatience();
    private long patienceCallId; // the call whose answer the patience is for
    private final Runnable whetherWanted = this::checkWanted;
    private LongPredicate givenUp = callId -> false;
    private long callId; // of the call whose answer is being written
    private boolean concluding; // a failure is being written: short, and sent even if the caller has given up
    private boolean retired;
    private boolean broken;

    public AnswerWriter(Nesting nesting, boolean shared, LaneConnection peer) {
        this.channel = nesting.channel();
        this.nesting = nesting;
        this.laneId = nesting.laneId();
        this.peer = peer;
        this.writer = new MessageWriter(channel, peer.maxMessageBytes(), peer.references(), this);
        this.lock = shared ? new ReentrantLock() : null;
        this.discarded = shared ? new DiscardedOutput() : null;
        this.counter = new CallCounter(peer.statistics());
        this.patient = !shared && peer.executor() == null;
    }

    /** @param nobodyWaits whether the caller of the call of that id, whose answer is being written, has given up */
    void giveUpIf(LongPredicate nobodyWaits) {
        givenUp = nobodyWaits;
    }

    @Override
    public void awaitSpace() {
        awaitSpace(NO_LOOK);
    }

    /** Gives up an answer of several frames if its caller gives up. The frame that ends it is awaited nevertheless. */
    @Override
    public void awaitSpaceForRest() {
        awaitSpace(whetherWanted);
    }

    @Override
    public void checkWanted() {
        if (!concluding && givenUp.test(callId)) {
            throw new CallerGone();
        }
    }

    private void awaitSpace(Runnable look) {
        if (broken) {
            throw LaneClosed.now();
        }
        boolean begun = writer.isPartlySent();
        if (!begun || patienceCallId != callId) {
            patience.renew();
            patienceCallId = callId;
        }
        long sinceNs = System.nanoTime();
        awaitSpace(look, patience.endNs(begun ? writer.output().total() : 0));
        patience.waitedSince(sinceNs);
    }

    private void awaitSpace(Runnable look, long patienceEndNs) {
        if (nesting.isEntered()) {
            nesting.awaitRoom(look, patienceEndNs);
            return;
        }
        WaitResult result = MessageWriter.awaitSpace(channel, patient ? LaneClosed.neverNs() : patienceEndNs, look);
        LaneClosed.check(result);
        if (result == WaitResult.TIMED_OUT) {
            throw broken("the peer does not read its answers");
        }
    }

    /** Ends the connection. Nothing is written after this. On a shared lane the thread must hold the lock. */
    private LaneClosed broken(String fault) {
        broken = true;
        peer.protocolBroken(fault);
        return LaneClosed.now();
    }

    /**
     * Checks what was thrown while an answer was written. If the channel threw it, another answer is of no use.
     *
     * @throws LaneClosed in that case; the connection is ended
     */
    void checkChannel(Throwable thrown) {
        Throwable cause = thrown; // serializers wrap exceptions
        for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
            if (cause instanceof PeerFault || cause instanceof OsException) {
                throw broken(cause.getMessage());
            }
            if (cause instanceof LaneClosed closed) {
                throw closed;
            }
            cause = cause.getCause();
        }
    }

    /** Begins the answer of a method that has returned; {@link #send} or {@link #leave} must follow. */
    public Output begin(long callId) {
        enter();
        boolean begun = false;
        try {
            begin(callId, FrameFormat.RESULT);
            begun = true;
            return writer.output();
        } catch (PeerFault | OsException e) {
            throw broken(e.getMessage());
        } finally {
            if (!begun) {
                leave();
            }
        }
    }

    private void begin(long answeredId, int type) {
        int start = writer.begin(type, FrameFormat.ANSWER_HEADER_LENGTH);
        writer.memory().putLong(start + FrameFormat.CALL_ID_OFFSET, answeredId);
        callId = answeredId;
        concluding = false;
    }

    /** Returns the output for the result of a call that is not answered. */
    Output discard() {
        return discarded.begin();
    }

    public void send() {
        writer.send();
    }

    private void enter() {
        if (lock != null) {
            enterShared();
        }
    }

    private void enterShared() {
        lock.lock();
        if (retired || broken) {
            lock.unlock();
            throw LaneClosed.now();
        }
    }

    /** Returns the codec for the answer that {@link #begin(long)} began on a shared lane, off the lane's thread. */
    public Kryo sharedKryo() {
        if (codec == null) {
            codec = peer.newCodec();
        }
        return codec;
    }

    /** Ends what {@link #begin} began, if that is still to be done. Aborts an answer that is partly sent. */
    public void leave() {
        if (lock == null || lock.isHeldByCurrentThread()) {
            try {
                if (writer.isPartlySent()) {
                    abort();
                }
            } finally {
                if (lock != null) {
                    leaveShared();
                }
            }
        }
    }

    private void leaveShared() {
        if (codec != null && lock.getHoldCount() == 1) {
            codec.reset(); // each answer is an object graph of its own, which must not be kept alive
        }
        lock.unlock();
    }

    private void abort() {
        if (broken) {
            return;
        }
        try {
            while (!writer.tryAbort()) {
                awaitSpace(NO_LOOK);
            }
        } catch (PeerFault | OsException e) {
            throw broken(e.getMessage());
        }
    }

    /** Returns how many bytes of the latest answer have been sent. Must be called before {@link #leave}. */
    public long messageBytes() {
        return writer.messageBytes();
    }

    /** Counts the end of a call, answered or not. If an answer was begun, must be called before {@link #leave}. */
    public void ended(ExportedObject object, int method) {
        counter.end(object, method, writer.messageBytes());
    }

    /** Counts the end of a shared lane's call that is not answered. Does not wait for a thread that is writing. */
    public void endedUnanswered(ExportedObject object, int method) {
        if (!lock.tryLock()) {
            peer.statistics().end(object, method);
            return;
        }
        try {
            if (!retired) {
                counter.end(object, method, 0);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Writes the whole answer of a method whose stage has completed. */
    public void result(long callId, Object value, ExportedObject object, int method) {
        begin(callId);
        try {
            if (value != null) {
                sharedKryo().writeClassAndObject(writer.output(), value);
            } else {
                writer.output().writeByte((byte) 0);
            }
            writer.send();
            ended(object, method);
        } catch (Throwable e) {
            checkChannel(e);
            codec = null;
            failure(callId, FailureTexts.ofResult(e), object, method);
        } finally {
            leave();
        }
    }

    /** Whether the current thread is writing an answer. */
    public boolean isHeld() {
        return lock.isHeldByCurrentThread();
    }

    /** Answers a call whose stage has completed, on any thread that is not writing an answer. */
    public void late(long callId, Object value, Throwable thrown, ExportedObject object, int method) {
        try {
            if (thrown == null) {
                result(callId, value, object, method);
            } else {
                exception(callId, thrown, object, method);
            }
        } catch (LaneClosed e) {
            // nobody is left to answer, and the thread is not ours: it need not know
        }
    }

    /** Answers a call whose method threw. */
    void exception(long callId, Throwable thrown, ExportedObject object, int method) {
        enter();
        try {
            begin(callId, FrameFormat.EXCEPTION);
            peer.throwables(object.type().type()).write(writer.output(), thrown);
            writer.send();
            ended(object, method);
        } catch (Throwable e) {
            checkChannel(e);
            failure(callId, FailureTexts.ofResult(e), object, method);
        } finally {
            leave();
        }
    }

    /**
     * Answers a call that has failed in the phase {@code reached}.
     *
     * @param object null if the call does not count as a call of the method, because the method has not run
     */
    public void failed(IncomingPhase reached, long callId, Throwable thrown, ExportedObject object, int method) {
        switch (reached) {
            case READING, REFUSED ->
                failure(callId, FailureTexts.ofArguments(thrown), object, method); // its method has not been called
            case RUNNING -> exception(callId, thrown, object, method);
            case ANSWERING -> {
                checkChannel(thrown);
                writtenBadly(callId, thrown, object, method);
            }
            case ANSWERED -> {}
        }
    }

    /** The method has run, but its answer cannot be written. */
    private void writtenBadly(long callId, Throwable cause, ExportedObject object, int method) {
        enter();
        try {
            codec = null; // after an exception a Kryo cannot be trusted to be in its initial state
            failure(callId, FailureTexts.ofResult(cause), object, method);
        } finally {
            if (lock != null) {
                lock.unlock();
            }
        }
    }

    /**
     * Tells a caller that its answer was not written in time, or not completely, or that its call is refused. Does so
     * only if there is room.
     *
     * @param hasRun whether the method has been called
     * @return whether there was room
     */
    boolean tryOverdue(long callId, boolean hasRun) {
        if (writer.isPartlySent() ? !writer.tryBeginAbort() : channel.claim() == Channel.BACK_PRESSURED) {
            return false;
        }
        if (!writer.isPartlySent()) {
            begin(callId, FrameFormat.FAILURE);
        }
        write(
                hasRun
                        ? new FailureTexts(FailureCode.RESULT_UNWRITABLE, "the time of the call around it was over", "")
                        : FailureTexts.NOT_STARTED);
        return true;
    }

    private void write(FailureTexts failure) {
        peer.refused(failure.code());
        concluding = true;
        writer.output().writeInt(failure.code().ordinal());
        writer.output().writeString(failure.first());
        writer.output().writeString(failure.second());
        writer.send();
    }

    /**
     * Tells the caller that its call is refused, or that its result cannot be written.
     *
     * @param object null if the call was not counted; then its end is not counted either
     */
    public void failure(long callId, FailureTexts failure, ExportedObject object, int method) {
        enter();
        try {
            if (writer.isPartlySent()) {
                while (!writer.tryBeginAbort()) {
                    awaitSpace(NO_LOOK);
                }
            } else {
                begin(callId, FrameFormat.FAILURE);
            }
            write(failure);
            if (object != null) {
                ended(object, method);
            }
        } catch (PeerFault | OsException e) {
            throw broken(e.getMessage());
        } finally {
            leave();
        }
    }

    /** Stops all writing, unless a thread is writing now; the connection has ended. Repeatable. */
    boolean tryRetire() {
        if (lock == null) {
            return true;
        }
        if (!retired && !lock.isHeldByCurrentThread() && lock.tryLock()) { // this thread may be writing
            retired = true;
            lock.unlock();
        }
        return retired;
    }
}
