// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.codec.FrameInput;
import io.nearcall.internal.codec.FrameTooLarge;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.ReferenceList;
import io.nearcall.ipc.channel.Channel;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads messages of one or more frames from a channel's memory. Confined to one thread at a time. */
public final class MessageReader implements FrameInput.Source {

    /** How the owner of the channel waits. */
    @FunctionalInterface
    public interface Waiting {
        /** Returns when there is a frame; throws if there will be none, or not in time. */
        void awaitFrame();
    }

    private static final List<Object> NO_ARRIVALS = List.of();

    /** Leaves room to add the length of one more frame. */
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - (1 << 20);

    /** A record counts as at least this many bytes. */
    private static final int LEAST_RECORD_BYTES = 64;

    /** For small records, and for the skipped part of a message that is too long. */
    private static final long SPARE_BYTES = 4 << 20;

    /** Frames of a message between two looks. */
    private static final int LOOK_MASK = 15;

    private static final int LINE_BYTES = 64;

    /** More bytes than this are copied at once, for the most part. */
    private static final int FETCHED_BYTES = 512;

    private final Channel channel;
    private final ReferenceCounts references;
    private final Waiting waiting;
    private final Runnable look;
    private final MessagePatience patience = new MessagePatience();
    private final long mostBytes;
    private final ByteBuffer memory;
    private final FrameInput input;
    private final int longestRest;
    private boolean held;
    private boolean aborted;
    private int frameEnd;
    private int frames;
    private long messageBytes;
    private long passedBytes; // of the message before the current frame; 0 if that frame is the last
    private List<Object> arrivals = NO_ARRIVALS;
    private int fetched; // or compilers would leave out the reads of fetchLines

    /**
     * A reader of messages of up to {@code maxMessageBytes}.
     *
     * @param look runs every few frames of a message that goes on; an exception from it ends the reading, like one from
     *     {@code waiting}
     */
    public MessageReader(
            Channel channel, long maxMessageBytes, ReferenceCounts references, Waiting waiting, Runnable look) {
        this.channel = channel;
        this.references = references;
        this.waiting = waiting;
        this.look = look;
        this.mostBytes = 2 * Math.min(maxMessageBytes, Long.MAX_VALUE / 4) + SPARE_BYTES;
        this.memory = channel.receiveMemory();
        this.input = new FrameInput(memory, this, maxMessageBytes);
        this.longestRest = (int) Math.min(maxMessageBytes, LONGEST_ARRAY);
    }

    public FrameInput input() {
        return input;
    }

    /**
     * Begins the answer whose first frame is the channel's current one.
     *
     * @return its call id
     * @throws MalformedMessage if it is shorter than its header
     */
    public long begin() {
        return begin(FrameFormat.ANSWER_HEADER_LENGTH);
    }

    /** As {@link #begin}, for a call. */
    long beginCall() {
        return begin(FrameFormat.CALL_HEADER_LENGTH);
    }

    private long begin(int headerLength) {
        held = true;
        aborted = false;
        messageBytes = 0;
        int start = channel.frameIndex();
        openFrame(start);
        int end = frameEnd;
        if (end - start < headerLength) {
            throw new MalformedMessage("a message of " + (end - start) + " bytes");
        }
        long callId = memory.getLong(start + FrameFormat.CALL_ID_OFFSET);
        fetchLines(start, end);
        input.reset(start + headerLength, end);
        return callId;
    }

    /**
     * Reads a byte of each line of the frame's beginning, and drops it. So the lines come from the sender's cache at the
     * same time. A codec meets them one after the other, and waits for each.
     */
    private void fetchLines(int start, int end) {
        int most = Math.min(end, start + FETCHED_BYTES);
        int seen = 0;
        for (int line = (start | LINE_BYTES - 1) + 1; line < most; line += LINE_BYTES) {
            seen |= memory.get(line);
        }
        fetched = seen;
    }

    /** How many bytes of the latest message have come: those in its frames. */
    public long messageBytes() {
        return messageBytes;
    }

    /** The object id of a call, as long as none of its content has been read. */
    int objectId() {
        return memory.getInt(channel.frameIndex() + FrameFormat.OBJECT_ID_OFFSET);
    }

    /** As {@link #objectId}, for the method and what goes along with it. */
    int methodWord() {
        return memory.getInt(channel.frameIndex() + FrameFormat.METHOD_OFFSET);
    }

    /** Type of the current message. */
    public int type() {
        return channel.frameFlags() & FrameFormat.TYPE_MASK;
    }

    /** Whether the channel's current frame belongs to a call that expects an answer, with or without a context. */
    boolean isAtCall() {
        return (channel.frameFlags() & FrameFormat.TYPE_MASK & ~FrameFormat.CONTEXT) == FrameFormat.CALL;
    }

    /**
     * The type of the current message, without the flag of a context.
     *
     * @param orPost whether the message may be a call that is not answered
     * @throws MalformedMessage if it is not a call
     */
    public int requireCall(boolean orPost) {
        int type = type();
        int kind = type & ~FrameFormat.CONTEXT;
        if (kind != FrameFormat.CALL && (kind != FrameFormat.POST || !orPost)) {
            throw new MalformedMessage("a message of type " + type + " from a caller");
        }
        return kind;
    }

    /** The input with the sender's reason for giving the message up half-way; null if it has not, or gives none. */
    public FrameInput reasonOfAbort() {
        if (!aborted || frameEnd == channel.frameIndex()) {
            return null;
        }
        input.reset(channel.frameIndex(), frameEnd);
        return input;
    }

    /**
     * Skips what is left of the message, and gives its memory back.
     *
     * @throws MalformedMessage if it goes on beyond all limits
     */
    public void end() {
        while ((channel.frameFlags() & Channel.MORE) != 0) {
            settle(); // nobody reads the rest: its references must not pile up
            nextFrame();
        }
        if (held) { // false if the wait for another frame has failed
            held = false;
            channel.release();
        }
        settle();
    }

    private void settle() {
        if (arrivals != NO_ARRIVALS) {
            List<Object> settled = arrivals;
            arrivals = NO_ARRIVALS;
            settled.forEach(references::settled);
        }
    }

    /** The references that the message has brought so far. The reader of its {@link #rest()} settles them later. */
    public List<Object> takeArrivals() {
        List<Object> taken = arrivals;
        arrivals = NO_ARRIVALS;
        return taken;
    }

    /** Opens the current frame, which is new. Its references, if it has any, are now ours. */
    private void openFrame(int start) {
        int length = channel.frameLength();
        int end = start + length;
        messageBytes += length;
        frameEnd = (channel.frameFlags() & FrameFormat.REFERENCES) == 0 ? end : openReferences(start, end);
    }

    private int openReferences(int start, int end) {
        int countAt = end - ReferenceList.COUNT_LENGTH;
        int count = countAt < start ? 0 : memory.getInt(countAt);
        if (count <= 0 || count > (countAt - start) / ReferenceList.ENTRY_LENGTH) {
            throw new MalformedMessage("a list of " + count + " references in a frame of " + (end - start) + " bytes");
        }
        if (arrivals.size() + count > ReferenceList.MOST_OBJECTS) {
            throw new MalformedMessage("a message with more than " + ReferenceList.MOST_OBJECTS + " references");
        }
        int first = countAt - count * ReferenceList.ENTRY_LENGTH;
        if (arrivals == NO_ARRIVALS) {
            arrivals = new ArrayList<>(count);
        }
        for (int at = first; at < countAt; at += ReferenceList.ENTRY_LENGTH) {
            arrivals.add(references.arrived(memory.getInt(at)));
        }
        return first;
    }

    /** Whether the message that is being read goes on after the current frame. */
    public boolean goesOn() {
        return held && (channel.frameFlags() & Channel.MORE) != 0;
    }

    /**
     * Skips the current frame of a message that nobody waits for. Returns whether it was the message's last.
     *
     * @throws MalformedMessage if it goes on beyond all limits
     */
    public boolean skipFrame() {
        if (!held) {
            openFrame(channel.frameIndex());
        }
        boolean last = (channel.frameFlags() & Channel.MORE) == 0;
        if (last) {
            forgetLength();
        } else {
            pass();
        }
        held = false;
        channel.release();
        settle();
        return last;
    }

    /**
     * Skips the current frame, if there is one, of a message whose reader has given up. The rest is left to
     * {@link #skipFrame}.
     *
     * @return whether it was the message's last
     */
    public boolean skipHeld() {
        return held && skipFrame();
    }

    @Override
    public void next(FrameInput in) {
        if (!held || aborted || (channel.frameFlags() & Channel.MORE) == 0) {
            throw new MalformedMessage("a message ends before its values do");
        }
        nextFrame();
        if (type() == FrameFormat.ABORT) {
            aborted = true;
            throw new MessageAborted();
        }
        in.reset(channel.frameIndex(), frameEnd);
    }

    /**
     * Returns all of the message that has not been read, for another thread to read. Never allocates more than twice
     * what has arrived.
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
            int part = frameEnd - channel.frameIndex();
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
        if (held) { // false if the wait for this very frame failed before
            pass();
            held = false;
            channel.release();
        }
        if ((++frames & LOOK_MASK) == 0) {
            look.run();
        }
        waiting.awaitFrame();
        held = true;
        if ((channel.frameFlags() & Channel.MORE) == 0) {
            forgetLength();
        }
        openFrame(channel.frameIndex());
    }

    /* A message of one frame is not counted: it can be no longer than that frame. */

    /** Counts the current frame, which is done with, and whose message goes on. */
    private void pass() {
        passedBytes += Math.max(channel.frameLength(), LEAST_RECORD_BYTES);
        if (passedBytes > mostBytes) {
            throw new MalformedMessage("a message of more than " + mostBytes + " bytes, where a record counts as "
                    + LEAST_RECORD_BYTES + " at least");
        }
    }

    private void forgetLength() {
        passedBytes = 0;
        patience.renew();
    }

    /** The deadline for a thread that others need, when it waits for the next frame of the message. */
    public long patienceEndNs() {
        return patience.endNs(passedBytes);
    }

    /** The thread has waited since then for a frame of the message, and the frame has come. */
    public void waitedSince(long sinceNs) {
        patience.waitedSince(sinceNs);
    }
}
