// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.spi.RemoteTransport;
import java.io.IOException;
import java.util.function.Function;
import java.util.function.Supplier;

/** Of a hostile server: somebody changes what it sends. */
final class TamperedDoor implements RemoteTransport {

    private final GrpcTransport door;
    private final Supplier<TamperedTransport.Tamper> tampers;

    /** @param tampers is asked for one for each session */
    TamperedDoor(GrpcTransport door, Supplier<TamperedTransport.Tamper> tampers) {
        this.door = door;
        this.tampers = tampers;
    }

    @Override
    public String scheme() {
        return door.scheme();
    }

    @Override
    public Session connect(String place, Receiver receiver) {
        return door.connect(place, receiver);
    }

    @Override
    public AutoCloseable listen(Function<Session, Receiver> acceptor) throws IOException {
        return door.listen(session -> acceptor.apply(new TamperedSession(session, tampers.get())));
    }

    private static final class TamperedSession extends PassedOnSession {
        private final TamperedTransport.Tamper tamper;

        TamperedSession(Session session, TamperedTransport.Tamper tamper) {
            super(session);
            this.tamper = tamper;
        }

        @Override
        public void send(byte[] message) {
            synchronized (tamper) {
                tamper.sent(message).forEach(session::send);
            }
        }
    }
}
