// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ConnectionRefusedException;
import io.nearcall.Outcome;
import io.nearcall.TransportException;
import io.nearcall.internal.discovery.ServiceAddress;
import io.nearcall.internal.discovery.ServiceName;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.host.Host;
import io.nearcall.ipc.os.Credentials;
import io.nearcall.ipc.os.OsException;
import java.util.List;

/** An endpoint's connection to itself, for calls of its own objects by their stubs. Made when needed. Any thread. */
final class Loopback {

    private final EndpointCore core;
    private Connection calling; // guarded by this

    /** Null at first. Not guarded: it matters only to a thread that runs a call of it, and that thread sees it. */
    private volatile Connection answering;

    Loopback(EndpointCore core) {
        this.core = core;
    }

    /** The side at which calls begin. */
    synchronized Connection calling() {
        core.requireOpen();
        if (calling == null || calling.isClosed()) {
            try {
                connect();
            } catch (OsException e) {
                throw new TransportException(Outcome.NOT_SENT, "connecting the endpoint with itself", "", e);
            }
        }
        return calling;
    }

    /** The side at which calls arrive; null if there has been no call yet. */
    Connection answering() {
        return answering;
    }

    private void connect() {
        int[] two = new int[2];
        Host.current().pair(two);
        ControlSocket one = new ControlSocket(two[0]);
        ControlSocket other = new ControlSocket(two[1]);
        Connection begun = null;
        try {
            Credentials self =
                    Host.current().peer(one.descriptor()).orPid(Host.current().pid());
            Counterpart peer = new Counterpart(self, channel(self));
            begun = new Connection(core, one, true, peer, core.id(), core.limits(), "");
            Connection accepted = new Connection(core, other, false, peer, core.id(), core.limits(), "");
            begun.references().pair(accepted.references());
            core.connections().add(accepted);
            core.connections().add(begun);
            calling = begun;
            answering = accepted;
        } catch (Throwable e) {
            if (begun != null) {
                begun.closing().close(0); // it has more to give back than the socket
            }
            one.close();
            other.close();
            throw e;
        }
    }

    private String channel(Credentials self) {
        List<String> channels = new ServiceAddress(core.settings().channel(), new ServiceName("own")).tried();
        String obstacle = "";
        for (String channel : channels) {
            obstacle = core.channels().unavailable(channel, self.uid());
            if (obstacle == null) {
                return channel;
            }
        }
        throw new ConnectionRefusedException(core.settings().name(), self.pid(), "a socket of its own", obstacle + ".");
    }
}
