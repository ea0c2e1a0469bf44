// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.Endpoint;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that serves a {@link Target} and a {@link Depot} under {@link ServedLimits}. Arguments: the service's name, and the limits. Says
 * "ready", then answers each line with the bytes of heap in use after a collection. Ends with its standard input. A call
 * with a negative nonce blocks until it is interrupted.
 */
final class Served {

    private static final long NOISE_BYTES = 64 << 10;

    private Served() {}

    public static void main(String[] arguments) throws Exception {
        LongTurns longTurns = LongTurns.watch();
        try (Endpoint endpoint = ServedLimits.of(arguments, 1).open("served")) {
            endpoint.export(Target.class, new LoggedTarget(Served::begun), arguments[0]);
            endpoint.export(Depot.class, bytes -> bytes.length, arguments[0] + "-depot");
            System.out.println("ready");
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            String question;
            while ((question = in.readLine()) != null) {
                System.out.println(question.equals("turns") ? longTurns.count() : heapBytes());
            }
        }
    }

    /** An object that survives one collection may be free after the next one, because references are cleared first. */
    private static long heapBytes() {
        long before;
        long used = Long.MAX_VALUE;
        do {
            before = used;
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            used = runtime.totalMemory() - runtime.freeMemory();
        } while (before - used > NOISE_BYTES);
        return used;
    }

    private static void begun(long nonce) {
        while (nonce < 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.park();
        }
    }
}
