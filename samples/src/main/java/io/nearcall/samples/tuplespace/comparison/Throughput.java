// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace.comparison;

import io.nearcall.Endpoint;
import io.nearcall.samples.tuplespace.Template;
import io.nearcall.samples.tuplespace.Tuple;
import io.nearcall.samples.tuplespace.TupleSpace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.rmi.RemoteException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** How quickly one client gets tuples through the space, with the two taking turns. */
public final class Throughput {

    private static final int WARM_UP_ROUNDS = 5;
    private static final int ROUNDS = 9;
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Two calls never take that long where two CPUs are free. */
    private static final double BUSY_US = 20;

    private static final Template LAMP = Template.of("lamp", int.class);

    private Throughput() {}

    /** Puts a tuple in and takes it out again. */
    @FunctionalInterface
    private interface InAndOut {
        Tuple pass(Tuple tuple) throws RemoteException;
    }

    /** Takes about three seconds; returns the result as one line. */
    public static String measure(Endpoint endpoint, TupleSpace space) throws IOException, ClassNotFoundException {
        RmiSpace rmiSpace = rmiSpace(endpoint.lookup(Comparison.class));
        Histogram nearcallNs = new Histogram(3);
        Histogram rmiNs = new Histogram(3);
        for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
            if (round == 0) {
                nearcallNs.reset();
                rmiNs.reset();
            }
            measure(nearcallNs, lamp -> {
                space.out(lamp);
                return space.inp(LAMP).orElse(null);
            });
            measure(rmiNs, lamp -> {
                rmiSpace.out(lamp);
                return rmiSpace.inp(LAMP);
            });
        }
        double nearcallUs = nearcallNs.getValueAtPercentile(50) / 1e3;
        double rmiUs = rmiNs.getValueAtPercentile(50) / 1e3;
        return String.format(
                Locale.ROOT,
                "A tuple in and out again: Nearcall %.2f us, %,.0f a second; Java RMI %.1f us (%.0f x), %,.0f a second%s.",
                nearcallUs,
                1e6 / nearcallUs,
                rmiUs,
                rmiUs / nearcallUs,
                1e6 / rmiUs,
                nearcallUs > BUSY_US ? " (this machine is too busy to tell)" : "");
    }

    private static void measure(Histogram ns, InAndOut space) throws RemoteException {
        long endNs = System.nanoTime() + SLICE_NS;
        int lamps = 0;
        for (long beforeNs = System.nanoTime(); beforeNs - endNs < 0; beforeNs = System.nanoTime()) {
            Tuple lamp = Tuple.of("lamp", lamps++);
            if (!lamp.equals(space.pass(lamp))) {
                throw new IllegalStateException("the space has another tuple than " + lamp);
            }
            ns.recordValue(System.nanoTime() - beforeNs);
        }
    }

    private static RmiSpace rmiSpace(Comparison comparison) throws IOException, ClassNotFoundException {
        try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(comparison.rmiSpace()))) {
            return (RmiSpace) stream.readObject();
        }
    }
}
