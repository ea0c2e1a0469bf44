// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.io.Output;
import io.nearcall.OverloadedException;
import io.nearcall.codegen.Repeat;
import io.nearcall.codegen.SyncCall;
import io.nearcall.internal.codec.CodecException;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.lane.LaneCaller;
import io.nearcall.internal.lane.LaneClosed;
import io.nearcall.internal.lane.LaneServer;
import io.nearcall.internal.lane.MessagePatience;
import io.nearcall.internal.lane.MessageReader;
import io.nearcall.internal.lane.MessageWriter;
import io.nearcall.internal.lane.WaitOver;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.OsException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A lane as its caller sees it, and at the same time the call in progress on it: one call at a time, so one object serves
 * all calls of a lane and none is allocated. Borrowed by {@link #tryBorrow}; between that and the call's end confined to
 * the borrower.
 */
public final class ClientLane extends SyncCall implements LaneCaller {

    /* Calls within calls. While the caller waits, the peer's method may call back: the lane's two sides change their roles,
     * and the waiting thread runs the method that is called, which may in turn call back. So calls on a lane nest like
     * those of one thread, and at each moment one side writes and the other waits. The state of the call that waits is kept
     * on the stack of serveNested() meanwhile. What was given up on the way is OverdueAnswers' affair.
     *
     * One object has the state of the call and of the lane, as LaneCall has on the other side, because parts of their own
     * would be so many loads more on the path of every call. That is why this class is longer than others. */

    /* FREE --borrow--> BORROWED --end--> FREE
     *                  BORROWED --gave up--> DRAINING --the late answer came--> FREE
     * FREE, DRAINING --connection closed--> RETIRED, where it stays; only then may its memory go. */
    private static final int FREE = 0;
    private static final int BORROWED = 1;
    private static final int DRAINING = 2;
    private static final int RETIRED = 3;

    /** How deep calls within calls go on one lane, those of both sides counted; each side counts its own. */
    private static final int MAX_NESTING = 32;

    private static final int MAX_OWN_NESTING = MAX_NESTING / 2;

    private static final long ABORT_PATIENCE_NS = 1_000_000_000;

    /** Looks at an answer that goes on though the connection has ended: sockets may still have as much of it. */
    private static final int LOOKS_AFTER_END = 1024;

    private final int id;
    private final Channel channel;
    private final Link link;
    private final MessageWriter writer;
    private final MessageReader reader;
    private final AtomicInteger state = new AtomicInteger(FREE);
    private final Turns turns;
    private final LaneActivity activity = new LaneActivity(this);
    private final SlowCalls.Period period; // null if the lane is not preferred: its calls do not count

    private LaneCodec codec;
    private boolean codecUsed;
    private volatile LaneServer server;
    private int nesting;
    private final boolean patient;
    private long aroundNs; // the deadline of the call that waits while a method runs for the peer
    private int depth; // of such calls
    private final OverdueAnswers overdue;
    private long lastCallId;
    private long nestedCalls; // that many of them were made within others
    private long callId;
    private Binding binding;
    private int method;
    private CallTerms terms;
    private OutgoingPhase phase = OutgoingPhase.CONSUMED;
    private long deadlineNs;
    private int looksAfterEnd;
    private boolean cancelled; // while the lane drains: nothing is left to be told to the peer

    /** @param preferred whether callers that {@linkplain Turns take turns} use this lane before others */
    ClientLane(int id, Channel channel, Link link, Turns turns, boolean preferred) {
        this(id, channel, link, turns, preferred, true);
    }

    private ClientLane(int id, Channel channel, Link link, Turns turns, boolean preferred, boolean patient) {
        this.id = id;
        this.turns = turns;
        this.period = preferred ? new SlowCalls.Period() : null;
        this.patient = patient;
        this.channel = channel;
        this.link = link;
        this.writer = new MessageWriter(channel, link.maxMessageBytes(), link.references(), this::awaitSpace);
        this.reader =
                new MessageReader(channel, link.maxMessageBytes(), link.references(), this::awaitFrame, this::look);
        this.overdue = new OverdueAnswers(this, channel, reader);
    }

    /**
     * The calling role of a lane that serves: its calls are all nested in one that is being served.
     *
     * @param serving the other role
     * @param patient whether the thread is the lane's own, so that others do not need it
     */
    public static LaneCaller within(LaneServer serving, int id, Channel channel, Link link, boolean patient) {
        ClientLane lane = new ClientLane(id, channel, link, Turns.NONE, false, patient);
        lane.server = serving;
        lane.nesting = 1;
        lane.state.setPlain(BORROWED);
        return lane;
    }

    Link link() {
        return link;
    }

    /**
     * Starts writing a call from within a method that runs for this lane's peer.
     *
     * @throws OverloadedException if calls nest too deep already
     */
    void beginNested(
            Binding callee, int objectId, int methodIndex, int remoteMethod, CallTerms callTerms, long callDeadlineNs) {
        if (nesting > MAX_OWN_NESTING) {
            throw OverloadedException.tooDeep(callee.methodName(methodIndex), link.peerPid(), MAX_NESTING);
        }
        long untilNs = callDeadlineNs;
        if (!overdue.isEmpty()) {
            untilNs = Deadlines.running(untilNs, callee.timeoutNs(methodIndex, callTerms));
            settleBefore(callee, methodIndex, callTerms, untilNs);
        }
        deadlineNs = untilNs;
        codecUsed = false; // by this call; serveNested() puts back what it was around it
        nestedCalls++;
        try {
            begin(callee, objectId, methodIndex, remoteMethod, callTerms);
        } catch (Throwable e) {
            if (fail(e) instanceof RuntimeException failure) { // the stub does not have the call yet
                throw failure;
            }
            throw e;
        }
    }

    /** Waits for what is overdue before a call that ends, if that does not come in time, without having been sent. */
    private void settleBefore(Binding callee, int methodIndex, CallTerms callTerms, long untilNs) {
        WaitResult result;
        try {
            result = overdue.settle(untilNs, true);
        } catch (WaitOver e) {
            result = WaitResult.TIMED_OUT;
        } catch (LaneClosed e) {
            result = WaitResult.CLOSED;
        } catch (PeerFault | CodecException | OsException e) {
            throw link.broken(e.getMessage());
        }
        switch (result) {
            case READY -> {}
            case TIMED_OUT ->
                throw CallFailures.notSentInTime(
                        callee,
                        methodIndex,
                        callTerms,
                        link,
                        "an earlier call within the same call, which was given up, was still running");
            case INTERRUPTED -> throw CallFailures.interrupted(callee, methodIndex, OutgoingPhase.WRITING);
            case CLOSED -> throw link.lost(Long.MAX_VALUE, null, true);
        }
    }

    /** Takes the lane if it is free. */
    boolean tryBorrow() {
        // The read first: a failed compare-and-set would pull the line from the thread that works with it.
        return state.getPlain() == FREE && state.compareAndSet(FREE, BORROWED);
    }

    /** What others see of the lane who might wait for it. */
    LaneActivity activity() {
        return activity;
    }

    /** For {@link LaneActivity}, as the next two. Any thread; without order, so what they say may be over. */
    boolean isBorrowed() {
        return state.getOpaque() == BORROWED;
    }

    /** How many calls have been begun, but for those within others. */
    long outerCalls() {
        return lastCallId - nestedCalls;
    }

    boolean awaitsAnswer() {
        return phase == OutgoingPhase.SENT;
    }

    /** The deadline of the call that is about to begin, which runs only if it has had to wait already. */
    void startClock(long callDeadlineNs) {
        deadlineNs = callDeadlineNs;
    }

    /**
     * Starts writing a call. The lane must have been borrowed.
     *
     * @param callTerms what goes along with it; null if nothing does
     */
    void begin(Binding callee, int objectId, int methodIndex, int remoteMethod, CallTerms callTerms) {
        binding = callee;
        method = methodIndex;
        terms = callTerms;
        phase = OutgoingPhase.WRITING;
        // Never waits: while nobody is in a call, all memory of the lane is free.
        int type = callTerms == null ? FrameFormat.CALL : FrameFormat.CALL | FrameFormat.CONTEXT;
        int start = writer.begin(type, FrameFormat.CALL_HEADER_LENGTH);
        ByteBuffer memory = writer.memory();
        callId = ++lastCallId;
        memory.putLong(start + FrameFormat.CALL_ID_OFFSET, callId);
        memory.putInt(start + FrameFormat.OBJECT_ID_OFFSET, objectId);
        memory.putInt(start + FrameFormat.METHOD_OFFSET, remoteMethod);
        if (callTerms != null) {
            callTerms.write(writer.output(), deadlineNs);
        }
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
            codec = current = link.newCodec(new CallPatience(
                    this::deadline,
                    lacking -> phase == OutgoingPhase.WRITING
                            ? CallFailures.notSentInTime(binding, method, terms, link, lacking)
                            : CallFailures.deadlineExceeded(binding, method, terms, link, phase),
                    () -> CallFailures.interrupted(binding, method, phase)));
        }
        codecUsed = true;
        return current;
    }

    @Override
    public Input invoke() throws Throwable {
        writer.send();
        phase = OutgoingPhase.SENT;
        if (codecUsed) {
            codec.reset(); // while the other side is at work: the answer is another object graph
        }
        receiveFrame();
        while (FrameFormat.isCall(channel.frameFlags())) {
            serveInTime();
            receiveFrame();
        }
        phase = OutgoingPhase.ANSWERED;
        if (reader.begin() != callId) {
            throw link.broken("the answer to call " + callId + " on lane " + id + " carries another id");
        }
        if (reader.type() == FrameFormat.RESULT) {
            return reader.input();
        }
        throw readFailure();
    }

    /** As {@link #serveNested}; who calls back again and again does not keep us longer than our own call may take. */
    private void serveInTime() {
        long untilNs = deadline();
        long outerAroundNs = aroundNs;
        aroundNs = untilNs;
        depth++;
        stopSpinning();
        try {
            serveNested();
        } finally {
            activity.comeBack();
            depth--;
            aroundNs = outerAroundNs;
        }
        if (Deadlines.remainingNs(untilNs) == 0) {
            check(WaitResult.TIMED_OUT);
        }
        if (Thread.currentThread().isInterrupted()) {
            check(WaitResult.INTERRUPTED);
        }
    }

    /** The peer calls back: runs that on this thread, which waits for the answer to its own call. */
    void serveNested() {
        Binding outerBinding = binding;
        int outerMethod = method;
        CallTerms outerTerms = terms;
        long outerId = callId;
        long outerDeadlineNs = deadlineNs;
        boolean outerCodecUsed = codecUsed;
        nesting++;
        try {
            server().serveNested();
        } catch (PeerFault | CodecException | OsException e) {
            throw link.broken(e.getMessage());
        } catch (WaitOver e) {
            throw outerBinding == null
                    ? e // served while something overdue was awaited
                    : CallFailures.deadlineExceeded(outerBinding, outerMethod, outerTerms, link, OutgoingPhase.SENT);
        } catch (LaneClosed e) {
            throw outerBinding == null ? e : link.lost(outerId, channel, false);
        } finally {
            nesting--;
            binding = outerBinding;
            method = outerMethod;
            terms = outerTerms;
            callId = outerId;
            deadlineNs = outerDeadlineNs;
            codecUsed = outerCodecUsed;
            phase = OutgoingPhase.SENT;
        }
    }

    /** The lane's other role, which is made when it is first needed. */
    LaneServer server() {
        if (server == null) {
            server = link.newServer(id, channel, this);
        }
        return server;
    }

    @Override
    public void awaitLateAnswers() {
        if (!overdue.isEmpty()) {
            WaitResult result;
            try {
                result = overdue.settle(aroundNs(MessagePatience.onceEndNs()), false);
            } catch (PeerFault | CodecException | OsException e) {
                link.broken(e.getMessage());
                throw LaneClosed.now();
            }
            checkAround(result, "it does not answer calls within calls");
        }
    }

    @Override
    public void awaitRoom(Runnable look, long patienceEndNs) {
        checkAround(MessageWriter.awaitSpace(channel, aroundNs(patienceEndNs), look), "it does not read its answers");
    }

    @Override
    public void answerLater(long calledId) {
        overdue.addOurs(calledId);
    }

    @Override
    public void refuseNext(long calledId) {
        overdue.addRefusal(calledId);
    }

    /** Until when the thread may wait that runs a method for the peer. */
    private long aroundNs(long patienceEndNs) {
        if (depth > 0) {
            return aroundNs;
        }
        return patient ? LaneClosed.neverNs() : patienceEndNs;
    }

    private void checkAround(WaitResult result, String fault) {
        LaneClosed.check(result);
        if (result == WaitResult.TIMED_OUT) {
            if (depth > 0) {
                throw new WaitOver();
            }
            link.broken(fault);
            throw LaneClosed.now();
        }
    }

    /** The peer has a call half sent that is not run any more. */
    boolean isCutShort() {
        return server != null && server.isCutShort();
    }

    @Override
    public void awaitRest(long patienceEndNs) {
        checkAround(channel.sleepForFrame(aroundNs(patienceEndNs), false), "it left a call incomplete");
    }

    @Override
    public void checkTime() {
        if (depth > 0 && Deadlines.remainingNs(aroundNs) == 0) {
            throw new WaitOver();
        }
    }

    private Throwable readFailure() {
        Throwable thrown = Answers.read(reader.type(), reader.input(), link, binding, method);
        reader.end();
        phase = OutgoingPhase.CONSUMED;
        return thrown;
    }

    @Override
    public void end() {
        reader.end();
        finish();
    }

    private void finish() {
        phase = OutgoingPhase.CONSUMED;
        binding = null; // or the lane would keep a remote object
        terms = null;
        if (codecUsed) {
            codecUsed = false;
            if (codec != null) {
                codec.reset();
            }
        }
        if (nesting == 0 && !(turns.areAwaited() && turns.pass(this))) {
            free();
        }
    }

    /** Gives the lane back. */
    void free() {
        // Release: the next borrower's compare-and-set sees all that this one did.
        state.setRelease(FREE);
    }

    private void awaitSpace() {
        check(channel.awaitSpace(deadline(), true));
    }

    private void awaitFrame() {
        phase = OutgoingPhase.SENT; // between two frames of the answer it is as if none had come
        receiveFrame();
        phase = OutgoingPhase.ANSWERED;
    }

    /** The answer goes on, frame after frame: not longer than the call may take. */
    private void look() {
        phase = OutgoingPhase.SENT; // as in awaitFrame
        if (Deadlines.remainingNs(deadline()) == 0) {
            check(WaitResult.TIMED_OUT);
        }
        if (link.isClosed() && ++looksAfterEnd > LOOKS_AFTER_END) {
            check(WaitResult.CLOSED);
        }
        phase = OutgoingPhase.ANSWERED;
    }

    private void receiveFrame() {
        try {
            if (!channel.spinBriefly()) {
                receiveLate();
            }
        } catch (PeerFault e) {
            throw link.broken(e.getMessage());
        }
    }

    private void receiveLate() {
        boolean timed = turns.areWanted();
        long sinceNs = timed ? System.nanoTime() : 0;
        if (!channel.spinOn()) {
            stopSpinning();
            try {
                sleepForFrame();
            } finally {
                activity.comeBack();
            }
        }
        if (timed) {
            turns.late(period, lastCallId, sinceNs);
        }
    }

    /** From here on others need not wait for this call to end. */
    private void stopSpinning() {
        activity.leave();
        turns.lookAgain();
    }

    private void sleepForFrame() {
        check(channel.sleepForFrame(deadline(), true));
    }

    /** The call's deadline; the clock is first read here, when spinning has failed. */
    private long deadline() {
        deadlineNs = Deadlines.running(deadlineNs, binding.timeoutNs(method, terms));
        return deadlineNs;
    }

    private void check(WaitResult result) {
        switch (result) {
            case READY -> {}
            case TIMED_OUT -> throw CallFailures.deadlineExceeded(binding, method, terms, link, phase);
            case INTERRUPTED -> throw CallFailures.interrupted(binding, method, phase);
            case CLOSED -> throw link.lost(callId, channel, phase == OutgoingPhase.WRITING);
        }
    }

    @Override
    public Throwable fail(Throwable cause) {
        OutgoingPhase reached = phase;
        if (reached == OutgoingPhase.CONSUMED) {
            finish(); // what the method threw, or why it was not called: nothing went wrong here
            return cause;
        }
        Throwable thrown = reached == OutgoingPhase.ANSWERED ? Answers.ofAborted(reader, link, binding, method) : null;
        if (thrown == null) {
            thrown = CallFailures.translate(CallFailures.ofChannel(cause, link), reached, binding, method);
        }
        codec = null; // after an exception a Kryo cannot be trusted to be in its initial state
        codecUsed = false;
        writer.forgetReferences();
        if (reached == OutgoingPhase.WRITING && !writer.isPartlySent()) {
            finish();
        } else {
            giveUp(reached);
        }
        return thrown;
    }

    @Override
    public Repeat again(Throwable cause, Repeat former) throws Throwable {
        Binding callee = binding;
        int called = method;
        long untilNs = deadlineNs;
        boolean thrownByMethod = phase == OutgoingPhase.CONSUMED && reader.type() == FrameFormat.EXCEPTION;
        boolean nested = nesting != 0; // then what waits for this call has been lost too
        Throwable thrown = fail(cause);
        if (thrownByMethod || nested) {
            throw thrown;
        }
        return callee.again(called, thrown, untilNs, former);
    }

    private void giveUp(OutgoingPhase reached) {
        boolean answerComes = reached == OutgoingPhase.SENT || reached == OutgoingPhase.ANSWERED && reader.goesOn();
        cancelled = !answerComes || link.cancel(id, callId);
        if (nesting != 0) {
            leaveNested(reached);
            return;
        }
        binding = null;
        terms = null;
        state.setRelease(DRAINING);
        if (drain()) {
            link.drainLater();
        }
    }

    /** The lane is the outer call's again. */
    private void leaveNested(OutgoingPhase reached) {
        phase = OutgoingPhase.CONSUMED;
        binding = null;
        terms = null;
        try {
            while (!writer.tryAbort()) { // the peer is reading: it waits for us
                if (channel.awaitSpace(Deadlines.after(ABORT_PATIENCE_NS), false) != WaitResult.READY) {
                    throw link.broken("a call within a call was left incomplete on lane " + id);
                }
            }
            boolean onItsWay = reached != OutgoingPhase.ANSWERED || !reader.skipHeld();
            if (onItsWay) {
                overdue.addOfPeer();
            }
        } catch (PeerFault | CodecException | OsException e) {
            throw link.broken(e.getMessage());
        }
    }

    /**
     * Consumes, as far as it has come, the late answer of a call whose caller gave up, so that the lane can be used again.
     * Any thread; does not wait, and consumes no more than about what a ring holds.
     *
     * @return whether the lane still waits for it
     */
    boolean drain() {
        if (state.getPlain() != DRAINING || !state.compareAndSet(DRAINING, BORROWED)) {
            return false;
        }
        boolean drained = false;
        try {
            drained = writer.tryAbort() && overdue.tryConsumeSome();
            if (!drained && !cancelled) {
                cancelled = link.cancel(id, callId); // or the peer would go on writing what nobody reads
            }
        } catch (PeerFault | CodecException | OsException e) {
            link.broken(e.getMessage());
        } finally {
            state.setRelease(drained ? FREE : DRAINING);
        }
        return !drained;
    }

    int id() {
        return id;
    }

    /** The peer has given up a call that is nested in one of ours: interrupts its method. Any thread. */
    void interruptNested(long nestedCallId) {
        LaneServer serving = server;
        if (serving != null) {
            serving.interrupt(nestedCallId);
        }
    }

    /** Whether a method of that object runs here for the peer, within a call of ours. Any thread. */
    boolean isCalling(Object target) {
        LaneServer serving = server;
        return serving != null && serving.isCalling(target);
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
