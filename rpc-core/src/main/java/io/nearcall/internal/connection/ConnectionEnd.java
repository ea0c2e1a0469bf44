// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ConnectionLostException.Loss;

/**
 * Why a connection has ended.
 *
 * @param byUs whether this side closed its endpoint
 * @param nothingMoreTaken whether it is certain that the peer takes no more calls, because it is dead or said goodbye
 */
record ConnectionEnd(Loss loss, boolean byUs, boolean nothingMoreTaken, String detail) {

    /** For a peer that is ending or cannot be watched, so it is not certain what it has taken. */
    static final ConnectionEnd DIED = new ConnectionEnd(Loss.DIED, false, false, "");

    static final ConnectionEnd NO_GOODBYE =
            new ConnectionEnd(Loss.BROKEN, false, false, "the control socket was closed without a goodbye");

    static final ConnectionEnd UNKNOWN = new ConnectionEnd(Loss.BROKEN, false, false, "");
}
