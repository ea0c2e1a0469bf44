// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.bench;

import io.nearcall.Endpoint;
import java.util.Arrays;

/** The calling JVM. It uses one thread, and prints a line per kind of call: its name, calls, times in nanoseconds. */
final class BenchClient {

    private static final long WARM_UP_NS = 700_000_000;
    private static final long MEASURED_NS = 600_000_000;
    private static final int MOST_TIMES = 4_000_000;
    private static final int PAYLOAD_BYTES = 4096;

    private BenchClient() {}

    public static void main(String[] arguments) {
        byte[] payload = new byte[PAYLOAD_BYTES];
        try (Endpoint endpoint = Endpoint.open()) {
            Target target = endpoint.lookup(Target.class, arguments[0]);
            measure("ping", target::ping);
            measure("add", () -> target.add(1, 2));
            measure("4 KB there and back", () -> target.echo(payload));
        }
    }

    private static void measure(String name, Runnable call) {
        run(call, WARM_UP_NS);
        long[] times = run(call, MEASURED_NS);
        long sumNs = Arrays.stream(times).sum();
        Arrays.sort(times);
        System.out.println(name
                + '\t'
                + times.length * 1_000_000_000L / Math.max(1, sumNs)
                + '\t'
                + times[times.length / 2]
                + '\t'
                + times[(int) (times.length * 0.99)]
                + '\t'
                + times[times.length - 1]);
    }

    private static long[] run(Runnable call, long forNs) {
        long[] times = new long[MOST_TIMES];
        int count = 0;
        long beginNs = System.nanoTime();
        long nowNs = beginNs;
        while (count < MOST_TIMES && nowNs - beginNs < forNs) {
            call.run();
            long endNs = System.nanoTime();
            times[count++] = endNs - nowNs;
            nowNs = endNs;
        }
        return Arrays.copyOf(times, count);
    }
}
