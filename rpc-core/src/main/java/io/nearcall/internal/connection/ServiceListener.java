// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.discovery.ServiceSocket;

/** Lets callers of one service in. Any thread. */
final class ServiceListener implements AutoCloseable {

    private static final int BACKLOG = 512;

    private final EndpointCore core;
    private final ServiceSocket socket;
    private final ServiceAddress offer;
    private Acceptor acceptor;
    private boolean closed;

    private ServiceListener(EndpointCore core, ServiceSocket socket, ServiceAddress offer) {
        this.core = core;
        this.offer = offer;
        this.socket = socket;
    }

    /** Takes the name; callers wait until {@link #start()}. */
    static ServiceListener open(EndpointCore core, RuntimeDirectory directory, ServiceAddress offer) {
        return new ServiceListener(core, ServiceSocket.open(directory, offer.name(), BACKLOG), offer);
    }

    synchronized void start() {
        if (!closed) {
            acceptor = Acceptor.start(
                    core.monitor(), socket.descriptor(), socket::accept, fd -> Arrival.greet(core, fd, offer));
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            if (acceptor != null) {
                acceptor.close();
            }
            socket.close();
        }
    }
}
