// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.OsException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The writing end of a FIFO. Never blocks. Frames are sent by one thread at a time, and {@link #publishDone} and
 * {@link #flushDone} may be called by another.
 */
final class FrameWriter {

    /* Room. A pipe has a number of pages, a write of up to a page's bytes takes one at most, and is done as a whole if one is
     * free. freePages is a lower bound of the free ones, for nobody but us fills them: it goes down by one with each write,
     * and is looked up only when it is used up: all are free if no byte is unread, one at least if poll says so. Where the
     * sides take turns, all are free again when a message begins, without asking: the peer has read the one before.
     *
     * Done. On a streaming lane the thread that runs the calls says Done while another may be sending an answer, hence the
     * lock, the only one on the path of a call; it is held for one or two system calls that do not block, beside which it
     * costs nothing, and hardly ever wanted by two. A Done must not take the page
     * that a claim has found: alone it goes only when two are known to be free. Otherwise it stays pending, the newest id
     * replacing the older one, until
     *   - the next frame carries it, in the same write, in front of it: there is always room for both; or
     *   - the thread that receives tries again, which it does before each sleep, and sleeps only briefly meanwhile; it does
     *     not rest either.
     * So it is not lost: it is pending only while the pipe is not empty, that is, while the peer has frames to read. When it
     * has read them the next try succeeds; if it never does it would not have seen the Done either.
     *
     * Death. When the reader has gone a write fails with EPIPE. From then on there is no room for ever, as in a ring that
     * nobody empties: who waits for some is told CLOSED when the lane is disconnected. */

    private static final int HEADER_INDEX = FrameDescriptor.DONE_LENGTH;
    private static final int PAYLOAD_INDEX = HEADER_INDEX + FrameDescriptor.HEADER_LENGTH;
    private static final int PAGES_FOR_DONE = 2;

    private final int fd;
    private final int pages;
    private final boolean turnTaking;
    private final ByteBuffer memory =
            ByteBuffer.allocateDirect(Fifo.ATOMIC_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer doneMemory =
            ByteBuffer.allocateDirect(FrameDescriptor.DONE_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private int sequence;
    private int freePages;
    private long newestDone;
    private volatile boolean donePending;
    private volatile boolean gone;

    FrameWriter(int fd, int pages, boolean turnTaking) {
        this(fd, pages, turnTaking, 1);
    }

    /** For a FIFO whose next frame has that sequence. */
    FrameWriter(int fd, int pages, boolean turnTaking, int sequence) {
        this.fd = fd;
        this.sequence = sequence;
        this.pages = pages;
        this.freePages = pages;
        this.turnTaking = turnTaking;
    }

    int descriptor() {
        return fd;
    }

    ByteBuffer memory() {
        return memory;
    }

    /** Whether nobody reads any more. */
    boolean isGone() {
        return gone;
    }

    synchronized int claim() {
        return !gone && (freePages > 0 || lookForPages()) ? PAYLOAD_INDEX : Channel.BACK_PRESSURED;
    }

    private boolean lookForPages() {
        if (Fifo.unread(fd) == 0) {
            freePages = pages;
        } else {
            int state = Fifo.await(fd, false, -1, 0);
            gone = state == Fifo.GONE;
            freePages = state == Fifo.READY ? 1 : 0;
        }
        return freePages > 0;
    }

    synchronized void commit(int length, int flags) {
        if (length < 0 || length > FrameDescriptor.MAX_PAYLOAD_LENGTH) {
            throw new IllegalArgumentException("length=" + length + ", at most " + FrameDescriptor.MAX_PAYLOAD_LENGTH);
        }
        if (gone) {
            return;
        }
        memory.putLong(HEADER_INDEX, FrameDescriptor.header(sequence, length, flags));
        int from = HEADER_INDEX;
        if (donePending) {
            putDone(memory);
            from = 0;
        }
        int bytes = PAYLOAD_INDEX + length - from;
        int written = Fifo.write(fd, memory, from, bytes);
        if (written == bytes) {
            sequence = FrameDescriptor.nextSequence(sequence);
            donePending = false;
            freePages = turnTaking && (flags & Channel.MORE) == 0 ? pages : freePages - 1;
        } else {
            notWritten(written);
        }
    }

    private void notWritten(int result) {
        gone = true;
        donePending = false;
        if (result >= 0 || result == -Errno.EAGAIN) {
            throw new FifoFault("the peer's FIFO has no room where there was some");
        }
        if (result != -Errno.EPIPE) {
            throw new OsException("write", -result, "fd=" + fd);
        }
    }

    /** Says that all calls up to this one are done, now or as soon as there is room. */
    synchronized void publishDone(long callId) {
        newestDone = callId;
        donePending = !gone;
        flushDone();
    }

    /** Sends the Done that waits for room, if there is some now; whether none waits any more. */
    synchronized boolean flushDone() {
        if (!donePending) {
            return true;
        }
        if (freePages < PAGES_FOR_DONE) {
            lookForPages();
        }
        if (gone) {
            donePending = false;
            return true;
        }
        if (freePages < PAGES_FOR_DONE) {
            return false;
        }
        putDone(doneMemory);
        int written = Fifo.write(fd, doneMemory, 0, FrameDescriptor.DONE_LENGTH);
        if (written == -Errno.EAGAIN) { // on a turn-taking lane, whose peer has not yet read the message before
            return false;
        }
        if (written != FrameDescriptor.DONE_LENGTH) {
            notWritten(written);
            return true;
        }
        freePages--;
        donePending = false;
        return true;
    }

    private void putDone(ByteBuffer to) {
        to.putLong(0, FrameDescriptor.header(FrameDescriptor.DONE_SEQUENCE, FrameDescriptor.DONE_PAYLOAD_LENGTH, 0));
        to.putLong(FrameDescriptor.HEADER_LENGTH, newestDone);
    }
}
