// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.junixsocket;

import io.nearcall.bench.pair.RmiStub;
import io.nearcall.bench.peers.PeerEnds;
import io.nearcall.bench.subject.RmiSubject;
import io.nearcall.bench.subject.Subject;
import io.nearcall.bench.trade.TradeDesk;
import java.nio.file.Files;
import java.nio.file.Path;
import java.rmi.server.UnicastRemoteObject;
import org.newsclub.net.unix.AFUNIXSocket;

/** Java RMI as it is, except for its sockets. */
public final class RmiOverUnix implements PeerEnds {

    private static final String STUB = "stub";

    @Override
    public Class<?> library() {
        return AFUNIXSocket.class;
    }

    @Override
    public AutoCloseable serve(Path directory, TradeDesk desk) throws Exception {
        UnixSockets sockets = new UnixSockets(directory.resolve("socket").toString());
        // For port 0, RMI takes TCP's next free port. Here the port is only a number.
        String stub = RmiStub.text(UnicastRemoteObject.exportObject(desk, 1, sockets, sockets));
        Files.writeString(directory.resolve(STUB), stub);
        return () -> UnicastRemoteObject.unexportObject(desk, true);
    }

    @Override
    public Subject connect(String system, Path directory) throws Exception {
        return new RmiSubject(system, RmiStub.read(Files.readString(directory.resolve(STUB))));
    }
}
