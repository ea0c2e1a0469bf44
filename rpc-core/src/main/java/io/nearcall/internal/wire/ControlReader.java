// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.UnixSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntConsumer;

/**
 * Puts messages together from the bytes and descriptors that a socket gives, however they are cut. Not thread-safe.
 */
final class ControlReader {

    /*
     * The kernel keeps descriptors beside the bytes they were sent with. A read never goes beyond the bytes of one
     * sending that has descriptors, and returns them with the first of those bytes. So descriptors come in the order of
     * their messages, and a descriptor that has come belongs to a message that has begun. When all whole messages in
     * the buffer have been taken, at most one descriptor may be left, and only if a message has begun that may carry
     * one.
     *
     * All room for descriptors is there before they come. A descriptor that is in no array when memory runs out stays
     * open for ever.
     */

    private static final Host HOST = Host.current();
    private static final int CAPACITY = 2 * (ControlFormat.LENGTH_BYTES + ControlFormat.MAX_LENGTH);

    /** Made when the first bytes are there: a silent peer costs no memory. */
    private ByteBuffer buffer;

    /** The descriptors that the host has handed out. Those of bytes that it has not handed out are behind a -1. */
    private int[] received;

    /** The descriptors that no message has taken, the oldest first. */
    private int[] untaken;

    private int untakenCount;
    private int readIndex;
    private int writeIndex;

    /**
     * Reads what the socket has, as far as there is room.
     *
     * @param mostBytes the most bytes to read
     * @return how many bytes came; 0 if there is nothing now; -1 at the end of the stream
     * @throws OsException if the socket fails, or this process has no descriptor left for one that was sent
     */
    int fill(int fd, int mostBytes) {
        if (buffer == null) {
            buffer = ByteBuffer.allocateDirect(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
        }
        if (received == null) {
            untaken = new int[1 + UnixSocket.DESCRIPTORS_MAX]; // one may be left when more come
            received = new int[1 + UnixSocket.DESCRIPTORS_MAX];
        }
        compact();
        int count = HOST.receive(fd, buffer, writeIndex, Math.min(mostBytes, buffer.capacity() - writeIndex), received);
        if (count > 0) {
            writeIndex += count;
            for (int i = 0; i < received.length && received[i] >= 0; i++) {
                untaken[untakenCount++] = received[i];
            }
            return count;
        }
        if (count == -Errno.EAGAIN || count == -Errno.EINTR) {
            return 0;
        }
        if (count == 0 || count == -Errno.ECONNRESET || count == -Errno.EPIPE || count == -Errno.ENOTCONN) {
            return -1;
        }
        throw new OsException("recvmsg", -count, "control socket");
    }

    /** Frees the space of what was taken. Afterwards there is always room: the rest is less than one message. */
    private void compact() {
        if (readIndex > 0) {
            buffer.limit(writeIndex).position(readIndex);
            buffer.compact();
            buffer.clear();
            writeIndex -= readIndex;
            readIndex = 0;
        }
    }

    /**
     * Takes the next message that is there as a whole, and the descriptor that came with it, which then belongs to the
     * caller.
     *
     * @return null if more bytes are needed
     * @throws ProtocolBreach if there is something other than a message
     */
    Received next() {
        int available = writeIndex - readIndex;
        int length = available < ControlFormat.LENGTH_BYTES ? 0 : buffer.getInt(readIndex);
        if (available >= ControlFormat.LENGTH_BYTES && (length < 1 || length > ControlFormat.MAX_LENGTH)) {
            throw new ProtocolBreach("a control message of length " + Integer.toUnsignedString(length)
                    + ", allowed are 1 to " + ControlFormat.MAX_LENGTH);
        }
        if (available < ControlFormat.LENGTH_BYTES + Math.max(length, 1)) {
            requirePossible(available);
            return null;
        }
        int start = readIndex + ControlFormat.LENGTH_BYTES;
        buffer.limit(start + length).position(start);
        try {
            ControlMessage message = ControlDecoder.decode(buffer);
            readIndex = start + length;
            return new Received(message, message.carriesDescriptor() ? takeDescriptor() : -1);
        } finally {
            buffer.clear();
        }
    }

    private int takeDescriptor() {
        if (untakenCount == 0) {
            throw new ProtocolBreach("a message about memory without the descriptor");
        }
        int fd = untaken[0];
        System.arraycopy(untaken, 1, untaken, 0, --untakenCount);
        return fd;
    }

    private void requirePossible(int pendingBytes) {
        int possible = 0;
        if (pendingBytes > ControlFormat.LENGTH_BYTES) {
            byte type = buffer.get(readIndex + ControlFormat.LENGTH_BYTES);
            possible = type == ControlFormat.LANES || type == ControlFormat.LANES_READY ? 1 : 0;
        } else if (pendingBytes > 0) {
            possible = 1;
        }
        if (untakenCount > possible) {
            throw new ProtocolBreach("a descriptor with a message that carries none");
        }
    }

    /**
     * Whether nothing is left in a socket that has been shut down, and from which no message will be taken any more.
     * Does not look behind descriptors that no message has taken: there may be more.
     */
    boolean isAtEnd(int fd) {
        if (untakenCount > 0 || hasSeenMore()) {
            return false;
        }
        readIndex = 0;
        writeIndex = 0;
        try {
            if (buffer == null) {
                buffer = ByteBuffer.allocateDirect(1);
            }
            return fill(fd, Integer.MAX_VALUE) < 0;
        } catch (OsException | OutOfMemoryError e) {
            return false;
        }
    }

    private boolean hasSeenMore() {
        return received != null && received[0] < 0 && received[1] >= 0;
    }

    /** Gives away the descriptors that no message has taken. Nothing is read afterwards. */
    void discard(IntConsumer disposal) {
        while (untakenCount > 0) {
            disposal.accept(untaken[--untakenCount]);
        }
        for (int i = 1; hasSeenMore() && i < received.length && received[i] >= 0; i++) {
            disposal.accept(received[i]);
        }
    }
}
