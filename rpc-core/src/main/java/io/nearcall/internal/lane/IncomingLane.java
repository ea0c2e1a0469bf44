// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.waits.ConnectionWaits;
import io.nearcall.ipc.channel.Channel;
import java.util.concurrent.Executor;

/** A lane of the peer, as this side serves it. Has each call read, and run on the thread that is meant for it. */
public abstract class IncomingLane implements LaneWorker.Work {

    protected final LaneConnection peer;
    protected final Nesting nesting;
    protected final AnswerWriter answers;
    protected final LaneWorker worker;
    private final Channel channel;

    /** A lane at rest. A doorbell announces its first call. */
    protected IncomingLane(int id, Channel channel, boolean shared, LaneConnection peer, Executor threads) {
        this.channel = channel;
        this.peer = peer;
        this.nesting = Nesting.ofServer(id, channel, peer, shared || peer.executor() == null);
        this.answers = new AnswerWriter(nesting, shared, peer);
        this.worker = new LaneWorker(channel, threads, this);
    }

    /** The call that the lane's thread works on. */
    protected abstract LaneCall call();

    /** The doorbell rang. Any thread. */
    public final void ring() {
        worker.ring();
    }

    /** The caller has given up: interrupts the method if it still runs for that call. Any thread. */
    public void interrupt(long cancelledCallId) {
        call().interrupt(cancelledCallId);
    }

    /** Whether the peer cannot see which call was taken last. */
    public final boolean hidesTaken() {
        return !channel.progress().showsTaken();
    }

    /** The last call whose method was started, or is about to be. Any thread. */
    public final long lastTaken() {
        return channel.progress().ownTaken();
    }

    /** Whether a method runs on this lane, or has not been answered yet. Any thread. */
    public boolean isCalling() {
        return call().isInProgress();
    }

    /** Whether a method of that object runs on this lane, or may run. Any thread. */
    public boolean isCalling(Object target) {
        return call().isCalling(target);
    }

    /** Reports which calls are in progress on the lane, and which threads run them. Any thread. */
    public void tellWaits(ConnectionWaits waits) {
        nesting.tellWaits(waits);
    }

    /** Whether a call that was read has not ended, or a stage is awaited. */
    public boolean hasCalls() {
        return call().isInProgress();
    }

    /**
     * Takes back the calls that have not begun; the connection has ended, or is about to. May take long. Repeatable.
     *
     * @return whether withdrawn tasks may still be in the executor's queue
     */
    public boolean withdrawCalls() {
        return false;
    }

    /** Interrupts the methods that run; the connection has ended. May block, and take long. Repeatable. */
    public void interruptCalls() {
        call().interrupt();
    }

    /**
     * Ends all waits and withdraws the lane; the connection has ended. Repeatable.
     *
     * @return whether no thread is in the lane any more, and no method runs: such a thread is counted nowhere
     */
    public boolean retire() {
        channel.disconnect();
        return answers.tryRetire() & worker.tryRetire() && !isCalling();
    }

    @Override
    public final void waited(int how) {
        call().counter.waited(how);
    }

    @Override
    public final long idle(long idleNs) {
        return LaneWorker.REST_AFTER_NS - idleNs;
    }

    @Override
    public final void awake() {
        call().awake();
    }

    @Override
    public final void disconnected() {
        call().forgetCodec();
    }

    @Override
    public final void failed(String fault) {
        call().forgetCodec();
        peer.protocolBroken(fault);
    }
}
