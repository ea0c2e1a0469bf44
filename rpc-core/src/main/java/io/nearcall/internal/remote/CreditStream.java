// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.remote;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.stream.FrameDescriptor;
import io.nearcall.ipc.stream.LaneSink;
import io.nearcall.ipc.stream.LaneSource;
import java.nio.ByteBuffer;

/** The stream of one lane in both directions. Neither direction buffers more than its reader has given credit for. */
abstract class CreditStream implements LaneSource, LaneSink {

    /* Three threads use a stream: the session's thread, which brings bytes and credit, the reading thread, and the
     * writing thread. Positions only grow. Each has one writer, except granted, which is written under the lock: if the
     * session was not ready for a credit, the session's thread gives it later. A store of written publishes the bytes
     * before it; its partner is the load in read(). The peer cannot overwrite unread bytes, because granted is at most
     * CREDIT_BYTES ahead of read. */

    private static final int CAPACITY = RecordFormat.CREDIT_BYTES;

    /**
     * A smaller credit is not worth a record. The credit that the peer still has is enough for two of the longest
     * writes.
     */
    private static final int LEAST_CREDIT = CAPACITY / 2;

    final RemoteLink link;
    private final int lane;
    private byte[] ring; // made when the first bytes arrive
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

    /** Called on the session's thread when bytes have arrived. */
    abstract void arrived();

    /** Called on any thread when there may be more room. */
    abstract void roomChanged();

    /**
     * Takes bytes of the peer. Called on the session's thread.
     *
     * @throws PeerFault if the peer has sent more than it had credit for
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

    /** Returns whether there are bytes to read. */
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

    /**
     * Gives the peer credit for the bytes that were read, unless they are few or the session is not ready. Any thread.
     */
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
     * Takes credit that the peer gives. Called on the session's thread.
     *
     * @throws PeerFault if the credit is more than the peer could have read
     */
    final void credited(int bytes) {
        if (bytes <= 0 || allowed + bytes - sent > CAPACITY) {
            throw new PeerFault("the peer gave credit of " + bytes + " bytes on lane " + lane + ", which has "
                    + (allowed - sent) + " of " + CAPACITY);
        }
        allowed += bytes;
        roomChanged();
    }

    /** Called on the session's thread when the session is ready for more. */
    final void sessionReady() {
        giveCredit();
        roomChanged();
    }

    /** Returns whether there is credit for so many bytes. */
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
        return true; // the session keeps the bytes that it cannot send now
    }

    @Override
    public final boolean isGone() {
        return gone;
    }

    /** Called on any thread when the session has ended. */
    void sessionEnded() {
        gone = true;
    }
}
