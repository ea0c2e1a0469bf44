// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.PeerFault;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Writes frames into a stream. Never blocks. One thread at a time sends frames. Another thread may call
 * {@link #publishDone} and {@link #flush}.
 */
public final class FrameWriter {

    /* Done. On a streaming lane, the thread that runs the calls writes a Done while another thread may be sending an
     * answer. Hence the lock, which is the only one on the path of a call. It is held for one or two system calls that
     * do not block. Beside them it costs nothing, and two threads hardly ever want it at the same time. A Done must not
     * take the room that a claim has found. So a Done alone is written only when there is room for a frame behind it.
     * Otherwise it stays pending, and a newer id replaces the older one, until
     *   - the next frame carries it, in the same write, in front of the frame: there is always room for both; or
     *   - the receiving thread tries again. It does so before each sleep, sleeps only briefly meanwhile, and does not
     *     rest.
     * So a Done is not lost. It is pending only while the stream is not empty, that is, while the peer has frames to
     * read. When the peer has read them, the next try succeeds. If the peer never reads them, it would not have seen
     * the Done either. Bytes that a sink has taken and could not pass on are passed on in the same way.
     *
     * Death. When the reader has gone, there is no room for ever, as in a ring that nobody empties. A thread that waits
     * for room is told CLOSED when the lane is disconnected. */

    private static final int HEADER_INDEX = FrameDescriptor.DONE_LENGTH;
    private static final int PAYLOAD_INDEX = HEADER_INDEX + FrameDescriptor.HEADER_LENGTH;

    private final LaneSink sink;
    private final int maxPayloadLength;
    private final ByteBuffer memory;
    private final ByteBuffer doneMemory =
            ByteBuffer.allocateDirect(FrameDescriptor.DONE_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private int sequence;
    private long newestDone;
    private boolean donePending;
    private boolean broken;

    /** @param sequence of the next frame */
    public FrameWriter(LaneSink sink, int maxPayloadLength, int sequence) {
        this.sink = sink;
        this.maxPayloadLength = maxPayloadLength;
        this.memory = ByteBuffer.allocateDirect(FrameDescriptor.OVERHEAD + maxPayloadLength)
                .order(ByteOrder.LITTLE_ENDIAN);
        this.sequence = sequence;
    }

    public ByteBuffer memory() {
        return memory;
    }

    /** As {@link Channel#claim()}. */
    public synchronized int claim() {
        return !broken && sink.hasRoom() ? PAYLOAD_INDEX : Channel.BACK_PRESSURED;
    }

    /** As {@link Channel#commit}. Returns whether all has been passed on, so there is nothing to {@link #flush()}. */
    public synchronized boolean commit(int length, int flags) {
        if (length < 0 || length > maxPayloadLength) {
            throw new IllegalArgumentException("length=" + length + ", at most " + maxPayloadLength);
        }
        if (isGone()) {
            return true;
        }
        memory.putLong(HEADER_INDEX, FrameDescriptor.header(sequence, length, flags));
        int from = HEADER_INDEX;
        if (donePending) {
            putDone(memory);
            from = 0;
        }
        if (sink.write(memory, from, PAYLOAD_INDEX + length - from, (flags & Channel.MORE) == 0)) {
            sequence = FrameDescriptor.nextSequence(sequence);
            donePending = false;
            return sink.flush();
        }
        if (!sink.isGone()) {
            broken = true;
            throw new PeerFault("the peer has no room where there was some");
        }
        return true;
    }

    /**
     * Reports all calls up to this one as done, now or as soon as there is room. Returns whether all has been passed
     * on.
     */
    public synchronized boolean publishDone(long callId) {
        newestDone = callId;
        donePending = true;
        return flush();
    }

    /** Passes on what waits for room, a Done included, if there is room now. Returns whether nothing waits any more. */
    public synchronized boolean flush() {
        if (isGone()) {
            donePending = false;
            return true;
        }
        if (donePending && sink.hasRoomForDone()) {
            putDone(doneMemory);
            // On a turn-taking lane whose peer has not yet read the message before, there may be no room after all.
            donePending = !sink.write(doneMemory, 0, FrameDescriptor.DONE_LENGTH, false);
        }
        boolean passed = sink.flush();
        return isGone() || (passed && !donePending);
    }

    private boolean isGone() {
        return broken || sink.isGone();
    }

    private void putDone(ByteBuffer to) {
        to.putLong(0, FrameDescriptor.header(FrameDescriptor.DONE_SEQUENCE, FrameDescriptor.DONE_PAYLOAD_LENGTH, 0));
        to.putLong(FrameDescriptor.HEADER_LENGTH, newestDone);
    }
}
