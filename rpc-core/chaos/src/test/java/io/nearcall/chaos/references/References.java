// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.references;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.process.VictimJvm;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Remote objects that are made, called and given up, and clients that are killed while they hold some. */
public final class References implements Row {

    private static final String SERVICE = "lender";
    private static final int OBJECTS_IN_SHORT_FORM = 10_000;
    private static final int OBJECTS_IN_FULL = 1_000_000;
    /** Clients of one process, which are killed together. */
    private static final int CLIENTS = 10;

    private static final int HOLDERS_IN_SHORT_FORM = 10;
    private static final int HOLDERS_IN_FULL = 500;
    private static final int HELD = 20;
    private static final int EXAMINED = 2_000;
    private static final double MIB = 1 << 20;
    private static final double MORE_HEAP_MIB = 2;
    private static final long LATEST_NS = 10_000_000;
    private static final long SETTLE_NS = 5_000_000_000L;
    /** Threads of lanes are kept for some seconds. */
    private static final long THREADS_SETTLE_NS = 15_000_000_000L;

    private Tally tally;
    private LoggedTarget target;
    private Resources resources;
    private int threads;
    private double heapMib;

    @Override
    public String name() {
        return "references";
    }

    @Override
    public String description() {
        return "Over "
                + Schemes.inWords()
                + " in turn, a client receives objects of a service and calls them. It releases every second object,"
                + " drops the others, and passes objects of its own. After every 2000 objects no reference is left."
                + " In the end heap, threads and descriptors are as before. Then processes of 10 clients each are"
                + " killed. At that time each client holds 20 objects, 20 of its own are held, and new ones are in"
                + " transit. The delay is the time from the signal until the collector may take all objects.";
    }

    @Override
    public String mutation() {
        return "the references of a connection that has ended are kept";
    }

    @Override
    public void run(Campaign campaign, Tally rowTally) throws Exception {
        tally = rowTally;
        target = new LoggedTarget(nonce -> {});
        try (Endpoint server = Endpoint.builder().name(SERVICE).open();
                Yardstick yardstick = new Yardstick()) {
            for (int i = 0; i < Schemes.ALL.size(); i++) {
                server.export(Target.class, target, address(i));
            }
            lend(campaign.count(OBJECTS_IN_SHORT_FORM, OBJECTS_IN_FULL), yardstick);
            kill(campaign, campaign.promised(HOLDERS_IN_SHORT_FORM, HOLDERS_IN_FULL), yardstick);
        }
    }

    private static String address(int number) {
        String scheme = Schemes.inTurn(number);
        return scheme + ":" + SERVICE + "-" + scheme;
    }

    private void lend(int objects, Yardstick yardstick) throws Exception {
        try (Endpoint client = Endpoint.builder().name("borrower").open()) {
            Target[] targets = new Target[Schemes.ALL.size()];
            for (int i = 0; i < targets.length; i++) {
                targets[i] = client.lookup(Target.class, address(i));
            }
            borrow(targets, 2 * EXAMINED); // in vain: until then classes are loaded, and buffers grow
            target.sessionsLeft();
            measure();
            for (int done = 0; done < objects; done += EXAMINED) {
                yardstick.reset();
                borrow(targets, EXAMINED);
                tally.episode(2L * EXAMINED, yardstick.worstNs());
                examine("given up");
            }
            compare();
        }
        tally.note(objects + " objects were given, called and given up");
    }

    private void borrow(Target[] targets, int objects) {
        for (int i = 0; i < objects; i++) {
            try {
                CallKind.REFERENCE.call(targets[i % targets.length], i);
            } catch (Throwable e) {
                tally.wrong("a call ended with " + e);
            }
        }
    }

    private void kill(Campaign campaign, int holders, Yardstick yardstick) throws Exception {
        SplittableRandom random = campaign.random(this);
        measure(); // without the borrower
        for (int i = 0; i < holders; i++) {
            try (VictimJvm holder = VictimJvm.start(
                    campaign.scratch(), Holder.class, address(i), Integer.toString(CLIENTS), Integer.toString(HELD))) {
                holder.expect("holding " + CLIENTS * HELD);
                yardstick.reset();
                LockSupport.parkNanos(random.nextLong(LATEST_NS));
                long sentNs = holder.kill();
                holder.awaitExit();
                examine("of clients that were killed");
                tally.delay(System.nanoTime() - sentNs);
                tally.episode((long) CLIENTS * HELD, yardstick.worstNs());
            }
        }
        compare();
        tally.note(holders * CLIENTS + " clients were killed while they held objects");
    }

    private void measure() {
        resources = Resources.now();
        threads = Resources.threads();
        heapMib = heapMib();
    }

    private static double heapMib() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return (runtime.totalMemory() - runtime.freeMemory()) / MIB;
    }

    private void examine(String which) throws InterruptedException {
        int left = target.sessionsLeft();
        if (left > 0) {
            tally.leaked(left + " objects " + which);
        }
    }

    /** Compares with the measured values. */
    private void compare() throws InterruptedException {
        if (Resources.awaitWithin(resources, SETTLE_NS) < 0) {
            tally.leaked(Resources.now() + " instead of " + resources);
        }
        long startNs = System.nanoTime();
        while (Resources.threads() > threads && System.nanoTime() - startNs < THREADS_SETTLE_NS) {
            Thread.sleep(1);
        }
        if (Resources.threads() > threads) {
            tally.leaked(Resources.threads() + " threads instead of " + threads);
        }
        double more = heapMib() - heapMib;
        if (more > MORE_HEAP_MIB) {
            tally.leaked(String.format("%.1f MiB of heap", more));
        }
    }
}
