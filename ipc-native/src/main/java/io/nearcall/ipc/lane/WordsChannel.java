// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.lane;

import io.nearcall.ipc.channel.CallProgress;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.Words;
import io.nearcall.ipc.wait.SleepingWord;
import io.nearcall.ipc.wait.SpinBudget;
import io.nearcall.ipc.wait.VirtualThreads;
import io.nearcall.ipc.wait.WaitSlices;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * A lane whose words lie in two segments, of which each side writes one. The subclass carries the frames. It calls
 * {@link #published} and {@link #released}, and says which word changes when a frame comes.
 */
public abstract class WordsChannel implements Channel, CallProgress {

    /* If frames were published quietly, the peer may have read some of them before it fell asleep. So it sleeps on any
     * of them or on the next one, namely on the one that its position says. The peer stored the position before it
     * announced the sleep, and this side reads the position after the announcement. */

    /** A sleeper whose time is over is back by then, unless no processor is free. Semaphores take the longest. */
    private static final long AFTER_SLEEP_NS = 5_000_000;

    private final int lane;
    private final Doorbell doorbell;
    private final Sleep sleep;
    private final ByteBuffer ownWords;
    private final ByteBuffer peerWords;
    private final int takenIndex;
    private final int doneIndex;
    private final int positionIndex;
    private final SleepingWord ownFrameSleeper;
    private final SleepingWord ownSpaceSleeper;
    private final SleepingWord peerFrameSleeper;
    private final SleepingWord peerSpaceSleeper;
    private final BooleanSupplier poll = new Poll(); // no lambda, which would delay the first call
    private final SpinBudget budget = new SpinBudget();
    private final SpinBudget spaceBudget = new SpinBudget(); // on a shared lane, that of another thread
    private final AtomicLong missedWakeUps = new AtomicLong();
    private int lastRung;
    private boolean unannounced;
    private volatile boolean disconnected;

    protected WordsChannel(Segment own, Segment peer, int lane, Doorbell doorbell, Sleep sleep) {
        this.lane = lane;
        this.doorbell = doorbell;
        this.sleep = sleep;
        this.ownWords = own.control();
        this.peerWords = peer.control();
        this.takenIndex = SegmentDescriptor.takenCallIndex(lane);
        this.doneIndex = SegmentDescriptor.doneCallIndex(lane);
        this.positionIndex = SegmentDescriptor.consumerPositionIndex(lane);
        int frameSleeperIndex = SegmentDescriptor.frameSleeperIndex(lane);
        int spaceSleeperIndex = SegmentDescriptor.spaceSleeperIndex(lane);
        this.ownFrameSleeper = new SleepingWord(ownWords, frameSleeperIndex);
        this.ownSpaceSleeper = new SleepingWord(ownWords, spaceSleeperIndex);
        this.peerFrameSleeper = new SleepingWord(peerWords, frameSleeperIndex);
        this.peerSpaceSleeper = new SleepingWord(peerWords, spaceSleeperIndex);
    }

    /** Index of the word that the next frame changes, for {@link Sleep}. Any thread. */
    protected abstract int awaitedIndex();

    /** Reads that word by an opaque load. */
    protected abstract int awaitedWord(int index);

    /**
     * Index of the word that the peer awaits, or has awaited meanwhile. The peer sleeps there if it was not woken for
     * each frame. Read behind an acquire fence.
     */
    protected abstract int indexAwaitedByPeer();

    /** The lower half of the peer's Consumer Position, as the last vain {@link #claim()} has read it. */
    protected abstract int consumedWord();

    /**
     * Called before each slice of a sleep, when the awaited frame or space is not there.
     *
     * @throws io.nearcall.ipc.channel.PeerFault if it cannot come any more although nobody has disconnected
     */
    protected void checkPeer() {}

    /** P2 to P4 after a frame was published: wakes the peer if it sleeps. */
    protected final void published(int index) {
        int state = peerFrameSleeper.stateAfterPublishing();
        if (state != SleepingWord.AWAKE) {
            wakeReceiver(state, index);
        }
    }

    /** Called after a frame was published for which {@link #announce()} will wake the peer. */
    protected final void publishedQuietly() {
        unannounced = true;
    }

    /** P2 to P4 after a store of our Consumer Position. */
    protected final void released() {
        if (peerSpaceSleeper.stateAfterPublishing() != SleepingWord.AWAKE) {
            sleep.wakeSender();
        }
    }

    @Override
    public final void announce() {
        if (unannounced) {
            int state = peerFrameSleeper.stateAfterPublishing();
            if (state != SleepingWord.AWAKE) {
                wakeReceiver(state, 0);
            }
            unannounced = false;
        }
    }

    private void wakeReceiver(int state, int index) {
        if (SleepingWord.isRest(state)) {
            if (state != lastRung) { // each rest has its own state
                doorbell.ring(lane);
                lastRung = state; // after the ring: if that fails, the next frame rings
            }
        } else if (unannounced) {
            VarHandle.acquireFence(); // Partner: the release fence in SleepingWord.announce
            sleep.wakeReceiver(indexAwaitedByPeer());
        } else {
            sleep.wakeReceiver(index);
        }
        unannounced = false; // once awake, the peer looks at everything that is there
    }

    @Override
    public final boolean spinBriefly() {
        for (int i = budget.briefPolls(); i > 0; i--) {
            if (poll()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    @Override
    public final boolean yieldOn() {
        return budget.yieldUntil(poll);
    }

    @Override
    public final boolean spinFurther() {
        int polls = budget.enterSpin();
        if (polls == 0) {
            return false;
        }
        boolean found = false;
        try {
            for (int i = polls; i > 0 && !found; i--) {
                Thread.onSpinWait();
                found = poll();
            }
            return found;
        } finally {
            budget.leaveSpin(found);
        }
    }

    @Override
    public final WaitResult sleepForFrame(long deadlineNs, boolean interruptible) {
        if (poll()) { // if not, poll has published our position, which tells the peer where we sleep
            return WaitResult.READY;
        }
        long startNs = System.nanoTime();
        boolean virtual = VirtualThreads.isCurrentVirtual();
        announceSleep(ownFrameSleeper, virtual);
        try {
            for (int slice = 0; ; slice++) {
                int awaited = awaitedIndex();
                int seen = awaitedWord(awaited); // before poll: a frame that comes later wakes us
                if (poll()) {
                    return WaitResult.READY;
                }
                WaitResult end = WaitSlices.end(disconnected, deadlineNs, interruptible);
                if (end != null) {
                    return end == WaitResult.CLOSED && poll() ? WaitResult.READY : end;
                }
                checkPeer();
                if (virtual) {
                    WaitSlices.parkVirtual(slice, deadlineNs);
                } else {
                    long sliceNs = WaitSlices.lengthNs(deadlineNs, interruptible);
                    long endNs = System.nanoTime() + sliceNs;
                    if (sleep.forFrame(awaited, seen, sliceNs) && awaitedWord(awaited) != seen) {
                        foundUnwoken(endNs);
                    }
                }
            }
        } finally {
            ownFrameSleeper.retract();
            budget.slept(System.nanoTime() - startNs);
        }
    }

    @Override
    public final WaitResult awaitSpace(long deadlineNs, boolean interruptible) {
        announce();
        return spinForSpace() ? WaitResult.READY : sleepForSpace(deadlineNs, interruptible);
    }

    private boolean spinForSpace() {
        for (int i = spaceBudget.briefPolls(); i > 0; i--) {
            if (claim() >= 0) {
                return true;
            }
            Thread.onSpinWait();
        }
        for (int i = spaceBudget.yields(); i > 0; i--) {
            Thread.yield();
            if (claim() >= 0) {
                return true;
            }
        }
        return false;
    }

    private WaitResult sleepForSpace(long deadlineNs, boolean interruptible) {
        boolean virtual = VirtualThreads.isCurrentVirtual();
        announceSleep(ownSpaceSleeper, virtual);
        try {
            for (int slice = 0; ; slice++) {
                if (claim() >= 0) {
                    return WaitResult.READY;
                }
                int seen = consumedWord(); // as that claim has read it: a later release changes the word
                WaitResult end = WaitSlices.end(disconnected, deadlineNs, interruptible);
                if (end != null) {
                    return end;
                }
                checkPeer();
                if (virtual) {
                    WaitSlices.parkVirtual(slice, deadlineNs);
                } else {
                    long sliceNs = WaitSlices.lengthNs(deadlineNs, interruptible);
                    long endNs = System.nanoTime() + sliceNs;
                    if (sleep.forSpace(seen, sliceNs) && Words.getIntOpaque(peerWords, positionIndex) != seen) {
                        foundUnwoken(endNs);
                    }
                }
            }
        } finally {
            ownSpaceSleeper.retract();
        }
    }

    /**
     * Called when the awaited frame or space is there, but only the timeout has ended the sleep. If the machine stood
     * still, it may have come afterwards, before this thread had a processor again.
     */
    private void foundUnwoken(long endNs) {
        if (System.nanoTime() - endNs < AFTER_SLEEP_NS) {
            missedWakeUps.incrementAndGet();
        }
    }

    private static void announceSleep(SleepingWord sleeper, boolean virtual) {
        if (!virtual) { // waking a thread that is not in the kernel would cost the peer a system call per frame
            sleeper.announceSleep();
        }
    }

    @Override
    public final long missedWakeUps() {
        return missedWakeUps.get();
    }

    @Override
    public boolean restUntilDoorbell() {
        ownFrameSleeper.announceRest();
        if (poll()) {
            ownFrameSleeper.retract();
            return false;
        }
        return true;
    }

    @Override
    public final void wakeFromDoorbell() {
        ownFrameSleeper.retract();
    }

    @Override
    public final CallProgress progress() {
        return this;
    }

    @Override
    public final void publishTaken(long callId) {
        Words.putLongRelease(ownWords, takenIndex, callId);
        VarHandle.fullFence();
    }

    @Override
    public final void publishDone(long callId) {
        Words.putLongRelease(ownWords, doneIndex, callId);
    }

    @Override
    public final long ownTaken() {
        return Words.getLongAcquire(ownWords, takenIndex);
    }

    @Override
    public final boolean showsTaken() {
        return true;
    }

    @Override
    public final long peerTaken() {
        return Words.getLongAcquire(peerWords, takenIndex);
    }

    @Override
    public final long peerDone() {
        return Words.getLongAcquire(peerWords, doneIndex);
    }

    @Override
    public final void disconnect() {
        disconnected = true;
        // Partner: the fence in SleepingWord.announce. A waiter that has moved on to another header sees the flag, or
        // we see the header. The load of its index is plain, so a volatile store alone would not keep the load behind
        // itself (on arm64, for example).
        VarHandle.fullFence();
        sleep.wakeOwn(awaitedIndex());
    }

    private final class Poll implements BooleanSupplier {

        @Override
        public boolean getAsBoolean() {
            return poll();
        }
    }
}
