// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import io.nearcall.internal.wire.ControlMessage;

/**
 * How a peer answers the requests of the service. The input sets it in advance, because a request can come at any time.
 */
final class Manner {

    static final int HONEST = 0;
    static final int REFUSE = 1;
    static final int IGNORE = 2;
    static final int LIE = 3;
    /** For lanes: makes a shared lane, with a corrupt header before the service knows of the lane. */
    static final int CORRUPT = 4;

    static final int ABORT = 4;
    static final int WRONG_ID = 5;
    static final int CALL_BACK = 6;
    static final int THROW = 7;

    int lanes;
    int offers;
    int calls;
    /** The content of a false answer. */
    byte[] lie = {};
    /** No doorbell is rung. */
    boolean silent;

    void choose(Choices choices) {
        switch (choices.below(4)) {
            case 0 -> lanes = choices.below(CORRUPT + 1);
            case 1 -> offers = choices.below(LIE + 1);
            case 2 -> {
                calls = choices.below(THROW + 1);
                lie = choices.bytes(32);
            }
            default -> silent = choices.next() % 2 == 1;
        }
    }

    void answer(RawPeer peer, ControlMessage.ClassOffer offer) {
        switch (offers) {
            case HONEST -> peer.send(new ControlMessage.ClassAgreed(offer.className(), offer.classId()));
            case REFUSE -> peer.send(new ControlMessage.ClassRefused(offer.className(), ""));
            case IGNORE -> peer.stalling = true;
            default -> {
                peer.lied = true;
                peer.send(new ControlMessage.ClassDiffers(offer.className(), "record\nnumber int exact"));
            }
        }
    }
}
