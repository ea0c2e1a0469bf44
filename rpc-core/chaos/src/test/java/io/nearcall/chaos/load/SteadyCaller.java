// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.load;

import io.nearcall.Endpoint;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.Attempts;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** A client that keeps calling through the same stub, about 500 times a second, in every way. */
final class SteadyCaller extends Thread {

    private static final long PAUSE_NS = 1_000_000;
    private static final int NUMBER_SHIFT = 48;
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Endpoint endpoint;
    private final String service;
    private final SplittableRandom kinds;
    private final long firstNonce;
    private final List<Attempt> attempts = new ArrayList<>();
    private volatile boolean finished;

    /** The nonces of its calls contain {@code number}, 1 or greater. */
    SteadyCaller(Endpoint endpoint, String service, int number, SplittableRandom kinds) {
        super("steady-" + number);
        this.endpoint = endpoint;
        this.service = service;
        this.firstNonce = (long) number << NUMBER_SHIFT;
        this.kinds = kinds;
        setDaemon(true);
    }

    /** The number of the caller of the call with that nonce. */
    static int numberOf(long nonce) {
        return (int) (nonce >>> NUMBER_SHIFT);
    }

    @Override
    public void run() {
        CallKind[] all = CallKind.values();
        Target target = endpoint.lookup(Attempts.class, service, PATIENCE);
        long nonce = firstNonce;
        while (!finished) {
            Attempt attempt = Attempt.make(all[kinds.nextInt(all.length)], target, ++nonce);
            synchronized (this) {
                attempts.add(attempt);
            }
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    void finish() {
        finished = true;
    }

    synchronized List<Attempt> attempts() {
        return List.copyOf(attempts);
    }
}
