// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.OsException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The reading end of a FIFO. Never blocks; one thread at a time, but for {@link #peerDone()}. */
final class FrameReader {

    /* One read takes all that is there, and the frames are looked at where it put them. start is where the current or next
     * frame begins, end where the bytes that were read end. The FIFO is read only when no whole frame is left; a frame that
     * the end of the memory has cut is moved to its beginning first, which happens only if the FIFO holds more than we asked
     * for. The memory is this process's own: nothing in it changes between check and use.
     *
     * The end of the stream is "nothing there": before the peer has opened its end it looks the same, and who has died
     * the layer above finds out by itself. */

    private final int fd;
    private final ByteBuffer memory;
    private int start;
    private int end;
    private int sequence;
    private int length;
    private int flags;
    private boolean current;
    private volatile long peerDone;

    FrameReader(int fd, int capacity) {
        this(fd, capacity, 1);
    }

    /** For a FIFO whose next frame has that sequence. */
    FrameReader(int fd, int capacity, int sequence) {
        this.fd = fd;
        this.sequence = sequence;
        this.memory = ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    int descriptor() {
        return fd;
    }

    ByteBuffer memory() {
        return memory;
    }

    /** Looks for the next frame; as {@link io.nearcall.ipc.channel.Channel#poll()}. Reads once at most. */
    boolean poll() {
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
                // Partner: the load in peerDone(). The peer wrote it after the method's effects.
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
                throw new FifoFault("the peer wrote a corrupt Done: length=" + frameLength + ", flags="
                        + FrameDescriptor.flags(header));
            }
        } else if (found != sequence) {
            throw new FifoFault("the peer wrote a corrupt frame: sequence=" + Integer.toUnsignedString(found)
                    + ", awaited " + Integer.toUnsignedString(sequence));
        } else if (frameLength > FrameDescriptor.MAX_PAYLOAD_LENGTH) {
            throw new FifoFault("the peer wrote a corrupt frame: length=" + frameLength + ", at most "
                    + FrameDescriptor.MAX_PAYLOAD_LENGTH);
        }
    }

    private boolean read() {
        if (start > 0) {
            moveRestToBeginning();
        }
        int got = Fifo.read(fd, memory, end, memory.capacity() - end);
        if (got > 0) {
            end += got;
            return true;
        }
        if (got == 0 || got == -Errno.EAGAIN) {
            return false;
        }
        throw new OsException("read", -got, "fd=" + fd);
    }

    private void moveRestToBeginning() {
        int rest = end - start;
        for (int i = 0; i < rest; i++) {
            memory.put(i, memory.get(start + i));
        }
        start = 0;
        end = rest;
    }

    int frameIndex() {
        return start + FrameDescriptor.HEADER_LENGTH;
    }

    int frameLength() {
        return length;
    }

    int frameFlags() {
        return flags;
    }

    void release() {
        start += FrameDescriptor.HEADER_LENGTH + length;
        sequence = FrameDescriptor.nextSequence(sequence);
        current = false;
    }

    /** Last call that the peer has said to be done. Any thread. */
    long peerDone() {
        return peerDone;
    }
}
