// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.wait.SpinBudget;
import io.nearcall.ipc.wait.VirtualThreads;
import io.nearcall.ipc.wait.WaitSlices;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/** A lane over two FIFOs: this side reads the one that it made and writes the one that the peer made. */
final class FifoChannel implements Channel {

    /* The kernel keeps the frames, wakes who sleeps in poll(2) and knows when either end has gone, so there is no handshake
     * here: a frame that is written before the sleep ends it at once. Two descriptors can end it: the FIFO's, and the
     * batch's eventfd, which stays readable once a lane of the batch has been disconnected. A sleeper leaves out of the rest
     * of its wait
     *   - a FIFO whose other end has gone: it would end every sleep at once, and it takes the monitor of the connection a
     *     moment to notice the death and disconnect;
     *   - the eventfd, when it was another lane that has been disconnected; its own is then noticed with the slice. */

    private static final int NOT_WATCHED = -1;

    /** Sleep of the receiving thread while a Done waits for room: nothing else would have it tried again. */
    private static final long DONE_SLICE_NS = 1_000_000;

    /** Polls are system calls here: one for so many of the budget's, which are pauses in between. */
    private static final int PAUSES_PER_POLL = 16;

    private final int lane;
    private final FifoLaneBatch batch;
    private final FrameReader reader;
    private final FrameWriter writer;
    private final Doorbell doorbell;
    private final int wakeUp;
    private final BooleanSupplier poll;
    private final SpinBudget budget = new SpinBudget();
    private final SpinBudget spaceBudget = new SpinBudget(); // on a shared lane another thread's
    private volatile long ownTaken;
    private volatile boolean resting;
    private volatile boolean disconnected;

    FifoChannel(FifoLaneBatch batch, int lane, FrameReader reader, FrameWriter writer, int wakeUp, Doorbell doorbell) {
        this.batch = batch;
        this.lane = lane;
        this.reader = reader;
        this.poll = reader::poll;
        this.writer = writer;
        this.wakeUp = wakeUp;
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
        return FrameDescriptor.MAX_PAYLOAD_LENGTH;
    }

    @Override
    public void commit(int length, int flags) {
        writer.commit(length, flags);
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
    public boolean spinForFrame() {
        return spin(budget.briefPolls()) || spinOn() || budget.yieldUntil(poll);
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

    private boolean spinOn() {
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
        int fifo = reader.descriptor();
        int bell = wakeUp;
        try {
            for (int slice = 0; ; slice++) {
                if (reader.poll()) {
                    return WaitResult.READY;
                }
                boolean allSaid = writer.flushDone();
                WaitResult end = WaitSlices.end(disconnected, deadlineNs, interruptible);
                if (end != null) {
                    return end == WaitResult.CLOSED && reader.poll() ? WaitResult.READY : end;
                }
                if (virtual) {
                    WaitSlices.parkVirtual(slice, deadlineNs);
                    continue;
                }
                long sliceNs = WaitSlices.lengthNs(deadlineNs, interruptible);
                int ended = Fifo.await(fifo, true, bell, allSaid ? sliceNs : Math.min(sliceNs, DONE_SLICE_NS));
                fifo = (ended & Fifo.GONE) != 0 ? NOT_WATCHED : fifo;
                bell = (ended & Fifo.WOKEN) != 0 ? NOT_WATCHED : bell;
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
        int bell = wakeUp;
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
            int fifo = writer.isGone() ? NOT_WATCHED : writer.descriptor();
            int ended = Fifo.await(fifo, false, bell, WaitSlices.lengthNs(deadlineNs, interruptible));
            bell = (ended & Fifo.WOKEN) != 0 ? NOT_WATCHED : bell;
        }
    }

    @Override
    public boolean restUntilDoorbell() {
        resting = true; // before the look at what waits; partner: publishDone, which looks at this afterwards
        VarHandle.fullFence();
        if (!writer.flushDone()) {
            resting = false;
            return false; // the receiving thread tries again
        }
        // The watch first: a frame that comes after the look ends it, because it tells what is, not what becomes.
        doorbell.ringWhenReadable(lane, reader.descriptor());
        resting = !reader.poll();
        return resting;
    }

    @Override
    public void wakeFromDoorbell() {
        resting = false; // the watch has ended with its ring
    }

    @Override
    public void publishTaken(long callId) {
        ownTaken = callId;
        VarHandle.fullFence(); // who has said goodbye reads it after a fence of its own
    }

    @Override
    public void publishDone(long callId) {
        writer.publishDone(callId);
        VarHandle.fullFence();
        // A call that was run on an executor may end when its lane rests: then a thread is called that tries again.
        if (resting && !writer.flushDone()) {
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
        batch.wake();
    }
}
