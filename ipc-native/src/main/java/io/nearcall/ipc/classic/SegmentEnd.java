// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.segment.Words;
import io.nearcall.ipc.wait.SleepingWord;
import io.nearcall.ipc.wait.SpinBudget;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/** A stream in a shared memory segment, seen from one of its sides. */
final class SegmentEnd implements Carrier {

    /* Each side publishes how far it has come and looks how far the other side has come. The value that it saw last is
     * a lower bound, so the other side's line is fetched only when that bound does not suffice. A side that finds
     * nothing to do spins, yields and sleeps, as in shm, by the handshake of SleepingWord: D is the lower half of the
     * other side's progress, and S is our own sleeper. A writer that sleeps is woken when there is room for a piece.
     * Otherwise a slow reader of single bytes would wake it for each of them.
     *
     * A piece is a quarter of the ring at most, so the reader copies one while the writer copies the next. A piece does
     * not run over the end of the ring: it becomes two pieces then.
     *
     * The other side may write anything. A progress that is impossible leads to an exception, and every index is
     * computed here. */

    private static final int PIECES_IN_RING = 4;

    private final String name;
    private final boolean reader;
    private final SharedMemorySegment.Part part;
    private final ByteBuffer memory;
    private final int capacity;
    private final int pieceLength;
    private final int ownProgressIndex;
    private final int peerProgressIndex;
    private final long ownProgressAddress;
    private final long peerProgressAddress;
    private final SleepingWord ownSleeper;
    private final SleepingWord peerSleeper;
    private final BooleanSupplier look = this::look;
    private final SpinBudget budget = new SpinBudget();

    private long position;
    private int index;
    private long peerProgress;
    private PeerProcess peer;

    /**
     * @throws OsException EINVAL if the segment holds something other than a stream of this version; EBUSY if this side
     *     of the stream has been opened already
     */
    SegmentEnd(String name, SharedMemorySegment.Part part, boolean reader) {
        this.name = name;
        this.reader = reader;
        this.part = part;
        this.memory = part.memory();
        this.capacity = memory.capacity() - StreamDescriptor.RING_OFFSET;
        this.pieceLength = Math.max(1, capacity / PIECES_IN_RING);
        this.ownProgressIndex = StreamDescriptor.progressOffset(reader);
        this.peerProgressIndex = StreamDescriptor.progressOffset(!reader);
        this.ownProgressAddress = part.address() + ownProgressIndex;
        this.peerProgressAddress = part.address() + peerProgressIndex;
        this.ownSleeper = new SleepingWord(memory, StreamDescriptor.sleeperOffset(reader));
        this.peerSleeper = new SleepingWord(memory, StreamDescriptor.sleeperOffset(!reader));
        checkHeader();
        claimSide();
    }

    private void checkHeader() {
        if (capacity <= 0) {
            throw refused(Errno.EINVAL, "a stream needs more than " + StreamDescriptor.RING_OFFSET);
        }
        // Partner: the release store below. Whoever sees the magic sees the whole line.
        long magic = Words.getLongAcquire(memory, StreamDescriptor.MAGIC_OFFSET);
        boolean fresh = magic == 0;
        if (!fresh && magic != StreamDescriptor.MAGIC) {
            throw refused(Errno.EINVAL, "it does not contain a stream, magic=0x" + Long.toHexString(magic));
        }
        expect("version", StreamDescriptor.VERSION_OFFSET, StreamDescriptor.VERSION, fresh);
        expect("capacity", StreamDescriptor.CAPACITY_OFFSET, capacity, fresh);
        if (fresh) {
            memory.putInt(StreamDescriptor.VERSION_OFFSET, StreamDescriptor.VERSION);
            memory.putInt(StreamDescriptor.CAPACITY_OFFSET, capacity);
            Words.putLongRelease(memory, StreamDescriptor.MAGIC_OFFSET, StreamDescriptor.MAGIC);
        }
    }

    /** @param fresh whether the field may not have been written yet */
    private void expect(String field, int offset, int expected, boolean fresh) {
        int found = Words.getIntOpaque(memory, offset); // once: the other side may change it
        if (found != expected && !(fresh && found == 0)) {
            throw refused(Errno.EINVAL, "it holds a stream of " + field + "=" + found + ", not " + expected);
        }
    }

    private void claimSide() {
        int at = StreamDescriptor.processOffset(reader);
        if (!Words.compareAndSetLongVolatile(memory, at, PeerProcess.NOBODY, PeerProcess.currentToken())) {
            throw refused(
                    Errno.EBUSY,
                    "process " + new PeerProcess(Words.getLongAcquire(memory, at)).pid() + " has opened its "
                            + (reader ? "source" : "sink") + " already: a segment carries one stream, once");
        }
    }

    private OsException refused(int errno, String why) {
        return new OsException("shmat", errno, name + ": " + why);
    }

    @Override
    public int moveNow(ByteBuffer buffer) throws IOException {
        int wanted = Math.min(Math.min(buffer.remaining(), pieceLength), capacity - index);
        int movable = movable();
        if (movable < wanted) {
            look();
            movable = movable();
        }
        if (StreamDescriptor.isClosed(peerProgress) && (movable == 0 || !reader)) {
            return ended();
        }
        int length = Math.min(wanted, movable);
        if (length > 0) {
            move(buffer, length);
        }
        return length;
    }

    /** Returns how many bytes can be read, or how many there is room for. */
    private int movable() throws IOException {
        long ahead = StreamDescriptor.position(peerProgress) - position;
        long movable = reader ? ahead : capacity + ahead;
        if (movable < 0 || movable > capacity) {
            throw new IOException(name + ": the other side has written an impossible progress="
                    + StreamDescriptor.position(peerProgress) + ", position=" + position);
        }
        return (int) movable;
    }

    /** Looks how far the other side has come. Returns whether that is news. */
    private boolean look() {
        // Partner: the release store in publish. The bytes that it counts have been written, or read.
        long found = Words.getLongAcquire(memory, peerProgressIndex);
        boolean news = found != peerProgress;
        peerProgress = found;
        return news;
    }

    private int ended() throws IOException {
        if (reader) {
            return -1;
        }
        throw Carrier.failed(new OsException("write", Errno.EPIPE, name));
    }

    private void move(ByteBuffer buffer, int length) {
        int ring = StreamDescriptor.RING_OFFSET + index;
        int begin = buffer.position();
        if (reader) {
            buffer.put(begin, memory, ring, length);
        } else {
            memory.put(ring, buffer, begin, length);
        }
        buffer.position(begin + length);
        index = index + length == capacity ? 0 : index + length;
        position += length;
        publish();
    }

    private void publish() {
        // Partner: the acquire load in look.
        Words.putLongRelease(memory, ownProgressIndex, StreamDescriptor.progress(position, false));
        boolean worthIt = !reader || capacity + position - StreamDescriptor.position(peerProgress) >= pieceLength;
        if (worthIt && peerSleeper.stateAfterPublishing() != SleepingWord.AWAKE) {
            SleepingWord.wake(ownProgressAddress);
        }
    }

    @Override
    public PeerProcess await(int slice) {
        if (slice == 0 && (budget.spinUntil(look) || budget.yieldUntil(look))) {
            return null;
        }
        long startNs = System.nanoTime();
        ownSleeper.announceSleep();
        try {
            int seen = (int) peerProgress;
            if (look() || !SleepingWord.sleep(peerProgressAddress, seen, SLICE_NS)) {
                return null;
            }
        } finally {
            ownSleeper.retract();
            budget.slept(System.nanoTime() - startNs);
        }
        return deadPeer();
    }

    @Override
    public PeerProcess deadPeer() {
        if (peer == null) {
            long token = Words.getLongAcquire(memory, StreamDescriptor.processOffset(!reader));
            if (token == PeerProcess.NOBODY) {
                return null;
            }
            peer = new PeerProcess(token);
        }
        return peer.isDead() ? peer : null;
    }

    @Override
    public void wake() {
        SleepingWord.wake(peerProgressAddress); // no write: whoever sleeps there looks, and finds itself closed
    }

    @Override
    public void end() {
        Words.putLongRelease(memory, ownProgressIndex, StreamDescriptor.progress(position, true));
        SleepingWord.wake(ownProgressAddress);
        if (peer != null) {
            peer.close();
        }
        part.end().clean();
    }

    @Override
    public String toString() {
        return name;
    }
}
