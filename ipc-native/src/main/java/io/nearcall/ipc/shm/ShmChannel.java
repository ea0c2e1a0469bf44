// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shm;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.ring.RingConsumer;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.ring.RingProducer;
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

/** A lane over two rings: this side produces into its own segment and consumes from the peer's. */
final class ShmChannel implements Channel {

    private final int lane;
    private final Doorbell doorbell;
    private final RingProducer producer;
    private final RingConsumer consumer;
    private final ByteBuffer ownWords;
    private final ByteBuffer peerWords;
    private final int takenIndex;
    private final int doneIndex;
    private final int positionIndex;
    private final SleepingWord ownFrameSleeper;
    private final SleepingWord ownSpaceSleeper;
    private final SleepingWord peerFrameSleeper;
    private final SleepingWord peerSpaceSleeper;
    private final long sendRingAddress;
    private final long receiveRingAddress;
    private final long ownPositionAddress;
    private final long peerPositionAddress;
    private final BooleanSupplier poll;
    private final SpinBudget budget = new SpinBudget();
    private final SpinBudget spaceBudget = new SpinBudget(); // on a shared lane another thread's
    private final AtomicLong missedWakeUps = new AtomicLong();
    private int lastRung;
    private boolean unannounced;
    private volatile boolean disconnected;

    ShmChannel(Segment own, Segment peer, int lane, RingLayout layout, Doorbell doorbell) {
        this.lane = lane;
        this.doorbell = doorbell;
        this.ownWords = own.control();
        this.peerWords = peer.control();
        this.takenIndex = SegmentDescriptor.takenCallIndex(lane);
        this.doneIndex = SegmentDescriptor.doneCallIndex(lane);
        this.positionIndex = SegmentDescriptor.consumerPositionIndex(lane);
        this.producer = new RingProducer(own.ring(lane), layout, peerWords, positionIndex);
        this.consumer = new RingConsumer(peer.ring(lane), layout, ownWords, positionIndex);
        this.poll = consumer::poll;
        int frameSleeperIndex = SegmentDescriptor.frameSleeperIndex(lane);
        int spaceSleeperIndex = SegmentDescriptor.spaceSleeperIndex(lane);
        this.ownFrameSleeper = new SleepingWord(ownWords, frameSleeperIndex);
        this.ownSpaceSleeper = new SleepingWord(ownWords, spaceSleeperIndex);
        this.peerFrameSleeper = new SleepingWord(peerWords, frameSleeperIndex);
        this.peerSpaceSleeper = new SleepingWord(peerWords, spaceSleeperIndex);
        this.sendRingAddress = own.ringAddress(lane);
        this.receiveRingAddress = peer.ringAddress(lane);
        this.ownPositionAddress = own.controlAddress() + positionIndex;
        this.peerPositionAddress = peer.controlAddress() + positionIndex;
    }

    @Override
    public ByteBuffer sendMemory() {
        return producer.memory();
    }

    @Override
    public int claim() {
        return producer.claim();
    }

    @Override
    public int maxPayloadLength() {
        return producer.maxPayloadLength();
    }

    @Override
    public void commit(int length, int flags) {
        int header = producer.headerIndex();
        producer.commit(length, flags);
        int state = peerFrameSleeper.stateAfterPublishing();
        if (state != SleepingWord.AWAKE) {
            wakeReceiver(state, header);
        }
    }

    /*
     * Of quiet records the peer may have read some before it fell asleep, so it sleeps on any of them or on the next one: on
     * the one that its position says. That was stored before the sleep was announced, and is read after the announcement.
     */
    @Override
    public void commitQuietly(int length, int flags) {
        if (producer.isStreaming()) {
            producer.commit(length, flags);
            unannounced = true;
        } else {
            commit(length, flags);
        }
    }

    @Override
    public void announce() {
        if (unannounced) {
            int state = peerFrameSleeper.stateAfterPublishing();
            if (state != SleepingWord.AWAKE) {
                wakeReceiver(state, 0);
            }
            unannounced = false;
        }
    }

    private void wakeReceiver(int state, int header) {
        if (SleepingWord.isRest(state)) {
            if (state != lastRung) { // each rest has its own state
                lastRung = state;
                doorbell.ring(lane);
            }
        } else if (unannounced) {
            VarHandle.acquireFence(); // Partner: the release fence in SleepingWord.announce
            SleepingWord.wake(sendRingAddress + producer.awaitedIndex());
        } else {
            SleepingWord.wake(sendRingAddress + header);
        }
        unannounced = false; // awake, it looks at all that is there
    }

    @Override
    public ByteBuffer receiveMemory() {
        return consumer.memory();
    }

    @Override
    public boolean poll() {
        return consumer.poll();
    }

    @Override
    public int frameIndex() {
        return consumer.frameIndex();
    }

    @Override
    public int frameLength() {
        return consumer.frameLength();
    }

    @Override
    public int frameFlags() {
        return consumer.frameFlags();
    }

    @Override
    public void release() {
        if (consumer.release() && peerSpaceSleeper.stateAfterPublishing() != SleepingWord.AWAKE) {
            SleepingWord.wake(ownPositionAddress);
        }
    }

    @Override
    public boolean spinForFrame() {
        for (int i = budget.briefPolls(); i > 0; i--) {
            if (consumer.poll()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return spinOn() || budget.yieldUntil(poll);
    }

    private boolean spinOn() {
        int polls = budget.enterSpin();
        if (polls == 0) {
            return false;
        }
        boolean found = false;
        try {
            for (int i = polls; i > 0 && !found; i--) {
                Thread.onSpinWait();
                found = consumer.poll();
            }
            return found;
        } finally {
            budget.leaveSpin(found);
        }
    }

    @Override
    public WaitResult sleepForFrame(long deadlineNs, boolean interruptible) {
        long startNs = System.nanoTime();
        boolean virtual = VirtualThreads.isCurrentVirtual();
        announceSleep(ownFrameSleeper, virtual);
        try {
            for (int slice = 0; ; slice++) {
                int header = consumer.headerIndex();
                int seen = Words.getIntOpaque(consumer.memory(), header); // before poll: what comes after it wakes
                if (consumer.poll()) {
                    return WaitResult.READY;
                }
                WaitResult end = WaitSlices.end(disconnected, deadlineNs, interruptible);
                if (end != null) {
                    return end == WaitResult.CLOSED && consumer.poll() ? WaitResult.READY : end;
                }
                if (virtual) {
                    WaitSlices.parkVirtual(slice, deadlineNs);
                } else if (sleep(receiveRingAddress + header, seen, deadlineNs, interruptible)
                        && Words.getIntOpaque(consumer.memory(), header) != seen) {
                    missedWakeUps.incrementAndGet();
                }
            }
        } finally {
            ownFrameSleeper.retract();
            budget.slept(System.nanoTime() - startNs);
        }
    }

    @Override
    public WaitResult awaitSpace(long deadlineNs, boolean interruptible) {
        announce();
        return spinForSpace() ? WaitResult.READY : sleepForSpace(deadlineNs, interruptible);
    }

    private boolean spinForSpace() {
        for (int i = spaceBudget.briefPolls(); i > 0; i--) {
            if (producer.claim() >= 0) {
                return true;
            }
            Thread.onSpinWait();
        }
        for (int i = spaceBudget.yields(); i > 0; i--) {
            Thread.yield();
            if (producer.claim() >= 0) {
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
                if (producer.claim() >= 0) {
                    return WaitResult.READY;
                }
                int seen = producer.consumedWord(); // what that claim has read: a release after it changes the word
                WaitResult end = WaitSlices.end(disconnected, deadlineNs, interruptible);
                if (end != null) {
                    return end;
                }
                if (virtual) {
                    WaitSlices.parkVirtual(slice, deadlineNs);
                } else if (sleep(peerPositionAddress, seen, deadlineNs, interruptible)
                        && Words.getIntOpaque(peerWords, positionIndex) != seen) {
                    missedWakeUps.incrementAndGet();
                }
            }
        } finally {
            ownSpaceSleeper.retract();
        }
    }

    private static void announceSleep(SleepingWord sleeper, boolean virtual) {
        if (!virtual) { // waking who sleeps on no futex would cost the peer a system call for each frame
            sleeper.announceSleep();
        }
    }

    /** One slice of sleep; whether nothing but the time ended it. */
    private static boolean sleep(long address, int seen, long deadlineNs, boolean interruptible) {
        return SleepingWord.sleep(address, seen, WaitSlices.lengthNs(deadlineNs, interruptible));
    }

    @Override
    public long missedWakeUps() {
        return missedWakeUps.get();
    }

    @Override
    public boolean restUntilDoorbell() {
        ownFrameSleeper.announceRest();
        if (consumer.poll()) {
            ownFrameSleeper.retract();
            return false;
        }
        return true;
    }

    @Override
    public void wakeFromDoorbell() {
        ownFrameSleeper.retract();
    }

    @Override
    public void publishTaken(long callId) {
        Words.putLongRelease(ownWords, takenIndex, callId);
        VarHandle.fullFence();
    }

    @Override
    public void publishDone(long callId) {
        Words.putLongRelease(ownWords, doneIndex, callId);
    }

    @Override
    public long ownTaken() {
        return Words.getLongAcquire(ownWords, takenIndex);
    }

    @Override
    public boolean showsTaken() {
        return true;
    }

    @Override
    public long peerTaken() {
        return Words.getLongAcquire(peerWords, takenIndex);
    }

    @Override
    public long peerDone() {
        return Words.getLongAcquire(peerWords, doneIndex);
    }

    @Override
    public void disconnect() {
        disconnected = true;
        // Two threads of ours may sleep here, each on a word that the peer writes. Waking needs no write to it.
        SleepingWord.wake(receiveRingAddress + consumer.headerIndex());
        SleepingWord.wake(peerPositionAddress);
    }
}
