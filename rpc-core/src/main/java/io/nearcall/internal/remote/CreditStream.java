// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.remote;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.stream.FrameDescriptor;
import io.nearcall.ipc.stream.LaneSink;
import io.nearcall.ipc.stream.LaneSource;
import java.nio.ByteBuffer;

/** The stream of one lane in both directions, neither of which buffers more than its reader has given credit for. */
abstract class CreditStream implements LaneSource, LaneSink {

    /* Three threads: the session's, which brings bytes and credit; the one that reads; the one that writes. Positions are
     * ever-growing. Each has one writer, except granted, which is written under the lock: credit that the session was not
     * ready for is given by the session's thread. A store of written publishes the bytes before it; its partner is the load in
     * read(). The peer cannot overwrite what is unread, because granted is at most CREDIT_BYTES ahead of read. */

    private static final int CAPACITY = RecordFormat.CREDIT_BYTES;

    /** Less is not worth a record. What the peer still has is enough for two of the longest writes. */
    private static final int LEAST_CREDIT = CAPACITY / 2;

    private final RemoteLink link;
    private final int lane;
    private byte[] ring; // made when the first bytes come
    private volatile long written;
    private volatile long read;
    private volatile long granted = CAPACITY;
    private volatile long allowed = CAPACITY;
    private volatile long sent;
    private volatile boolean gone;

    CreditStream(RemoteLink link, int lane) {
        this.link = link;
        this.lane = lane;
    }

    /** Bytes have come. On the session's thread. */
    abstract void arrived();

    /** There may be room that there was not. Any thread. */
    abstract void roomChanged();

    /**
     * Takes bytes of the peer. On the session's thread.
     *
     * @throws PeerFault if they are more than it had credit for
     */
    final void received(byte[] message, int offset, int length) {
        long end = written + length;
        if (end - granted > 0) {
            throw new PeerFault("the peer sent " + (end - granted) + " bytes too many on lane " + lane);
        }
        if (ring == null) {
            ring = new byte[CAPACITY];
        }
        int index = (int) written & CAPACITY - 1;
        int first = Math.min(length, CAPACITY - index);
        System.arraycopy(message, offset, ring, index, first);
        System.arraycopy(message, offset + first, ring, 0, length - first);
        written = end;
        arrived();
    }

    /** Whether there is something to read. */
    final boolean isReadable() {
        return written != read;
    }

    @Override
    public final int read(ByteBuffer destination, int offset, int length) {
        int count = (int) Math.min(written - read, length);
        if (count <= 0) {
            return 0;
        }
        int index = (int) read & CAPACITY - 1;
        int first = Math.min(count, CAPACITY - index);
        destination.put(offset, ring, index, first);
        destination.put(offset + first, ring, 0, count - first);
        read += count;
        giveCredit();
        return count;
    }

    /** Gives the peer credit for what was read, unless that is little, or the session is not ready. Any thread. */
    final void giveCredit() {
        if (creditDue() >= LEAST_CREDIT && link.isReady()) {
            giveCreditNow();
        }
    }

    private synchronized void giveCreditNow() {
        int due = creditDue();
        if (due >= LEAST_CREDIT) {
            granted += due; // first: the peer may use it as soon as it is sent
            link.send(RecordFormat.credit(lane, due));
        }
    }

    private int creditDue() {
        return (int) (read + CAPACITY - granted);
    }

    /**
     * The peer takes more. On the session's thread.
     *
     * @throws PeerFault if that is more than it could have read
     */
    final void credited(int bytes) {
        if (bytes <= 0 || allowed + bytes - sent > CAPACITY) {
            throw new PeerFault("the peer gave credit of " + bytes + " bytes on lane " + lane + ", which has "
                    + (allowed - sent) + " of " + CAPACITY);
        }
        allowed += bytes;
        roomChanged();
    }

    /** The session is ready for more. On its thread. */
    final void sessionReady() {
        giveCredit();
        roomChanged();
    }

    /** Whether there is credit for so many bytes. */
    final boolean hasCredit(int bytes) {
        return !gone && allowed - sent >= bytes;
    }

    @Override
    public boolean hasRoom() {
        return hasCredit(RecordFormat.MAX_PAYLOAD_LENGTH) && link.isReady();
    }

    @Override
    public final boolean hasRoomForDone() {
        return hasCredit(RecordFormat.MAX_PAYLOAD_LENGTH + FrameDescriptor.DONE_LENGTH) && link.isReady();
    }

    @Override
    public final boolean write(ByteBuffer source, int offset, int length, boolean endsMessage) {
        if (!hasCredit(length)) {
            return false;
        }
        byte[] record = RecordFormat.record(lane, RecordFormat.DATA, length);
        source.get(offset, record, RecordFormat.HEADER_LENGTH, length);
        sent += length;
        link.send(record);
        return true;
    }

    @Override
    public final boolean flush() {
        return true; // what the session cannot send now, it keeps
    }

    @Override
    public final boolean isGone() {
        return gone;
    }

    /** The session has ended. Any thread. */
    void sessionEnded() {
        gone = true;
    }
}
