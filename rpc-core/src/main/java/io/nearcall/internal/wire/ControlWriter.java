// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.List;

/**
 * Puts messages and descriptors into a socket, in the order in which they come. What the socket does not take waits
 * here, up to a bound. Nothing blocks. Not thread-safe.
 */
final class ControlWriter {

    /* Nothing is sent while something waits, except by flush(), which begins with the oldest. If the message of a
     * descriptor waits, the descriptor is duplicated, because its owner may close the original, and its number may be
     * reused.
     *
     * A peer that does not read can cause any number of messages. So the queue is bounded. */

    /** The most messages that wait for a peer that does not read, besides those that the socket holds. */
    static final int WAITING_MAX = 1024;

    /** The most bytes of these messages. */
    static final int WAITING_BYTES_MAX = 64 * 1024;

    private static final Host HOST = Host.current();
    private static final int BROKEN = -1;

    /** What is left of a sending, and the descriptor that goes with its first byte, or -1. */
    private record Waiting(byte[] bytes, int descriptor) {}

    private final int fd;
    private final ArrayDeque<Waiting> queue = new ArrayDeque<>(1);
    private int waitingBytes;

    /** Made when it is needed. */
    private ByteBuffer outgoing;

    ControlWriter(int fd) {
        this.fd = fd;
    }

    /** Whether {@link #flush} has something to do as soon as the socket can be written. */
    boolean isWaiting() {
        return !queue.isEmpty();
    }

    /**
     * Sends messages, or has them wait. Together they are no longer than the longest message.
     *
     * @param descriptor travels with the first one and remains the caller's; or -1
     * @return false if the peer has closed, or has left too much unread: then the socket is shut down
     * @throws OsException if the system lacks something; nothing was sent, and nothing waits
     */
    boolean send(List<? extends ControlMessage> messages, int descriptor) {
        if (outgoing == null) {
            outgoing = ByteBuffer.allocateDirect(ControlFormat.LENGTH_BYTES + ControlFormat.MAX_LENGTH)
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
        outgoing.clear();
        for (ControlMessage message : messages) {
            ControlEncoder.encode(message, outgoing);
        }
        int sent = isWaiting() ? 0 : sendNow(descriptor);
        return sent == outgoing.position() || sent != BROKEN && keep(sent, sent == 0 ? descriptor : -1);
    }

    /**
     * Sends what waits, as far as the socket takes it.
     *
     * @return as {@link #send}
     * @throws OsException if the system lacks something; what has not been sent still waits
     */
    boolean flush() {
        while (isWaiting()) {
            Waiting first = queue.peek();
            outgoing.clear().put(first.bytes);
            int sent = sendNow(first.descriptor);
            if (sent == BROKEN) {
                return false;
            }
            if (sent == 0) {
                break;
            }
            queue.remove();
            close(first);
            waitingBytes -= first.bytes.length;
            if (sent < first.bytes.length) {
                queue.addFirst(waiting(sent, -1));
                break;
            }
        }
        return true;
    }

    /** How much of {@link #outgoing} the socket has taken, or {@link #BROKEN}. */
    private int sendNow(int descriptor) {
        int length = outgoing.position();
        int sent = 0;
        while (sent < length) {
            int result = HOST.send(fd, outgoing, sent, length - sent, sent == 0 ? descriptor : -1);
            if (result > 0) {
                sent += result;
            } else if (result == -Errno.EAGAIN) {
                break;
            } else if (result == -Errno.EPIPE || result == -Errno.ECONNRESET || result == -Errno.ENOTCONN) {
                return broken();
            } else if (result != -Errno.EINTR) {
                if (sent > 0) {
                    return broken();
                }
                throw new OsException("sendmsg", -result, "control socket");
            }
        }
        return sent;
    }

    private int broken() {
        discard();
        HOST.shutdown(fd);
        return BROKEN;
    }

    private boolean keep(int from, int descriptor) {
        if (queue.size() == WAITING_MAX || waitingBytes + outgoing.position() - from > WAITING_BYTES_MAX) {
            broken();
            return false;
        }
        queue.add(waiting(from, descriptor < 0 ? -1 : Descriptors.duplicate(descriptor)));
        return true;
    }

    /** What {@link #outgoing} holds from {@code from} on. */
    private Waiting waiting(int from, int descriptor) {
        byte[] bytes = new byte[outgoing.position() - from];
        outgoing.get(from, bytes);
        waitingBytes += bytes.length;
        return new Waiting(bytes, descriptor);
    }

    private static void close(Waiting waiting) {
        if (waiting.descriptor >= 0) {
            HOST.close(waiting.descriptor);
        }
    }

    /** Forgets what waits. */
    void discard() {
        queue.forEach(ControlWriter::close);
        queue.clear();
        waitingBytes = 0;
    }
}
