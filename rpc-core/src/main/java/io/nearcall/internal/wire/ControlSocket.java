// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import io.nearcall.CallInterruptedException;
import io.nearcall.Outcome;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.OsException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

/**
 * One side of a control socket. Any thread sends and closes; one thread at a time receives. Owns the descriptor.
 */
public final class ControlSocket implements AutoCloseable {

    /*
     * As soon as a descriptor is closed, somebody else may get its number. So whoever uses the descriptor is counted.
     * The last user to leave closes it, and forgets what waits. close() itself need not wait for anybody.
     *
     * Nobody waits for a peer that does not read, because the thread that serves all peers also sends. What the socket
     * does not take waits in the writer. A listener is told, and its owner flushes the writer. One lock guards all of
     * that, and nothing blocks under it.
     */

    /** Takes the messages of {@link #drain}. The sink must close each descriptor. */
    @FunctionalInterface
    public interface Sink {
        void accept(ControlMessage message, int descriptor);
    }

    /** Is told that messages have begun to wait, or that none waits any more. Must not block. */
    @FunctionalInterface
    public interface Waiting {
        void changed(boolean waiting);
    }

    private static final Host HOST = Host.current();
    private static final int LEAST_READ_BYTES = 512;
    private static final long INTERRUPT_SLICE_NS = 20_000_000;

    private final int fd;
    private final IntConsumer disposal;
    private final ControlReader reader = new ControlReader();
    private final ReentrantLock sending = new ReentrantLock();
    /** Guarded by {@link #sending}, as is what follows; or used by the last one to leave. */
    private final ControlWriter writer;

    private Waiting told;
    private volatile boolean waiting; // for awaitSent

    private final AtomicBoolean open = new AtomicBoolean(true);
    private final AtomicInteger users = new AtomicInteger(1);

    /** The last user of the closed socket may have to wait for what the peer has passed. */
    public ControlSocket(int fd) {
        this(fd, HOST::close);
    }

    /**
     * @param disposal closes descriptors that nobody wants, and the socket if some may be in it. Then none of that
     *     waits here
     */
    public ControlSocket(int fd, IntConsumer disposal) {
        this.fd = fd;
        this.disposal = disposal;
        this.writer = new ControlWriter(fd);
    }

    /** For a poller and for credentials; must not be closed. */
    public int descriptor() {
        return fd;
    }

    public boolean isOpen() {
        return open.get();
    }

    /**
     * Sends a message, or has it wait until the peer has read others. Does not block.
     *
     * @param descriptor travels along and remains the caller's; -1 for messages that carry none
     * @return false if the connection is closed, or if the peer has closed it or has left more unread than may wait.
     *     Then the socket is shut down, which the receiving side sees as the end of the stream
     * @throws OsException if the system lacks something; nothing was sent, and the connection still works
     */
    public boolean send(ControlMessage message, int descriptor) {
        return sendAll(List.of(message), descriptor);
    }

    private boolean sendAll(List<? extends ControlMessage> messages, int descriptor) {
        for (ControlMessage message : messages) {
            if (message.carriesDescriptor() != (descriptor >= 0)) {
                throw new IllegalArgumentException("descriptor=" + descriptor + " with " + message);
            }
        }
        sending.lock();
        try {
            if (!enter()) {
                return false;
            }
            try {
                boolean sent = writer.send(messages, descriptor);
                tellOfWaiting();
                return sent;
            } finally {
                leave();
            }
        } finally {
            sending.unlock();
        }
    }

    /** As {@link #send(ControlMessage, int)}, for messages that carry no descriptor. */
    public boolean send(ControlMessage message) {
        return send(message, -1);
    }

    /**
     * Sends a message that may get lost, or may be offered again later. Does not send it while another message is being
     * sent, or if the peer has left much unread: the room that is left is better kept for messages that must not get
     * lost. Does not block.
     *
     * @return whether it has been sent; otherwise nothing of it was, or the connection is closed
     * @throws OsException if the system lacks something; nothing was sent, and the connection still works
     */
    public boolean offer(ControlMessage message) {
        return offer(List.of(message));
    }

    /**
     * As above, for several messages that carry no descriptor, at once: either all are sent, or none. Together they are
     * no longer than the longest message.
     */
    public boolean offer(List<? extends ControlMessage> messages) {
        if (!sending.tryLock()) {
            return false;
        }
        try {
            if (enter()) {
                try {
                    // The kernel calls a socket writable while at most a quarter of what may wait in it waits there.
                    return !waiting && HOST.await(fd, false, 0) && sendAll(messages, -1);
                } finally {
                    leave();
                }
            }
            return false;
        } finally {
            sending.unlock();
        }
    }

    /**
     * Sends what waits, as far as the socket takes it. Does not block.
     *
     * @throws OsException if the system lacks something; the rest still waits
     */
    public void flush() {
        if (enter()) {
            try {
                flushOpen();
            } finally {
                leave();
            }
        }
    }

    private boolean flushOpen() {
        sending.lock();
        try {
            boolean sent = writer.flush();
            tellOfWaiting();
            return sent;
        } finally {
            sending.unlock();
        }
    }

    /**
     * Waits until the socket has taken everything. For threads on which nobody else depends.
     *
     * @return false if the time was over, or the connection is closed or broken
     * @throws OsException if the system lacks something
     */
    public boolean awaitSent(long timeoutNs) {
        if (!enter()) {
            return false;
        }
        try {
            long startNs = System.nanoTime();
            while (flushOpen()) {
                if (!waiting) {
                    return true;
                }
                long leftNs = timeoutNs - (System.nanoTime() - startNs);
                if (leftNs <= 0 || !open.get()) {
                    return false;
                }
                HOST.await(fd, false, leftNs);
            }
            return false;
        } finally {
            leave();
        }
    }

    /**
     * Registers a listener. It is called with true when messages begin to wait for room in the socket, and with false
     * when none waits any more. If some wait already, it is called at once. Its owner calls {@link #flush} when there
     * is room. One thread at a time calls it, any that sends or flushes.
     */
    public void onWaiting(Waiting told) {
        sending.lock();
        try {
            this.told = told;
            if (waiting) {
                told.changed(true);
            }
        } finally {
            sending.unlock();
        }
    }

    /** Guarded by {@link #sending}. */
    private void tellOfWaiting() {
        if (waiting != writer.isWaiting()) {
            waiting = !waiting;
            if (told != null) {
                told.changed(waiting);
            }
        }
    }

    /**
     * Hands over the messages that are there, without blocking. Messages that arrived together with one that
     * {@link #receive} gave are here, not in the socket. So whoever changes from that method to this one drains once
     * without being told.
     *
     * @param mostBytes when to stop, where a read counts as 512 bytes at least; the socket may be readable then
     * @return false at the end of the stream, or when the socket was closed by this side
     * @throws ProtocolBreach if the peer sent something other than messages; then the socket must be closed
     * @throws OsException if the socket fails, or this process had no descriptor left for one that was sent, whose
     *     message is lost with it; then the socket must be closed
     */
    public boolean drain(Sink sink, int mostBytes) {
        if (!enter()) {
            return false;
        }
        try {
            for (int bytes = 0; ; ) {
                Received received;
                while ((received = reader.next()) != null) {
                    sink.accept(received.message(), received.descriptor());
                    if (!open.get()) {
                        return false;
                    }
                }
                if (bytes >= mostBytes) {
                    return true;
                }
                int count = reader.fill(fd, mostBytes - bytes);
                if (count <= 0) {
                    return count == 0;
                }
                bytes += Math.max(count, LEAST_READ_BYTES);
            }
        } finally {
            leave();
        }
    }

    /**
     * Waits for the next message.
     *
     * @param timeoutNs for the whole message, however slowly it comes
     * @return null when the time is over
     * @throws EndOfStream if the peer has closed, or this side has
     * @throws ProtocolBreach if something other than a message came; then the socket must be closed
     * @throws CallInterruptedException if the thread is interrupted
     */
    public Received receive(long timeoutNs) throws EndOfStream {
        if (!enter()) {
            throw new EndOfStream();
        }
        try {
            long startNs = System.nanoTime();
            while (true) {
                Received received = reader.next();
                if (received != null) {
                    return received;
                }
                int count = reader.fill(fd, Integer.MAX_VALUE);
                if (count < 0 || !open.get()) {
                    throw new EndOfStream();
                }
                if (count == 0) {
                    long leftNs = timeoutNs - (System.nanoTime() - startNs);
                    if (leftNs <= 0) {
                        return null;
                    }
                    if (Thread.currentThread().isInterrupted()) {
                        throw new CallInterruptedException(Outcome.NOT_SENT, "the peer's greeting");
                    }
                    HOST.await(fd, true, Math.min(leftNs, INTERRUPT_SLICE_NS));
                }
            }
        } finally {
            leave();
        }
    }

    /** The peer has closed the connection, or this side has. */
    public static final class EndOfStream extends Exception {
        private static final long serialVersionUID = 1L;

        EndOfStream() {
            super("The control socket is closed");
        }
    }

    private boolean enter() {
        int count;
        do {
            count = users.get();
            if (count == 0 || !open.get()) {
                return false;
            }
        } while (!users.compareAndSet(count, count + 1));
        return true;
    }

    private void leave() {
        if (users.decrementAndGet() == 0) {
            writer.discard();
            boolean empty = reader.isAtEnd(fd);
            reader.discard(disposal);
            if (empty) {
                HOST.close(fd);
            } else {
                disposal.accept(fd); // what is unread in the socket goes with it
            }
        }
    }

    /** Ends the connection; whoever waits in it is woken. Does not block. Idempotent; any thread. */
    @Override
    public void close() {
        if (open.compareAndSet(true, false)) {
            try {
                HOST.shutdown(fd);
            } finally {
                leave();
            }
        }
    }
}
