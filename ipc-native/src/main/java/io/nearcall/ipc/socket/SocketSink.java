// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.socket;

import io.nearcall.ipc.stream.FrameDescriptor;
import io.nearcall.ipc.stream.LaneSink;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;

/** The writing end of a socket. */
final class SocketSink implements LaneSink {

    /* Room. Linux calls a Unix socket writable when three quarters of its buffer are empty, and a TCP socket when one
     * third is empty. So a writable socket has room for a quarter of its buffer. room is a lower bound of the bytes
     * that will be taken, because nobody but this side fills the buffer. Each write reduces it by its cost, and it is
     * looked up only when it is used up. Where the sides take turns, the buffer is known to be empty when a message
     * begins, because the peer has read the message before.
     *
     * If a socket nevertheless takes only a part of a write, the rest is kept, and until the rest is gone there is no
     * room. Behind a Done that was cut, a frame may come for which a claim has found room before. Both can be kept. */

    /** The most that the system's own records of a write take of the buffer: so many bytes and a share of the write. */
    private static final int OVERHEAD = 1024;

    private static final int OVERHEAD_SHARE = 8;

    private final SocketChannel socket;
    private final BooleanSupplier proven;
    private final BooleanSupplier writable;
    private final int writeLength;
    private final boolean turnTaking;
    private final int roomWhenWritable;
    private int room;
    private ByteBuffer kept; // from 0 to its position; made when it is first needed
    private ByteBuffer last;
    private ByteBuffer view;
    private volatile boolean gone;

    /**
     * @param bufferLength of the socket, in bytes, as it was asked for
     * @param proven whether anything may be sent to the other side
     * @param writable whether the system calls the socket writable
     * @param writeLength the length of the longest write
     */
    SocketSink(
            SocketChannel socket,
            int bufferLength,
            BooleanSupplier proven,
            BooleanSupplier writable,
            int writeLength,
            boolean turnTaking) {
        this.socket = socket;
        this.proven = proven;
        this.writable = writable;
        this.writeLength = writeLength;
        this.turnTaking = turnTaking;
        this.roomWhenWritable = Math.max(bufferLength / 2, 2 * cost(writeLength)); // Linux makes it twice as long
        this.room = roomWhenWritable;
    }

    private static int cost(int length) {
        return length + length / OVERHEAD_SHARE + OVERHEAD;
    }

    @Override
    public boolean hasRoom() {
        return hasRoom(cost(writeLength));
    }

    @Override
    public boolean hasRoomForDone() {
        return hasRoom(cost(writeLength) + cost(FrameDescriptor.DONE_LENGTH));
    }

    private boolean hasRoom(int needed) {
        if (!proven.getAsBoolean() || gone || !flush()) {
            return false;
        }
        if (room < needed && writable.getAsBoolean()) {
            room = roomWhenWritable;
        }
        return room >= needed && !gone;
    }

    @Override
    public boolean write(ByteBuffer source, int offset, int length, boolean endsMessage) {
        if (last != source) {
            last = source;
            view = source.duplicate();
        }
        view.limit(offset + length).position(offset);
        if (isEmpty()) {
            send(view);
        }
        if (view.hasRemaining() && !gone) {
            kept = kept == null ? ByteBuffer.allocateDirect(2 * writeLength) : kept;
            kept.put(view);
        }
        room = turnTaking && endsMessage ? roomWhenWritable : room - cost(length);
        return !gone;
    }

    @Override
    public boolean flush() {
        if (isEmpty() || gone) {
            return true;
        }
        kept.flip();
        send(kept);
        kept.compact();
        return isEmpty() || gone;
    }

    private boolean isEmpty() {
        return kept == null || kept.position() == 0;
    }

    private void send(ByteBuffer bytes) {
        try {
            socket.write(bytes);
        } catch (IOException e) { // closed by the other side, or reset
            gone = true;
        }
    }

    @Override
    public boolean isGone() {
        return gone;
    }
}
