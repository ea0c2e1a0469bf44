// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.process;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** In a victim with altered classes: the place where a thread stops until the process is killed. */
public final class Breakpoint {

    private static final int NONE = -1;
    private static final AtomicInteger LEFT = new AtomicInteger();
    private static volatile int armed = NONE;

    private Breakpoint() {}

    /** From now on, the {@code passage}-th thread that comes by {@code place} stops. Places are numbered from 0. */
    static void arm(int place, int passage) {
        LEFT.set(passage);
        armed = place;
    }

    /** A thread reaches the place. The output of the process reports that one has stopped. */
    public static void reached(int place) {
        if (place == armed && LEFT.decrementAndGet() == 0) {
            System.out.println("at " + place);
            stop();
        }
    }

    /** A thread comes by with a message, which counts if its class is called so. */
    public static void reached(int place, Object message, String wanted) {
        if (place == armed && message.getClass().getSimpleName().equals(wanted)) {
            reached(place);
        }
    }

    private static void stop() {
        while (true) {
            LockSupport.park();
            Thread.interrupted(); // or park() would return at once
        }
    }
}
