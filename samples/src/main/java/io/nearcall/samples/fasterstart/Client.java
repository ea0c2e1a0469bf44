// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fasterstart;

import io.nearcall.Endpoint;
import java.lang.management.ManagementFactory;

/** Makes one call, and prints how long after the start of this JVM its result arrived. */
public final class Client {

    private Client() {}

    public static void main(String[] args) throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            Greeter greeter = endpoint.lookup(Greeter.class);
            String greeting = greeter.greet(args.length > 0 ? args[0] : "world");
            long nowMs = System.currentTimeMillis();
            long startMs = ManagementFactory.getRuntimeMXBean().getStartTime();
            System.out.println(greeting + ", " + (nowMs - startMs) + " ms after the start of the client's JVM");
        }
    }
}
