// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import io.nearcall.ConnectionLostException.Loss;

/**
 * Why a connection has ended.
 *
 * @param byUs whether this side closed its endpoint
 * @param nothingMoreTaken whether it is certain that the peer takes no further calls: it is dead, or it said goodbye
 */
record ConnectionEnd(Loss loss, boolean byUs, boolean nothingMoreTaken, String detail) {

    /** Of a peer that is on its way out, or cannot be watched: what it has taken is not certain. */
    static final ConnectionEnd DIED = new ConnectionEnd(Loss.DIED, false, false, "");

    static final ConnectionEnd NO_GOODBYE =
            new ConnectionEnd(Loss.BROKEN, false, false, "the control socket was closed without a goodbye");

    static final ConnectionEnd UNKNOWN = new ConnectionEnd(Loss.BROKEN, false, false, "");
}
