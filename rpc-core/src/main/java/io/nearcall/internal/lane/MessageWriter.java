// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.codec.FrameOutput;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.ReferenceList;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.WaitResult;
import java.nio.ByteBuffer;

/** Writes messages into a channel's memory, in as many frames as they need. Confined to one thread at a time. */
public final class MessageWriter implements FrameOutput.Sink {

    /** How the owner of the channel waits. */
    @FunctionalInterface
    public interface Waiting {
        /** Returns when a claim may succeed; throws if it will not, or not in time. */
        void awaitSpace();

        /**
         * As above, for a message that the peer has a part of already. Also throws if nobody waits for the rest, even
         * in the midst of the wait.
         */
        default void awaitSpaceForRest() {
            awaitSpace();
        }

        /** The message goes on in another frame: throws if nobody waits for the rest. */
        default void checkWanted() {}
    }

    /** The longest wait for space between two looks whether anybody still waits for the message. */
    private static final long LOOK_NS = 50_000_000;

    private final Channel channel;
    private final ReferenceCounts references;
    private final Waiting waiting;
    private final ByteBuffer memory;
    private final FrameOutput output;
    private final int maxPayloadLength;
    private int type;
    private int frameStart;
    private boolean partlySent;
    private long messageBytes;

    /** A writer of messages of up to {@code maxMessageBytes}. */
    public MessageWriter(Channel channel, long maxMessageBytes, ReferenceCounts references, Waiting waiting) {
        this.channel = channel;
        this.references = references;
        this.waiting = waiting;
        this.memory = channel.sendMemory();
        this.output = new FrameOutput(memory, this, maxMessageBytes);
        this.maxPayloadLength = channel.maxPayloadLength();
    }

    /** The memory that {@link #begin} points into. */
    public ByteBuffer memory() {
        return memory;
    }

    public FrameOutput output() {
        return output;
    }

    /**
     * Begins a message, or begins it again if no part of it has been sent.
     *
     * @param headerLength bytes before what is written to {@link #output()}
     * @return index of the header in {@link #memory()}
     */
    public int begin(int messageType, int headerLength) {
        forgetReferences();
        int start = claim();
        type = messageType;
        frameStart = start;
        partlySent = false;
        messageBytes = 0;
        output.reset(start + headerLength, start + maxPayloadLength);
        return start;
    }

    /** Sends the message, or what is left of it. */
    public void send() {
        commit(type);
        partlySent = false;
    }

    /** As {@link #send}, for a message that others follow; see {@link Channel#commitQuietly}. */
    public void sendQuietly() {
        int length = output.position() - frameStart;
        if (output.referenceCount() == 0) {
            channel.commitQuietly(length, type);
        } else {
            length = appendReferences(output.position()) - frameStart;
            channel.commitQuietly(length, type | FrameFormat.REFERENCES);
            output.forgetReferences();
        }
        messageBytes += length;
        partlySent = false;
    }

    private void commit(int flags) {
        int length = output.position() - frameStart;
        if (output.referenceCount() == 0) {
            channel.commit(length, flags);
        } else {
            length = appendReferences(output.position()) - frameStart;
            channel.commit(length, flags | FrameFormat.REFERENCES);
            output.forgetReferences(); // they are the receiver's now
        }
        messageBytes += length;
    }

    private int appendReferences(int end) {
        int count = output.referenceCount();
        int at = end;
        for (int i = 0; i < count; i++, at += ReferenceList.ENTRY_LENGTH) {
            memory.putInt(at, output.reference(i));
        }
        memory.putInt(at, count);
        return at + ReferenceList.COUNT_LENGTH;
    }

    /** The current frame will not be sent: takes back the references that were counted for it. */
    public void forgetReferences() {
        int count = output.referenceCount();
        if (count != 0) {
            for (int i = 0; i < count; i++) {
                references.unsent(output.reference(i));
            }
            output.forgetReferences();
        }
    }

    /** How many bytes of the latest message have been sent: those in its frames. */
    public long messageBytes() {
        return messageBytes;
    }

    /** Whether the peer has a part of the latest message, but not its end. */
    public boolean isPartlySent() {
        return partlySent;
    }

    /** Ends a message that is partly sent, if there is room for that; returns whether there was. */
    public boolean tryAbort() {
        forgetReferences();
        if (partlySent) {
            if (channel.claim() == Channel.BACK_PRESSURED) {
                return false;
            }
            channel.commit(0, FrameFormat.ABORT);
            partlySent = false;
        }
        return true;
    }

    /**
     * Begins the frame that aborts a partly sent message, if there is room for it. What is written to {@link #output}
     * until {@link #send()} says why, and must fit in that frame.
     *
     * @return whether there was room
     */
    public boolean tryBeginAbort() {
        forgetReferences();
        int start = channel.claim();
        if (start == Channel.BACK_PRESSURED) {
            return false;
        }
        type = FrameFormat.ABORT;
        frameStart = start;
        output.reset(start, start + maxPayloadLength);
        return true;
    }

    @Override
    public void flush(FrameOutput out) {
        waiting.checkWanted();
        commit(type | Channel.MORE);
        partlySent = true;
        int start = channel.claim();
        while (start == Channel.BACK_PRESSURED) {
            waiting.awaitSpaceForRest();
            start = channel.claim();
        }
        frameStart = start;
        out.reset(start, start + maxPayloadLength);
    }

    /**
     * As {@link Channel#awaitSpace}, but not interruptible, and with looks whether waiting is still of use.
     *
     * @param look runs first, and again from time to time; an exception from it ends the wait
     */
    public static WaitResult awaitSpace(Channel channel, long deadlineNs, Runnable look) {
        while (true) {
            look.run();
            long leftNs = deadlineNs - System.nanoTime();
            boolean last = leftNs <= LOOK_NS;
            WaitResult result = channel.awaitSpace(last ? deadlineNs : System.nanoTime() + LOOK_NS, false);
            if (last || result != WaitResult.TIMED_OUT) {
                return result;
            }
        }
    }

    private int claim() {
        int start = channel.claim();
        while (start == Channel.BACK_PRESSURED) {
            waiting.awaitSpace();
            start = channel.claim();
        }
        return start;
    }
}
