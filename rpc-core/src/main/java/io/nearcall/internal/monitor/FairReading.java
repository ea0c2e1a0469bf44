// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.monitor;

import io.nearcall.ipc.host.Host;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Divides the monitor's time among the peers that send without a pause. While all peers together take too much of it,
 * the monitor stops reading a peer that takes more than its part. What that peer sends waits in the socket for a while,
 * so the monitor has time for newcomers and all others. On the monitor's thread.
 */
public final class FairReading {

    /* Debts are kept as in the generic cell rate algorithm (ITU-T I.371), with time for cells. All peers together may
     * take one part in PARTS of the time. Each nanosecond of reading moves the time at which they have no debt by PARTS
     * nanoseconds. Each peer has a debt of the same kind for its share of that part. A turn counts from the next one
     * on. Debts up to BURST_NS are free, because a peer says much of what it ever says in its first milliseconds.
     *
     * A peer whose turns are so far apart that it has taken less than its share is never held, whatever others do. A
     * peer that has taken more is held only while all together are in debt, and long enough that all held peers share
     * the part. */

    private static final Host HOST = Host.current();
    private static final int PARTS = 4;
    private static final long BURST_NS = 5_000_000;

    /** How long a peer's past counts. */
    private static final long MOST_DEBT_NS = 100_000_000;

    /** Bounded because a held peer may be an honest one with much to say. */
    private static final long LONGEST_HOLD_NS = 1_000_000_000;

    private final AtomicInteger peers = new AtomicInteger();
    private final Debt ofAll = new Debt();
    private int held;

    /** The share of one peer. Made and closed on any thread. */
    public final class Share {

        private final Debt own = new Debt();
        private long beganNs;
        private long beganCpuNs;

        public Share() {
            peers.incrementAndGet();
        }

        /** Begins a turn. */
        public void begin() {
            beganCpuNs = HOST.threadCpuNs();
            beganNs = System.nanoTime();
        }

        /** Ends the turn. Returns for how long the monitor must not read the peer now, or 0. */
        public long end() {
            long nowNs = System.nanoTime();
            // CPU time where it is known, because the peer does not cause a busy machine or a garbage collection.
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

        /** The peer has gone. Called once. */
        public void close() {
            peers.decrementAndGet();
        }
    }

    private static final class Debt {

        private long debtNs;
        private long atNs;

        /** Adds to the debt. Returns whether it exceeded BURST_NS before. */
        boolean add(long ns, long nowNs) {
            long leftNs = Math.max(0, debtNs - (nowNs - atNs));
            debtNs = Math.min(MOST_DEBT_NS, leftNs) + ns;
            atNs = nowNs;
            return leftNs > BURST_NS;
        }
    }
}
