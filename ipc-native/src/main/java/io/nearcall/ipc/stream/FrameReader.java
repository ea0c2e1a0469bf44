// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import io.nearcall.ipc.channel.PeerFault;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Cuts a stream into frames. Never blocks. One thread at a time, except {@link #peerDone()}. */
public final class FrameReader {

    /* One read takes everything that is there, and the frames are parsed where the read has put them. start is where
     * the current or next frame begins. end is where the bytes that were read end. The stream is read only when no
     * whole frame is left. A frame that the end of the memory has cut is first moved to the beginning. On a FIFO this
     * happens only if the FIFO holds more than we asked for. The memory is this process's own, so nothing in it changes
     * between check and use.
     *
     * The end of the stream counts as an empty stream. A FIFO looks the same before the peer has opened its end, and
     * the layer above finds out by itself who has died. */

    private final LaneSource source;
    private final int maxPayloadLength;
    private final ByteBuffer memory;
    private int start;
    private int end;
    private int sequence;
    private int length;
    private int flags;
    private boolean current;
    private volatile long peerDone;

    /**
     * @param capacity bytes that are read at once
     * @param sequence of the next frame
     */
    public FrameReader(LaneSource source, int maxPayloadLength, int capacity, int sequence) {
        this.source = source;
        this.maxPayloadLength = maxPayloadLength;
        this.sequence = sequence;
        this.memory = ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    public ByteBuffer memory() {
        return memory;
    }

    /** Looks for the next frame, as {@link io.nearcall.ipc.channel.Channel#poll()} does. Reads once at most. */
    public boolean poll() {
        return parse() || (read() && parse());
    }

    private boolean parse() {
        while (!current && end - start >= FrameDescriptor.HEADER_LENGTH) {
            long header = memory.getLong(start);
            int frameLength = FrameDescriptor.length(header);
            check(header, frameLength);
            if (end - start < FrameDescriptor.HEADER_LENGTH + frameLength) {
                break;
            }
            if (FrameDescriptor.sequence(header) == FrameDescriptor.DONE_SEQUENCE) {
                // Partner: the load in peerDone(). The peer wrote the Done after the method's effects.
                peerDone = memory.getLong(start + FrameDescriptor.HEADER_LENGTH);
                start += FrameDescriptor.DONE_LENGTH;
            } else {
                length = frameLength;
                flags = FrameDescriptor.flags(header);
                current = true;
            }
        }
        return current;
    }

    private void check(long header, int frameLength) {
        int found = FrameDescriptor.sequence(header);
        if (found == FrameDescriptor.DONE_SEQUENCE) {
            if (frameLength != FrameDescriptor.DONE_PAYLOAD_LENGTH || FrameDescriptor.flags(header) != 0) {
                throw new PeerFault("the peer wrote a corrupt Done: length=" + frameLength + ", flags="
                        + FrameDescriptor.flags(header));
            }
        } else if (found != sequence) {
            throw new PeerFault("the peer wrote a corrupt frame: sequence=" + Integer.toUnsignedString(found)
                    + ", awaited " + Integer.toUnsignedString(sequence));
        } else if (frameLength > maxPayloadLength) {
            throw new PeerFault(
                    "the peer wrote a corrupt frame: length=" + frameLength + ", at most " + maxPayloadLength);
        }
    }

    private boolean read() {
        if (start > 0) {
            moveRestToBeginning();
        }
        int got = source.read(memory, end, memory.capacity() - end);
        end += got;
        return got > 0;
    }

    private void moveRestToBeginning() {
        int rest = end - start;
        memory.put(0, memory, start, rest);
        start = 0;
        end = rest;
    }

    public int frameIndex() {
        return start + FrameDescriptor.HEADER_LENGTH;
    }

    public int frameLength() {
        return length;
    }

    public int frameFlags() {
        return flags;
    }

    public void release() {
        start += FrameDescriptor.HEADER_LENGTH + length;
        sequence = FrameDescriptor.nextSequence(sequence);
        current = false;
    }

    /** The last call that the peer has reported as done. Any thread. */
    public long peerDone() {
        return peerDone;
    }
}
