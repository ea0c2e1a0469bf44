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
 * A lane whose words lie in two segments, one that each side writes. What carries its frames is the subclass's affair: it calls
 * {@link #published} and {@link #released}, and says which word changes when a frame comes.
 */
public abstract class WordsChannel implements Channel, CallProgress {

    /* Of frames that were published quietly the peer may have read some before it fell asleep, so it sleeps on any of them or
     * on the next one: on the one that its position says. That was stored before the sleep was announced, and is read after
     * the announcement. */

    /** A sleeper whose time is over is back by then, unless there is no processor for it; semaphores take the longest. */
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
    private final SpinBudget spaceBudget = new SpinBudget(); // on a shared lane another thread's
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

    /** What is in that word; an opaque load. */
    protected abstract int awaitedWord(int index);

    /**
     * Index of the word that the peer awaits, or has awaited meanwhile: where it sleeps if it was not woken for each frame. Read
     * behind an acquire fence.
     */
    protected abstract int indexAwaitedByPeer();

    /** The peer's Consumer Position as the last vain {@link #claim()} has read it, its lower half. */
    protected abstract int consumedWord();

    /**
     * Called before each slice of a sleep, when what is awaited is not there.
     *
     * @throws io.nearcall.ipc.channel.PeerFault if it cannot come any more, though nobody has disconnected
     */
    protected void checkPeer() {}

    /** P2 to P4 behind a frame that was published: wakes the peer if it sleeps. */
    protected final void published(int index) {
        int state = peerFrameSleeper.stateAfterPublishing();
        if (state != SleepingWord.AWAKE) {
            wakeReceiver(state, index);
        }
    }

    /** A frame was published that {@link #announce()} will wake the peer for. */
    protected final void publishedQuietly() {
        unannounced = true;
    }

    /** P2 to P4 behind a store of our Consumer Position. */
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
                lastRung = state; // behind it: if ringing fails, the next frame rings
            }
        } else if (unannounced) {
            VarHandle.acquireFence(); // Partner: the release fence in SleepingWord.announce
            sleep.wakeReceiver(indexAwaitedByPeer());
        } else {
            sleep.wakeReceiver(index);
        }
        unannounced = false; // awake, it looks at all that is there
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
        if (poll()) { // if not, our position is published, by which the peer finds where we sleep
            return WaitResult.READY;
        }
        long startNs = System.nanoTime();
        boolean virtual = VirtualThreads.isCurrentVirtual();
        announceSleep(ownFrameSleeper, virtual);
        try {
            for (int slice = 0; ; slice++) {
                int awaited = awaitedIndex();
                int seen = awaitedWord(awaited); // before poll: what comes after it wakes
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
                int seen = consumedWord(); // what that claim has read: a release after it changes the word
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
     * What was awaited is there, but nothing has ended the sleep before its time. If the machine stood still it may have come
     * afterwards, before we had a processor again.
     */
    private void foundUnwoken(long endNs) {
        if (System.nanoTime() - endNs < AFTER_SLEEP_NS) {
            missedWakeUps.incrementAndGet();
        }
    }

    private static void announceSleep(SleepingWord sleeper, boolean virtual) {
        if (!virtual) { // waking who does not sleep in the kernel would cost the peer a system call for each frame
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
        // we see the header. The load of its index is plain, so a volatile store alone does not keep it behind itself
        // (on arm64, for example).
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
