// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.floor;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.UnixSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

/** A memfd that two JVMs map, as under {@code shm:}, with one {@link FloorDirection} each way. Not sealed. */
public final class FloorMemory {

    private static final long LENGTH_BYTES = 2L * FloorDirection.LENGTH_BYTES;
    private static final long RETRY_NS = 2_000_000;
    private static final long MEETING_TIMEOUT_NS = 20_000_000_000L;

    private final FloorDirection requests;
    private final FloorDirection replies;

    private FloorMemory(int fd) {
        long address = Memory.map(fd, 0, LENGTH_BYTES, true);
        requests = new FloorDirection(address);
        replies = new FloorDirection(address + FloorDirection.LENGTH_BYTES);
    }

    /** Makes the memory and passes it to the first that connects to {@code socketPath}. Blocks until then. */
    public static FloorMemory offer(String socketPath) throws IOException {
        int fd = Memory.memfd("nearcall-floor", LENGTH_BYTES);
        int listener = UnixSocket.listen(socketPath, 0600, 1);
        try {
            awaitReadable(listener, "nobody came for the floor's memory");
            int socket = UnixSocket.accept(listener);
            int sent = UnixSocket.send(socket, ByteBuffer.allocateDirect(1), 0, 1, fd);
            Descriptors.close(socket);
            if (sent != 1) {
                throw new IOException("passing the floor's memory: " + Errno.name(-sent));
            }
            return new FloorMemory(fd);
        } finally {
            FileSystem.unlink(socketPath);
            Descriptors.close(listener);
            Descriptors.close(fd);
        }
    }

    /** Takes the memory that the other JVM {@linkplain #offer offers} at {@code socketPath}. */
    public static FloorMemory take(String socketPath) throws IOException {
        int socket = connect(socketPath);
        int[] fds = new int[1];
        try {
            awaitReadable(socket, "the floor's memory does not come");
            int received = UnixSocket.receive(socket, ByteBuffer.allocateDirect(1), 0, 1, fds);
            if (received != 1 || fds[0] < 0) {
                throw new IOException("the floor's memory did not come: received=" + received);
            }
        } finally {
            Descriptors.close(socket);
        }
        try {
            return new FloorMemory(fds[0]);
        } finally {
            Descriptors.close(fds[0]);
        }
    }

    private static int connect(String socketPath) {
        long deadlineNs = System.nanoTime() + MEETING_TIMEOUT_NS;
        while (true) {
            try {
                return UnixSocket.connect(socketPath, MEETING_TIMEOUT_NS);
            } catch (OsException e) {
                // The other JVM was told to listen, but may not be listening yet.
                boolean early = e.errno() == Errno.ENOENT || e.errno() == Errno.ECONNREFUSED;
                if (!early || System.nanoTime() > deadlineNs) {
                    throw e;
                }
                LockSupport.parkNanos(RETRY_NS);
            }
        }
    }

    private static void awaitReadable(int fd, String otherwise) throws IOException {
        int ready;
        do {
            ready = UnixSocket.await(fd, true, MEETING_TIMEOUT_NS);
        } while (ready == -Errno.EINTR);
        if (ready != 1) {
            throw new IOException(otherwise);
        }
    }

    FloorDirection requests() {
        return requests;
    }

    FloorDirection replies() {
        return replies;
    }
}
