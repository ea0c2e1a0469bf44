// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.fifo;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.stream.LaneSink;
import java.nio.ByteBuffer;

/** The writing end of a FIFO. */
final class FifoSink implements LaneSink {

    /* Room. A pipe has a number of pages. A write of up to a page's bytes takes one page at most, and is done as a
     * whole if one is free. freePages is a lower bound of the free pages, because nobody but this side fills them. It
     * goes down by one with each write, and is looked up only when it is used up: all pages are free if no byte is
     * unread, and at least one is free if poll says so. Where the sides take turns, all pages are known to be free when
     * a message begins, because the peer has read the message before.
     *
     * Death. When the reader has gone a write fails with EPIPE. */

    private final int fd;
    private final int pages;
    private final boolean turnTaking;
    private int freePages;
    private volatile boolean gone;

    FifoSink(int fd, int pages, boolean turnTaking) {
        this.fd = fd;
        this.pages = pages;
        this.freePages = pages;
        this.turnTaking = turnTaking;
    }

    int descriptor() {
        return fd;
    }

    @Override
    public boolean isGone() {
        return gone;
    }

    @Override
    public boolean hasRoom() {
        return hasPages(1);
    }

    @Override
    public boolean hasRoomForDone() {
        return hasPages(2);
    }

    private boolean hasPages(int count) {
        if (freePages < count) {
            lookForPages();
        }
        return !gone && freePages >= count;
    }

    private void lookForPages() {
        if (Fifo.unread(fd) == 0) {
            freePages = pages;
        } else {
            int state = Fifo.await(fd, false, -1, 0);
            gone = state == Fifo.GONE;
            freePages = state == Fifo.READY ? 1 : 0;
        }
    }

    @Override
    public boolean write(ByteBuffer source, int offset, int length, boolean endsMessage) {
        int written = Fifo.write(fd, source, offset, length);
        if (written == length) {
            freePages = turnTaking && endsMessage ? pages : freePages - 1;
            return true;
        }
        if (written == -Errno.EAGAIN) {
            return false;
        }
        gone = true;
        if (written >= 0) {
            throw new PeerFault("the peer's FIFO accepts writes only in part");
        }
        if (written != -Errno.EPIPE) {
            throw new OsException("write", -written, "fd=" + fd);
        }
        return false;
    }

    @Override
    public boolean flush() {
        return true;
    }
}
