// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import io.nearcall.OverloadedException;
import io.nearcall.TransportException;
import io.nearcall.internal.wire.ControlMessage;
import java.io.IOException;

/** Passes each message of the peer to the part of the connection that handles it. On the monitor's thread. */
final class ControlDispatch {

    private final Connection connection;
    private final ConnectionLanes lanes;
    private final ClassAgreement agreement;
    private final ConnectionClosing closing;
    private final int maxLanes;

    /** @param maxLanes the limit that a refusal of lanes names */
    ControlDispatch(Connection connection, ConnectionClosing closing, int maxLanes) {
        this.connection = connection;
        this.lanes = connection.lanes();
        this.agreement = connection.agreement();
        this.closing = closing;
        this.maxLanes = maxLanes;
    }

    /** Takes over the descriptor, -1 if there is none. */
    void received(ControlMessage message, int descriptor) {
        // The kinds that every connection has come first, because a check for a kind loads its class.
        if (message instanceof ControlMessage.Doorbell doorbell) {
            connection.rung(doorbell.lane());
        } else if (message instanceof ControlMessage.LanesReady ready) {
            lanes.opened().ready(ready.batch(), descriptor, ready.address());
        } else if (message instanceof ControlMessage.Lanes offer) {
            offered(offer, descriptor);
        } else if (message instanceof ControlMessage.Cancel cancel) {
            lanes.interrupt(cancel.lane(), cancel.callId());
        } else if (message instanceof ControlMessage.Release release) {
            if (!connection.references().released(release)) {
                connection.protocolBroken("it released references that it did not hold");
            }
        } else if (message instanceof ControlMessage.LanesRefused refused) {
            lanes.opened().refused(refused.batch(), withoutLanes(refused.reason()));
        } else if (message instanceof ControlMessage.ClassOffer offer) {
            if (mayNameClasses()) {
                agreement.offered(offer);
            }
        } else if (message instanceof ControlMessage.ClassAgreed agreed) {
            agreement.agreed(agreed);
        } else if (message instanceof ControlMessage.ClassRefused refused) {
            agreement.refused(refused);
        } else if (message instanceof ControlMessage.ClassDiffers differs) {
            agreement.differs(differs);
        } else if (message instanceof ControlMessage.ClassVersion version) {
            if (mayNameClasses()) {
                agreement.version(version);
            }
        } else if (message instanceof ControlMessage.Goodbye goodbye) {
            closing.saidGoodbye(goodbye);
        } else {
            connection.protocolBroken("it sent a second greeting");
        }
    }

    /** Whether the peer may name classes. If not, ends the connection. */
    private boolean mayNameClasses() {
        boolean may = connection.counterpart().mayNameClasses();
        if (!may) {
            connection.protocolBroken("it named a class before it had found a service");
        }
        return may;
    }

    private void offered(ControlMessage.Lanes offer, int descriptor) {
        if (!lanes.isOwnBatch(offer.batch())) {
            lanes.served().accept(offer, descriptor);
            return;
        }
        lanes.discard(descriptor);
        connection.protocolBroken("it offered batch " + offer.batch() + ", a number that only this side may choose");
    }

    private NearcallException withoutLanes(String reason) {
        String what = "lanes to " + connection.describe();
        if (!lanes.opened().isEmpty()) {
            return new OverloadedException(Outcome.NOT_SENT, what + " (" + reason + ")", maxLanes, 0);
        }
        // A service allows lanes for each connection. If it cannot make the first ones, fewer calls would not help.
        return new TransportException(
                Outcome.NOT_SENT,
                "opening the first " + what,
                "Check that both processes can use the channel, or choose another one.",
                new IOException(reason));
    }
}
