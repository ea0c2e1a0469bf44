// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import io.nearcall.ipc.channel.CallProgress;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.wait.SpinBudget;
import io.nearcall.ipc.wait.VirtualThreads;
import io.nearcall.ipc.wait.WaitSlices;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/** A lane over two streams of bytes, or one that goes both ways. */
public final class StreamChannel implements Channel, CallProgress {

    /* The kernel keeps the frames, wakes the sleepers, and knows when either end has gone. So there is no handshake
     * here: a frame that is written before a sleep ends the sleep at once. The ends decide how a sleep ends otherwise,
     * and what is done about a peer that has gone and about other lanes that are woken. */

    /** Polls are system calls here. One of so many polls of the budget is made, and the others are pauses. */
    private static final int PAUSES_PER_POLL = 16;

    private static final int FIRST_SEQUENCE = 1;

    private final int lane;
    private final StreamEnds ends;
    private final int maxPayloadLength;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final Doorbell doorbell;
    private final BooleanSupplier poll;
    private final SpinBudget budget = new SpinBudget();
    private final SpinBudget spaceBudget = new SpinBudget(); // on a shared lane, that of another thread
    private volatile long ownTaken;
    private volatile boolean resting;
    private volatile boolean disconnected;

    /**
     * @param writeLength the longest write, in bytes: a frame and its overhead
     * @param capacity bytes that are read at once. At least two writes are read at once, because otherwise much is
     *     copied
     */
    public StreamChannel(StreamEnds ends, int lane, int writeLength, int capacity, Doorbell doorbell) {
        this.ends = ends;
        this.lane = lane;
        this.maxPayloadLength = writeLength - FrameDescriptor.OVERHEAD;
        int readLength = Math.max(capacity, 2 * writeLength);
        this.reader = new FrameReader(ends.source(), maxPayloadLength, readLength, FIRST_SEQUENCE);
        this.poll = reader::poll;
        this.writer = new FrameWriter(ends.sink(), maxPayloadLength, FIRST_SEQUENCE);
        this.doorbell = doorbell;
    }

    @Override
    public ByteBuffer sendMemory() {
        return writer.memory();
    }

    @Override
    public int claim() {
        return writer.claim();
    }

    @Override
    public int maxPayloadLength() {
        return maxPayloadLength;
    }

    @Override
    public void commit(int length, int flags) {
        if (!writer.commit(length, flags)) {
            passOnLater();
        }
    }

    @Override
    public ByteBuffer receiveMemory() {
        return reader.memory();
    }

    @Override
    public boolean poll() {
        return reader.poll();
    }

    @Override
    public int frameIndex() {
        return reader.frameIndex();
    }

    @Override
    public int frameLength() {
        return reader.frameLength();
    }

    @Override
    public int frameFlags() {
        return reader.frameFlags();
    }

    @Override
    public void release() {
        reader.release();
    }

    @Override
    public boolean spinBriefly() {
        return spin(budget.briefPolls());
    }

    @Override
    public boolean yieldOn() {
        return budget.yieldUntil(poll);
    }

    private boolean spin(int polls) {
        for (int i = 0; i < polls; i++) {
            if (i % PAUSES_PER_POLL == 0 && reader.poll()) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    @Override
    public boolean spinFurther() {
        int polls = budget.enterSpin();
        if (polls == 0) {
            return false;
        }
        boolean found = false;
        try {
            found = spin(polls);
            return found;
        } finally {
            budget.leaveSpin(found);
        }
    }

    @Override
    public WaitResult sleepForFrame(long deadlineNs, boolean interruptible) {
        long startNs = System.nanoTime();
        boolean virtual = VirtualThreads.isCurrentVirtual();
        try {
            for (int slice = 0; ; slice++) {
                if (reader.poll()) {
                    return WaitResult.READY;
                }
                boolean allSaid = writer.flush();
                WaitResult end = WaitSlices.end(disconnected, deadlineNs, interruptible);
                if (end != null) {
                    return end == WaitResult.CLOSED && reader.poll() ? WaitResult.READY : end;
                }
                if (virtual) {
                    WaitSlices.parkVirtual(slice, deadlineNs);
                    continue;
                }
                ends.sleepForBytes(WaitSlices.lengthNs(deadlineNs, interruptible), !allSaid);
            }
        } finally {
            budget.slept(System.nanoTime() - startNs);
        }
    }

    @Override
    public WaitResult awaitSpace(long deadlineNs, boolean interruptible) {
        return spinForSpace() ? WaitResult.READY : sleepForSpace(deadlineNs, interruptible);
    }

    private boolean spinForSpace() {
        if (writer.claim() >= 0) {
            return true;
        }
        for (int i = spaceBudget.yields(); i > 0; i--) {
            Thread.yield();
            if (writer.claim() >= 0) {
                return true;
            }
        }
        return false;
    }

    private WaitResult sleepForSpace(long deadlineNs, boolean interruptible) {
        boolean virtual = VirtualThreads.isCurrentVirtual();
        for (int slice = 0; ; slice++) {
            if (writer.claim() >= 0) {
                return WaitResult.READY;
            }
            WaitResult end = WaitSlices.end(disconnected, deadlineNs, interruptible);
            if (end != null) {
                return end;
            }
            if (virtual) {
                WaitSlices.parkVirtual(slice, deadlineNs);
                continue;
            }
            ends.sleepForRoom(WaitSlices.lengthNs(deadlineNs, interruptible));
        }
    }

    @Override
    public boolean restUntilDoorbell() {
        resting = true; // before flush looks at what waits; partner: passOnLater, which reads this after its write
        VarHandle.fullFence();
        if (!writer.flush()) {
            resting = false;
            return false; // the receiving thread tries again
        }
        // The watch first: a frame that comes after the poll ends it, because a watch reports a state, not a change.
        ends.watch(doorbell, lane);
        resting = !reader.poll();
        return resting;
    }

    @Override
    public void wakeFromDoorbell() {
        resting = false; // the watch has ended with its ring
    }

    @Override
    public CallProgress progress() {
        return this;
    }

    @Override
    public void publishTaken(long callId) {
        ownTaken = callId;
        VarHandle.fullFence(); // the thread that has said goodbye reads ownTaken after a fence of its own
    }

    @Override
    public void publishDone(long callId) {
        if (!writer.publishDone(callId)) {
            passOnLater();
        }
    }

    /**
     * Called when something waits for room. The receiving thread passes it on, whatever it is just doing. A call that
     * was run on an executor may end while its lane rests. Then the doorbell brings a thread.
     */
    private void passOnLater() {
        VarHandle.fullFence();
        if (!resting) {
            ends.wakeReceiver();
        } else if (!writer.flush()) {
            doorbell.ringHere(lane);
        }
    }

    @Override
    public long ownTaken() {
        return ownTaken;
    }

    @Override
    public boolean showsTaken() {
        return false;
    }

    @Override
    public long peerTaken() {
        return Long.MAX_VALUE;
    }

    @Override
    public long peerDone() {
        return reader.peerDone();
    }

    @Override
    public void disconnect() {
        disconnected = true;
        ends.wake();
    }
}
