// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace.comparison;

import io.nearcall.Endpoint;
import io.nearcall.samples.race.LoopbackRmi;
import io.nearcall.samples.race.Turns;
import io.nearcall.samples.tuplespace.Template;
import io.nearcall.samples.tuplespace.Tuple;
import io.nearcall.samples.tuplespace.TupleSpace;
import java.rmi.RemoteException;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Measures how quickly one client gets tuples through the space over Nearcall and over Java RMI, in turn. */
public final class Throughput {

    private static final int WARM_UP_ROUNDS = 5;
    private static final int ROUNDS = 9;
    private static final long SLICE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Two calls never take this long if two CPUs are free. */
    private static final double BUSY_US = 20;

    private static final Template LAMP = Template.of("lamp", int.class);

    private Throughput() {}

    /** Puts a tuple in and takes it out again. */
    @FunctionalInterface
    private interface InAndOut {
        Tuple pass(Tuple tuple) throws RemoteException;
    }

    /** Takes about three seconds. Returns the result as one line. */
    public static String measure(Endpoint endpoint, TupleSpace space) throws Exception {
        RmiSpace rmiSpace = LoopbackRmi.stub(endpoint.lookup(Comparison.class).rmiSpace(), RmiSpace.class);
        Turns turns = new Turns(WARM_UP_ROUNDS, ROUNDS, SLICE_NS);
        Turns.Contestant nearcall = turns.add(through(lamp -> {
            space.out(lamp);
            return space.inp(LAMP).orElse(null);
        }));
        Turns.Contestant rmi = turns.add(through(lamp -> {
            rmiSpace.out(lamp);
            return rmiSpace.inp(LAMP);
        }));
        turns.run();
        double nearcallUs = nearcall.medianUs();
        double rmiUs = rmi.medianUs();
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

    private static Turns.Work through(InAndOut space) {
        return number -> {
            Tuple lamp = Tuple.of("lamp", number);
            if (!lamp.equals(space.pass(lamp))) {
                throw new IllegalStateException("the space has another tuple than " + lamp);
            }
        };
    }
}
