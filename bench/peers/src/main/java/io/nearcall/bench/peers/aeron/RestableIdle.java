// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers.aeron;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;

/** Backs off, or naps while it knows that nobody calls. */
final class RestableIdle implements IdleStrategy {

    static final long NAP_NS = 20_000_000;

    private static final long SPINS = 1_000;
    private static final long YIELDS = 20;
    private static final long SHORTEST_PARK_NS = 1_000;
    private static final long LONGEST_PARK_NS = 1_000_000;

    private final IdleStrategy backoff = backoff();
    private final AtomicBoolean resting;

    /** @param resting is read whenever there is nothing to do */
    RestableIdle(AtomicBoolean resting) {
        this.resting = resting;
    }

    /** Returns the strategy that was found best where two sides and a driver have two CPUs. */
    static IdleStrategy backoff() {
        return new BackoffIdleStrategy(SPINS, YIELDS, SHORTEST_PARK_NS, LONGEST_PARK_NS);
    }

    @Override
    public void idle(int workCount) {
        if (workCount > 0) {
            backoff.reset();
        } else {
            idle();
        }
    }

    @Override
    public void idle() {
        if (resting.get()) {
            LockSupport.parkNanos(NAP_NS);
        } else {
            backoff.idle();
        }
    }

    @Override
    public void reset() {
        backoff.reset();
    }
}
