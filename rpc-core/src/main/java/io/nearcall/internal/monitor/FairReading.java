// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import io.nearcall.ipc.host.Host;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Divides the monitor's time among the peers that send without a pause. While all of them together take too much of it, a peer
 * that takes more than its part is not read for a while, and what it sends waits in the socket. Then the monitor has time for
 * newcomers and for all others. On the monitor's thread.
 */
public final class FairReading {

    /* Debts as in the generic cell rate algorithm (ITU-T I.371), with time for cells. What all peers together may take is one
     * part in PARTS of the time. Each nanosecond of reading moves the point in time at which they have no debt by PARTS
     * nanoseconds. Of each peer the same is kept for its part of that part. A turn counts from the next one on, and debts up to
     * BURST_NS are free: much of what a peer ever says it says in its first milliseconds.
     *
     * A peer whose turns are so far apart that it has taken less than its part is never held, whatever others do. One that has
     * taken more is held only while all together are in debt, and for so long that all that are held share the part. */

    private static final Host HOST = Host.current();
    private static final int PARTS = 4;
    private static final long BURST_NS = 5_000_000;

    /** So long a peer's past counts. */
    private static final long MOST_DEBT_NS = 100_000_000;

    /** A peer that is held may be an honest one with much to say. */
    private static final long LONGEST_HOLD_NS = 1_000_000_000;

    private final AtomicInteger peers = new AtomicInteger();
    private final Debt ofAll = new Debt();
    private int held;

    /** Of one peer. Made and closed on any thread. */
    public final class Share {

        private final Debt own = new Debt();
        private long beganNs;
        private long beganCpuNs;

        public Share() {
            peers.incrementAndGet();
        }

        /** A turn begins. */
        public void begin() {
            beganCpuNs = HOST.threadCpuNs();
            beganNs = System.nanoTime();
        }

        /** The turn ends. Returns for how long the peer is not to be read now, or 0. */
        public long end() {
            long nowNs = System.nanoTime();
            // CPU time, where it is known: a busy machine and the collector are not the peer's doing.
            return spent(beganCpuNs == 0 ? nowNs - beganNs : HOST.threadCpuNs() - beganCpuNs, nowNs);
        }

        long spent(long cpuNs, long nowNs) {
            long priceNs = PARTS * cpuNs;
            boolean allInDebt = ofAll.add(priceNs, nowNs);
            boolean inDebt = own.add(priceNs * peers.get(), nowNs);
            return allInDebt && inDebt ? Math.min(LONGEST_HOLD_NS, priceNs * (held + 1)) : 0;
        }

        public void hold() {
            held++;
        }

        public void release() {
            held--;
        }

        /** The peer has gone. Once. */
        public void close() {
            peers.decrementAndGet();
        }
    }

    private static final class Debt {

        private long debtNs;
        private long atNs;

        /** Returns whether there was a debt before. */
        boolean add(long ns, long nowNs) {
            long leftNs = Math.max(0, debtNs - (nowNs - atNs));
            debtNs = Math.min(MOST_DEBT_NS, leftNs) + ns;
            atNs = nowNs;
            return leftNs > BURST_NS;
        }
    }
}
