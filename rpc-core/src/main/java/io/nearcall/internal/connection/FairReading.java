// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import java.util.function.IntSupplier;

/**
 * Divides the monitor's time among the peers that send without a pause. While all of them together take too much of it, a peer
 * that takes more than its part is not read for a while, and what it sends waits in the socket. Then the monitor has time for
 * newcomers and for all others. On the monitor's thread.
 */
final class FairReading {

    /* Debts as in the generic cell rate algorithm (ITU-T I.371), with time for cells. What all peers together may take is one
     * part in PARTS of the time. Each nanosecond of reading moves the point in time at which they have no debt by PARTS
     * nanoseconds. Of each peer the same is kept for its part of that part. Debts up to BURST_NS are free: much of what a peer
     * ever says it says in its first milliseconds.
     *
     * Whoever sends less than its part is never held, whatever others do. Whoever sends more is held only while all together
     * are in debt. */

    private static final int PARTS = 4;
    private static final long BURST_NS = 5_000_000;

    /** So long a peer's past counts. */
    private static final long MOST_DEBT_NS = 100_000_000;

    /** Longer turns are not the peer's doing: the machine was busy, or garbage was collected. */
    private static final long LONGEST_TURN_NS = 1_000_000;

    private final IntSupplier peers;
    private final Debt ofAll = new Debt();
    private int held;

    /** @param peers how many there are, or a few more */
    FairReading(IntSupplier peers) {
        this.peers = peers;
    }

    /** Of one peer. */
    final class Share {

        private final Debt own = new Debt();

        /** Takes note of a turn; returns for how long the peer is not to be read now, or 0. */
        long spent(long startNs, long endNs) {
            long priceNs = PARTS * Math.min(LONGEST_TURN_NS, endNs - startNs);
            boolean allInDebt = ofAll.add(priceNs, endNs);
            boolean inDebt = own.add(priceNs * peers.getAsInt(), endNs);
            return allInDebt && inDebt ? priceNs * (held + 1) : 0;
        }

        void hold() {
            held++;
        }

        void release() {
            held--;
        }
    }

    private static final class Debt {

        private long freeNs = System.nanoTime();

        boolean add(long ns, long nowNs) {
            long debtNs = Math.min(MOST_DEBT_NS, Math.max(0, freeNs - nowNs) + ns);
            freeNs = nowNs + debtNs;
            return debtNs > BURST_NS;
        }
    }
}
