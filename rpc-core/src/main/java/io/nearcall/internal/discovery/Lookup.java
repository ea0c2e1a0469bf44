// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import io.nearcall.CallInterruptedException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Outcome;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.TransportException;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.OsException;
import java.util.concurrent.locks.LockSupport;

/** Finds a service for a caller: waits until the service is there, and connects. */
public final class Lookup {

    private static final long FIRST_PAUSE_NS = 500_000;
    private static final long LONGEST_PAUSE_NS = 20_000_000;
    private static final long CONNECT_SLICE_NS = 100_000_000;
    private static final long SHORTEST_CONNECT_NS = 1_000_000;

    /** How long a refusal may be due to a new socket, which belongs to its maker alone until its mode is set. */
    private static final long DENIED_NS = 100_000_000;

    private static final Host HOST = Host.current();

    private Lookup() {}

    /**
     * Connects to the service. Blocks until the service is there, at most for the timeout; 0 tries once.
     *
     * @return the connected socket, which the caller must close
     * @throws ServiceNotFoundException if the service did not appear in time
     * @throws DeadlineExceededException if the service is there, but does not accept connections
     * @throws TransportException if its name belongs to a file that is not a socket
     * @throws CallInterruptedException if the thread is interrupted
     */
    public static int connect(RuntimeDirectory directory, ServiceName name, long timeoutNs) {
        String path = directory.socketPath(name);
        long startNs = System.nanoTime();
        long pauseNs = FIRST_PAUSE_NS;
        boolean swept = false;
        while (true) {
            long leftNs = timeoutNs - (System.nanoTime() - startNs);
            int result = attempt(name, path, Math.max(0, leftNs));
            if (result >= 0) {
                return result;
            }
            if (result == -Errno.ECONNREFUSED && !swept) {
                // Nobody listens: a dead process left the socket, unless a living holder is about to listen.
                ServiceListing.sweep(directory, name);
                swept = true;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new CallInterruptedException(Outcome.NOT_SENT, "the service \"" + name + "\"");
            }
            long passedNs = System.nanoTime() - startNs;
            leftNs = timeoutNs - passedNs;
            if (result == -Errno.EACCES && (leftNs <= 0 || passedNs > DENIED_NS)) {
                throw notConnected(path, new OsException("connect", Errno.EACCES, path));
            }
            if (leftNs <= 0) {
                throw tooLate(directory, name, timeoutNs, result);
            }
            LockSupport.parkNanos(Math.min(pauseNs, leftNs));
            pauseNs = Math.min(2 * pauseNs, LONGEST_PAUSE_NS);
        }
    }

    /** Returns the descriptor, or -errno if it may pass with time: ENOENT, ECONNREFUSED, ETIMEDOUT, briefly EACCES. */
    private static int attempt(ServiceName name, String path, long leftNs) {
        try {
            FileStatus status = HOST.lstat(path);
            if (status == null) {
                return -Errno.ENOENT;
            }
            ServiceSocket.requireSocket(name, path, status);
            return HOST.connect(path, Math.max(SHORTEST_CONNECT_NS, Math.min(leftNs, CONNECT_SLICE_NS)));
        } catch (OsException e) {
            return switch (e.errno()) {
                case Errno.ENOENT, Errno.ECONNREFUSED, Errno.ETIMEDOUT, Errno.EACCES -> -e.errno();
                default -> throw notConnected(path, e);
            };
        }
    }

    private static TransportException notConnected(String path, OsException cause) {
        return new TransportException(Outcome.NOT_SENT, "connecting to " + path, "", cause);
    }

    private static RuntimeException tooLate(RuntimeDirectory directory, ServiceName name, long timeoutNs, int result) {
        if (result == -Errno.ETIMEDOUT) {
            return new DeadlineExceededException(
                    Outcome.NOT_SENT,
                    "The connection",
                    name.value(),
                    ServiceListing.holderPid(directory, name),
                    timeoutNs,
                    "it accepts no connections, because it is stopped or overloaded");
        }
        return notFound(directory, name, Math.max(0, timeoutNs));
    }

    /**
     * Says where the service was looked for, and whether it is in another directory. It is not called there, because a
     * process that uses two directories could find two services of one name.
     */
    public static ServiceNotFoundException notFound(RuntimeDirectory directory, ServiceName name, long waitedNs) {
        for (RuntimeDirectory other : directory.others()) {
            if (ServiceSocket.listening(other, name) != null) {
                return new ServiceNotFoundException(name.value(), directory.path(), waitedNs, other.path());
            }
        }
        return new ServiceNotFoundException(name.value(), directory.path(), waitedNs, "");
    }
}
