// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import java.util.concurrent.atomic.AtomicInteger;

/** Limits how many lanes the peers of one endpoint may open over all connections together. Any thread. */
final class LaneBudget {

    /* A borrowed lane costs this process 64 KiB and, if it is alone in its batch, two maps of memory. The rings of a shared lane
     * are mapped twice, apart from its control words: six maps. With 1,024 connections that have their first lanes, and all
     * lanes of this budget, that makes 43,008 maps. Linux allows a process 65,530. */

    /** Lanes beyond the first ones of each connection. */
    static final int LANES = 16_384;

    private static final int COST_OF_SHARED = 3;

    /** Two borrowed lanes, with which a client begins, and a shared one. Other connections cannot use them up. */
    private static final int FIRST_LANES = 2 + COST_OF_SHARED;

    private final AtomicInteger left = new AtomicInteger(LANES);

    /** The part of one connection. One thread at a time. */
    final class Share {

        private int held;

        /** Takes those lanes, or none of them. */
        boolean tryTake(int lanes, boolean shared) {
            int more = cost(lanes, shared);
            if (!tryTakeOfAll(beyondFirst(held + more) - beyondFirst(held))) {
                return false;
            }
            held += more;
            return true;
        }

        void giveBack(int lanes, boolean shared) {
            int before = held;
            held -= cost(lanes, shared);
            left.addAndGet(beyondFirst(before) - beyondFirst(held));
        }

        /** The connection has given its memory back. */
        void close() {
            left.addAndGet(beyondFirst(held));
            held = 0;
        }
    }

    private static int cost(int lanes, boolean shared) {
        return shared ? COST_OF_SHARED * lanes : lanes;
    }

    private static int beyondFirst(int lanes) {
        return Math.max(0, lanes - FIRST_LANES);
    }

    private boolean tryTakeOfAll(int lanes) {
        return left.getAndUpdate(seen -> seen < lanes ? seen : seen - lanes) >= lanes;
    }
}
