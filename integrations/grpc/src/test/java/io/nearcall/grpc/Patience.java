// SPDX-License-Identifier: Apache-2.0
package io.nearcall.grpc;

import io.nearcall.NearcallException;
import io.nearcall.Outcome;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Waits that last as long as a busy machine needs. The timeout of the test ends them. */
final class Patience {

    private Patience() {}

    /** Waits until a method that hangs has begun. */
    static void awaitHanging(Calculator calculator) throws InterruptedException {
        while (calculator.hanging() == 0) {
            TimeUnit.MILLISECONDS.sleep(10); // between looks
        }
    }

    /** Makes a call again until it is sent: a stub whose session is lost waits 0.3 s at most for the next one. */
    static <T> T untilSent(Supplier<T> call) {
        while (true) {
            try {
                return call.get();
            } catch (NearcallException e) {
                if (e.outcome() != Outcome.NOT_SENT) {
                    throw e;
                }
            }
        }
    }
}
