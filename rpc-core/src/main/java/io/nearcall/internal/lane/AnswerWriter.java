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
 * Writes the answers of a lane. On a lane whose sides take turns only the attending thread does; on a shared one whoever
 * completes a call's stage does too, so there each answer is written under a lock.
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
    private long patienceCallId; // of the answer that it is for
    private final Runnable whetherWanted = this::checkWanted;
    private LongPredicate givenUp = callId -> false;
    private long callId; // of the answer that is being written
    private boolean concluding; // with a failure, which is short, and ends what was given up
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

    /** An answer that does not fit in a frame is given up with its caller; the last frame of it is awaited all the same. */
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

    /** Ends the connection; nothing is written any more. On a shared lane under the lock. */
    private LaneClosed broken(String fault) {
        broken = true;
        peer.protocolBroken(fault);
        return LaneClosed.now();
    }

    /**
     * What was thrown while an answer was written: if the channel did, there is no use in another answer.
     *
     * @throws LaneClosed in that case; the connection is ended
     */
    void checkChannel(Throwable thrown) {
        Throwable cause = thrown; // serializers wrap what they meet
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

    /** Where the result of a method that is not to be answered goes. */
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

    /** For the answer that has been begun by {@link #begin(long)} on a shared lane, off the lane's thread. */
    public Kryo sharedKryo() {
        if (codec == null) {
            codec = peer.newCodec();
        }
        return codec;
    }

    /** Undoes {@link #begin} if that is still to be done, half an answer included. */
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
            codec.reset(); // each answer is an object graph of its own, and is not to be kept alive
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

    /** How many bytes of the answer that was begun last have been sent. To be asked before {@link #leave}. */
    public long messageBytes() {
        return writer.messageBytes();
    }

    /** The answer of a call has been sent, or the call is over without one. Before {@link #leave}, if it has been begun. */
    public void ended(ExportedObject object, int method) {
        counter.end(object, method, writer.messageBytes());
    }

    /** A call of a shared lane is over that is not answered. Does not wait for whoever is writing an answer. */
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

    /** The whole answer of a method whose stage has completed. */
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

    /** A stage has completed, on whatever thread that is not writing an answer. */
    public void late(long callId, Object value, Throwable thrown, ExportedObject object, int method) {
        try {
            if (thrown == null) {
                result(callId, value, object, method);
            } else {
                exception(callId, thrown, object, method);
            }
        } catch (LaneClosed e) {
            // nobody is left to answer, and the thread is not ours to tell
        }
    }

    /** The method threw. */
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
     * A call that is to be answered has failed, as far along as that.
     *
     * @param object null if it does not count as a call of the method, which has not run then
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
     * The caller of a method whose answer was not written, or not to its end, in time is told so, if there is room for that;
     * likewise the caller of one that is refused.
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
     * A call is refused, or its result cannot be written.
     *
     * @param object null if the call has not been counted, and so does not end
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

    /** Lets nobody write any more unless somebody is at it; the connection has ended. Repeatable. */
    boolean tryRetire() {
        if (lock == null) {
            return true;
        }
        if (!retired && !lock.isHeldByCurrentThread() && lock.tryLock()) { // who ends it may be writing himself
            retired = true;
            lock.unlock();
        }
        return retired;
    }
}
