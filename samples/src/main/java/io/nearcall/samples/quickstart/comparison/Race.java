// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.quickstart.comparison;

import io.nearcall.Endpoint;
import io.nearcall.samples.quickstart.Order;
import io.nearcall.samples.quickstart.Orders;
import io.nearcall.samples.race.LoopbackRmi;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Places the same order through Nearcall and through Java RMI, with the same two JVMs, and measures the floor. The
 * three take turns, so other load on the machine affects all of them alike. For real measurements see the module
 * {@code bench}.
 */
public final class Race {

    private static final int WARM_UP_ROUNDS = 5;
    private static final int ROUNDS = 9;
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(150);

    /** No two CPUs are so far apart that the floor exceeds this. If it does, no two CPUs were free at the same time. */
    private static final double BUSY_FLOOR_US = 2;

    private Race() {}

    /** Takes about seven seconds. Returns the result as one line. */
    public static String run(Endpoint endpoint, Orders orders, Order order) throws Exception {
        Comparison comparison = endpoint.lookup(Comparison.class);
        RmiOrders rmiOrders = LoopbackRmi.stub(comparison.rmiOrders(), RmiOrders.class);
        FloorFile floor = FloorFile.meet(comparison);
        double[] nearcallUs = new double[ROUNDS];
        double[] rmiUs = new double[ROUNDS];
        double[] floorUs = new double[ROUNDS];
        for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
            double nearcall = Slice.medianUs(SLICE_NS, i -> orders.place(order));
            double rmi = Slice.medianUs(SLICE_NS, i -> rmiOrders.place(order));
            comparison.respond();
            double exchange = Slice.medianUs(SLICE_NS, floor::exchange);
            floor.stop();
            if (round >= 0) {
                nearcallUs[round] = nearcall;
                rmiUs[round] = rmi;
                floorUs[round] = exchange;
            }
        }
        double nearcall = median(nearcallUs);
        double rmi = median(rmiUs);
        double bare = median(floorUs);
        return String.format(
                Locale.ROOT,
                "place(order): Nearcall %.2f us, Java RMI %.1f us (%.0f x), floor %.2f us%s; medians of %d rounds",
                nearcall,
                rmi,
                rmi / nearcall,
                bare,
                bare > BUSY_FLOOR_US ? " (this machine is too busy to tell)" : "",
                ROUNDS);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
