// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.remote;

import io.nearcall.internal.monitor.Monitor;
import io.nearcall.internal.monitor.Watches;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Errno;
import java.nio.ByteBuffer;

/**
 * The lane of the control messages, which continues in a socket of this process. The connection has the other end of
 * the socket, and cannot tell it from a peer's socket.
 */
final class ControlPump extends CreditStream implements Monitor.Handler {

    /* The descriptor is used and closed under the lock. Bytes that the socket does not take are kept until it is
     * writable; credit bounds them. While the peer gives no credit, nothing is read from the socket, and the
     * connection's own bound for unsent messages ends the connection. */

    private static final Host HOST = Host.current();

    private final Monitor monitor;
    private final int fd;
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(RecordFormat.MAX_PAYLOAD_LENGTH);
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(RecordFormat.MAX_PAYLOAD_LENGTH);
    private final int[] noDescriptors = new int[1];
    private Watches.Registration watch;
    private int keptFrom;
    private int keptTo;
    private boolean awaitsRoom; // of the socket
    private volatile boolean paused; // no credit, or the session is not ready
    private volatile int unready; // bytes since the session was ready
    private boolean closed;

    /** @param fd a descriptor, which the pump owns */
    ControlPump(RemoteLink link, Monitor monitor, int fd) {
        super(link, RecordFormat.CONTROL_LANE);
        this.monitor = monitor;
        this.fd = fd;
    }

    synchronized void start() {
        if (!closed) {
            watch = monitor.register(fd, this);
        }
    }

    /** Control messages are few. They wait for a busy session only if they exceed the credit of a lane. */
    @Override
    public boolean hasRoom() {
        return hasCredit(RecordFormat.MAX_PAYLOAD_LENGTH) && (unready < RecordFormat.CREDIT_BYTES || link.isReady());
    }

    @Override
    void arrived() {
        deliver();
    }

    private synchronized void deliver() {
        while (!closed) {
            if (keptFrom == keptTo) {
                keptFrom = 0;
                keptTo = read(incoming, 0, incoming.capacity());
                if (keptTo == 0) {
                    watchRoom(false);
                    return;
                }
            }
            int count = HOST.send(fd, incoming, keptFrom, keptTo - keptFrom, Host.NO_DESCRIPTOR);
            if (count < 0) { // full, or the connection has ended: the other direction finds that
                watchRoom(count == -Errno.EAGAIN);
                return;
            }
            keptFrom += count;
        }
    }

    private void watchRoom(boolean wanted) {
        if (awaitsRoom != wanted && watch != null) {
            awaitsRoom = wanted;
            watch.watchWritable(wanted);
        }
    }

    @Override
    public void writable() {
        deliver();
    }

    @Override
    public void readable() {
        if (!forward()) {
            link.closedHere();
        }
    }

    /** Returns whether more bytes may follow. */
    private synchronized boolean forward() {
        if (closed || pauses()) {
            return true;
        }
        int count = HOST.receive(fd, outgoing, 0, outgoing.capacity(), noDescriptors);
        if (count > 0) {
            unready = link.isReady() ? 0 : unready + count;
            write(outgoing, 0, count, false);
        }
        return count > 0 || count == -Errno.EAGAIN || count == -Errno.EINTR;
    }

    private boolean pauses() {
        if (hasRoom()) {
            return false;
        }
        paused = true; // partner: roomChanged(), which first has more room
        if (hasRoom()) {
            paused = false;
            return false;
        }
        watch.pause();
        return true;
    }

    @Override
    void roomChanged() {
        if (paused) {
            monitor.execute(this::resume);
        }
    }

    private synchronized void resume() {
        if (paused && !closed && hasRoom()) {
            paused = false;
            watch.resume();
        }
    }

    @Override
    public void hangup() {
        sendRest();
        link.closedHere();
    }

    /** Sends the bytes that the connection wrote before it closed its end. */
    private synchronized void sendRest() {
        int count = 1;
        while (!closed && count > 0 && hasRoom()) {
            count = HOST.receive(fd, outgoing, 0, outgoing.capacity(), noDescriptors);
            if (count > 0) {
                write(outgoing, 0, count, false);
            }
        }
    }

    @Override
    public void failed(Throwable cause) {
        link.breakOff(cause.toString());
    }

    @Override
    public String toString() {
        return "the control messages of a session with " + link.place();
    }

    @Override
    void sessionEnded() {
        super.sessionEnded();
        deliver(); // a goodbye may have come just before
        synchronized (this) {
            if (!closed) {
                closed = true;
                if (watch != null) {
                    watch.close();
                }
                HOST.close(fd);
            }
        }
    }
}
