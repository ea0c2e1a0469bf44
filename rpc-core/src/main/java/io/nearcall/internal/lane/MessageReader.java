// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.codec.Fragments;
import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.FrameTooLarge;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.channel.Channel;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Reads messages from a channel's memory, in as many frames as they came. Confined to one thread at a time. */
public final class MessageReader implements Fragments.Source {

    /** How the owner of the channel waits. */
    @FunctionalInterface
    public interface Waiting {
        /** Returns when there is a frame; throws when there will be none, or not in time. */
        void awaitFrame();
    }

    /** So that the length of one more frame can be added to it. */
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - (1 << 20);

    private final Channel channel;
    private final Waiting waiting;
    private final ByteBuffer memory;
    private final FrameInput input;
    private final int longestRest;
    private boolean held;
    private boolean aborted;

    /** A reader of messages of up to {@code maxMessageBytes}. */
    public MessageReader(Channel channel, long maxMessageBytes, Waiting waiting) {
        this.channel = channel;
        this.waiting = waiting;
        this.memory = channel.receiveMemory();
        this.input = new FrameInput(memory, this, maxMessageBytes);
        this.longestRest = (int) Math.min(maxMessageBytes, LONGEST_ARRAY);
    }

    public FrameInput input() {
        return input;
    }

    /**
     * Begins the message whose first frame is the channel's current one.
     *
     * @return its call id
     * @throws MalformedMessage if it is shorter than that
     */
    public long begin() {
        held = true;
        aborted = false;
        int start = channel.frameIndex();
        int end = start + channel.frameLength();
        if (end - start < FrameFormat.ANSWER_HEADER_LENGTH) {
            throw new MalformedMessage("a message of " + (end - start) + " bytes");
        }
        long callId = memory.getLong(start + FrameFormat.CALL_ID_OFFSET);
        input.reset(start + FrameFormat.ANSWER_HEADER_LENGTH, end);
        return callId;
    }

    /** Type of the current message. */
    public int type() {
        return FrameFormat.type(channel.frameFlags());
    }

    /** Where the sender says why it gave the message up half-way; null if it has not, or does not say. */
    public FrameInput reasonOfAbort() {
        if (!aborted || channel.frameLength() == 0) {
            return null;
        }
        input.reset(channel.frameIndex(), channel.frameIndex() + channel.frameLength());
        return input;
    }

    /** Gives the memory of the message back, reading over what is left of it. */
    public void end() {
        while ((channel.frameFlags() & Channel.MORE) != 0) {
            nextFrame();
        }
        held = false;
        channel.release();
    }

    @Override
    public void next(FrameInput in) {
        if (!held || (channel.frameFlags() & Channel.MORE) == 0) {
            throw new MalformedMessage("a message ends before its values do");
        }
        nextFrame();
        if (type() == FrameFormat.ABORT) {
            aborted = true;
            throw new MessageAborted();
        }
        in.reset(channel.frameIndex(), channel.frameIndex() + channel.frameLength());
    }

    /**
     * All that has not been read of the message, for another thread to read. Never allocates more than twice what has
     * arrived.
     */
    public byte[] rest() {
        byte[] content = new byte[input.remaining()];
        memory.get(input.position(), content);
        int length = content.length;
        while ((channel.frameFlags() & Channel.MORE) != 0) {
            nextFrame();
            if (type() == FrameFormat.ABORT) {
                aborted = true;
                throw new MessageAborted();
            }
            int part = channel.frameLength();
            if (length + part > longestRest) {
                throw new FrameTooLarge(longestRest);
            }
            if (length + part > content.length) {
                content = Arrays.copyOf(content, (int) Math.min(2L * (length + part), longestRest));
            }
            memory.get(channel.frameIndex(), content, length, part);
            length += part;
        }
        return length == content.length ? content : Arrays.copyOf(content, length);
    }

    private void nextFrame() {
        if (held) { // not so if the wait for this very frame failed before
            held = false;
            channel.release();
        }
        waiting.awaitFrame();
        held = true;
    }
}
