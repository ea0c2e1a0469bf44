// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.discovery.ServiceSocket;
import io.nearcall.ipc.os.Errno;
import java.lang.System.Logger.Level;

/** Lets callers of one service in. */
final class ServiceListener implements AutoCloseable, Monitor.Handler {

    private static final System.Logger LOG = System.getLogger("io.nearcall");
    private static final int BACKLOG = 512;
    private static final int ACCEPTED_AT_ONCE = 64;
    private static final long SHORTAGE_PAUSE_NS = 100_000_000;

    private final EndpointCore core;
    private final ServiceSocket socket;
    private Monitor.Registration watch;
    private boolean closed;

    private ServiceListener(EndpointCore core, ServiceSocket socket) {
        this.core = core;
        this.socket = socket;
    }

    /** Takes the name; callers wait until {@link #start()}. */
    static ServiceListener open(EndpointCore core, RuntimeDirectory directory, ServiceName name) {
        return new ServiceListener(core, ServiceSocket.open(directory, name, BACKLOG));
    }

    synchronized void start() {
        if (!closed) {
            watch = core.monitor().register(socket.descriptor(), this);
        }
    }

    @Override
    public void readable() {
        for (int i = 0; i < ACCEPTED_AT_ONCE; i++) {
            int fd = socket.accept();
            if (fd == -Errno.EAGAIN) {
                return;
            }
            if (fd >= 0) {
                Arrival.greet(core, fd, socket.name().value());
            } else if (fd != -Errno.EINTR && fd != -Errno.ECONNABORTED) {
                LOG.log(Level.WARNING, "Service {0} cannot accept connections at present: {1}", socket.name(),
                        Errno.text(-fd));
                pause();
                return;
            }
        }
    }

    /** The callers stay in the backlog meanwhile; without the pause, the monitor would do nothing but try. */
    private synchronized void pause() {
        if (watch != null) {
            watch.close();
            watch = null;
            core.monitor().schedule(SHORTAGE_PAUSE_NS, this::start);
        }
    }

    @Override
    public void hangup() {
        readable();
    }

    @Override
    public void failed(Throwable cause) {
        close();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            if (watch != null) {
                watch.close();
            }
            socket.close();
        }
    }
}
