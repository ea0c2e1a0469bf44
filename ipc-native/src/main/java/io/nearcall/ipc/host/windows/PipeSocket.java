// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host.windows;

import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.host.Polling;
import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.ErrorCodes;
import io.nearcall.ipc.os.windows.Files;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.Pipes;
import java.nio.ByteBuffer;

/** One end of a named pipe that is used as a Unix socket is: nothing blocks, and a poller says when something is ready. */
final class PipeSocket extends Descriptor {

    /*
     * Windows says when an operation has ended, not when one could begin. So this end always reads ahead, into a buffer
     * of its own, and a write goes out of another one. There is something to read when the read has ended, and room to
     * write when no write is pending. A pending operation uses its buffer until it has ended or was given up.
     *
     * Each operation has an event, which is reset when it begins, and set when it has ended after it was pending.
     */

    static final int BUFFER_BYTES = 16 * 1024;
    private static final int NS_PER_MS = 1_000_000;
    private static final int SHUT = -ErrorCodes.BROKEN_PIPE;

    private final long handle;
    private final Credentials peer;
    private final PeerProcess process; // keeps the id from being given to another one; null if it is not known
    private final long reading;
    private final long writing;
    private final ByteBuffer in;
    private final ByteBuffer out;
    private int inFrom; // guarded by this, as is what follows
    private int inTo;
    private boolean readPending;
    private boolean writePending;
    private int readEnd; // the code that ended reading; 0 before
    private int writeEnd;
    private boolean shut;

    /** Takes over a handle, which is closed if that fails. */
    PipeSocket(long handle, boolean server) {
        this.handle = handle;
        long reads = 0;
        long writes = 0;
        PeerProcess found = null;
        boolean done = false;
        try {
            reads = Pipes.operation();
            writes = Pipes.operation();
            int pid = Pipes.peer(handle, server);
            found = process(pid);
            this.peer = new Credentials(pid, isOwn(found) ? Files.OWN : Host.UNKNOWN, Host.UNKNOWN);
            this.in = ByteBuffer.allocateDirect(BUFFER_BYTES);
            this.out = ByteBuffer.allocateDirect(BUFFER_BYTES);
            done = true;
        } finally {
            if (!done) {
                free(reads, writes, found);
                Handles.close(handle);
            }
        }
        this.reading = reads;
        this.writing = writes;
        this.process = found;
    }

    /** Returns null for a process that is gone, or that this user may not look at: another user's. */
    private static PeerProcess process(int pid) {
        try {
            return new PeerProcess(pid);
        } catch (OsException e) {
            return null;
        }
    }

    /** A process whose token this user may not read counts as another user's: an elevated one's, too. */
    private static boolean isOwn(PeerProcess process) {
        try {
            return process != null && process.isOwn();
        } catch (OsException e) {
            return false;
        }
    }

    private static void free(long reads, long writes, PeerProcess process) {
        if (reads > 0) {
            Pipes.free(reads);
        }
        if (writes > 0) {
            Pipes.free(writes);
        }
        if (process != null) {
            process.close();
        }
    }

    /** The process at the other end, as Windows says, and whether its token is this user's. */
    Credentials peer() {
        return peer;
    }

    /** As {@link Host#send}. */
    synchronized int send(ByteBuffer source, int offset, int length) {
        if (isWritePending()) {
            return -Errno.EAGAIN;
        }
        if (writeEnd != 0) {
            return -Errno.EPIPE;
        }
        int sent = Math.min(length, BUFFER_BYTES);
        out.put(0, source, offset, sent);
        int result = Pipes.write(handle, writing, out, 0, sent);
        if (result == Pipes.PENDING) {
            writePending = true;
        } else if (result < 0) {
            writeEnd = result;
            return -Errno.EPIPE;
        }
        return sent;
    }

    private boolean isWritePending() {
        if (writePending) {
            int result = Pipes.await(handle, writing, 0);
            writePending = result == Pipes.PENDING;
            writeEnd = result < 0 && !writePending ? result : writeEnd;
        }
        return writePending;
    }

    /** As {@link Host#receive}. */
    synchronized int receive(ByteBuffer destination, int offset, int length) {
        if (!isReadable()) {
            return -Errno.EAGAIN;
        }
        if (inFrom == inTo) {
            return 0; // however it has ended: a pipe does not tell a death from a close
        }
        int received = Math.min(length, inTo - inFrom);
        destination.put(offset, in, inFrom, received);
        inFrom += received;
        return received;
    }

    /** Whether there is something to read, or the end. If not, a read is pending afterwards. */
    private boolean isReadable() {
        while (inFrom == inTo && readEnd == 0) {
            int result =
                    readPending ? Pipes.await(handle, reading, 0) : Pipes.read(handle, reading, in, 0, BUFFER_BYTES);
            readPending = result == Pipes.PENDING;
            if (readPending) {
                return false;
            }
            inFrom = 0;
            inTo = Math.max(0, result);
            if (result <= 0) { // a peer that writes nothing, again and again, must not keep the monitor here
                readEnd = result == 0 ? SHUT : result;
            }
        }
        return true;
    }

    /** As {@link Host#await}. */
    boolean await(boolean readable, long timeoutNs) {
        long event;
        synchronized (this) {
            if (readable ? isReadable() : !isWritePending()) {
                return true;
            }
            event = Pipes.event(readable ? reading : writing);
        }
        return timeoutNs > 0
                && Handles.await(event, (int) Math.min(Integer.MAX_VALUE, (timeoutNs - 1) / NS_PER_MS + 1))
                        == Handles.SIGNALLED;
    }

    @Override
    synchronized int readiness() {
        return (isReadable() ? Polling.READABLE : 0) | (isWritePending() ? 0 : Polling.WRITABLE);
    }

    @Override
    long readable() {
        return Pipes.event(reading);
    }

    @Override
    long writable() {
        return Pipes.event(writing);
    }

    /** Ends both directions. The peer reads what was written, unless that still waits for room in the pipe. */
    synchronized void shutdown() {
        if (shut) {
            return;
        }
        shut = true;
        if (readPending) {
            Pipes.cancel(handle, reading); // sets its event, as it ends
        }
        if (writePending) {
            Pipes.cancel(handle, writing);
        }
        readPending = false;
        writePending = false;
        readEnd = SHUT;
        writeEnd = SHUT;
        inFrom = inTo;
        Handles.close(handle);
    }

    @Override
    void close() {
        shutdown();
        free(reading, writing, process);
    }

    @Override
    public String toString() {
        return "pipe to process " + peer.pid();
    }
}
