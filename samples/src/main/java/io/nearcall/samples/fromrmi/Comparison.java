// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.fromrmi;

import io.nearcall.samples.race.Turns;
import java.rmi.registry.Registry;
import java.util.Locale;

/** Runs the client of both versions. Then both make the same calls in turn, to compare how long these take. */
public final class Comparison {

    private static final int WARM_UP_ROUNDS = 4;
    private static final int ROUNDS = 6;
    private static final long SLICE_NS = 150_000_000;

    private Comparison() {}

    public static void main(String[] args) throws Exception {
        System.setProperty("java.rmi.server.hostname", "127.0.0.1");
        int port = args.length > 0 ? Integer.parseInt(args[0]) : Registry.REGISTRY_PORT;

        System.out.println("-- java.rmi");
        io.nearcall.samples.fromrmi.before.Client.main(args);
        System.out.println("-- io.nearcall.rmi");
        io.nearcall.samples.fromrmi.after.Client.main(args);

        System.out.println("Measuring, a few seconds ...");
        TicketOffice before = io.nearcall.samples.fromrmi.before.Client.find(port);
        TicketOffice after = io.nearcall.samples.fromrmi.after.Client.find(port);
        System.out.println(race("int free()", before, after, TicketOffice::free));
        System.out.println(race("Seat seatOf(String)", before, after, office -> office.seatOf("Ada")));
    }

    @FunctionalInterface
    private interface Work {
        Object call(TicketOffice office) throws Exception;
    }

    private static String race(String what, TicketOffice before, TicketOffice after, Work work) throws Exception {
        Turns turns = new Turns(WARM_UP_ROUNDS, ROUNDS, SLICE_NS);
        Turns.Contestant rmi = turns.add(number -> work.call(before));
        Turns.Contestant nearcall = turns.add(number -> work.call(after));
        turns.run();
        return String.format(
                Locale.ROOT,
                "%-20s java.rmi %.1f us (99 %% within %.1f us), io.nearcall.rmi %.2f us (99 %% within %.2f us): %.0f x",
                what,
                rmi.medianUs(),
                rmi.us(99),
                nearcall.medianUs(),
                nearcall.us(99),
                rmi.medianUs() / nearcall.medianUs());
    }
}
