// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Target;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;

/** Connects, binds and calls again and again, each time with an endpoint of its own. */
final class BindingThread extends CallerThread {

    private static final Duration PATIENCE = Duration.ofMillis(300);

    private final String address;

    BindingThread(String address, LongSupplier nonces, SplittableRandom random) {
        super(null, nonces, random);
        this.address = address;
    }

    @Override
    void work() {
        while (!isFinished()) {
            try (Endpoint endpoint = Endpoint.builder().name("binding").open()) {
                long nonce = nonce();
                long beginNs = System.nanoTime();
                Target target;
                try {
                    target = endpoint.lookup(Target.class, address, PATIENCE);
                } catch (NearcallException e) {
                    add(new Attempt(null, nonce, beginNs, System.nanoTime(), e));
                    continue;
                }
                add(Attempt.make(CallKind.ORDER, target, nonce));
            }
        }
    }
}
