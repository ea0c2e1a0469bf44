// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Clients that come and go, and some that do not even greet. */
public final class ComeAndGo implements Row {

    private static final String SERVICE = "station";
    private static final int CLIENTS_IN_SHORT_FORM = 500;
    private static final int CLIENTS_IN_FULL = 10_000;
    private static final int RUDE_IN_SHORT_FORM = 300;
    private static final int RUDE_IN_FULL = 1_000;
    private static final int EXAMINED = 50;
    /** Threads of lanes are kept for some seconds. */
    private static final int SPARE_THREADS = 8;

    private static final long SETTLE_NS = 5_000_000_000L;
    private static final long PAUSE_NS = 1_000_000;

    @Override
    public String name() {
        return "come and go";
    }

    @Override
    public String description() {
        return "Clients connect over " + Schemes.inWords() + " in turn, bind, call and close. Others connect and send a"
                + " greeting that is cut off, wrong, too long or missing. After every 50 clients the server holds what it"
                + " held before the first one. The delay is the time of a client from opening its endpoint to having"
                + " closed it.";
    }

    @Override
    public String mutation() {
        return "a connection that ends does not close the descriptor by which it watches its peer's process";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        SplittableRandom random = campaign.random(this);
        int clients = campaign.promised(CLIENTS_IN_SHORT_FORM, CLIENTS_IN_FULL);
        int rude = campaign.promised(RUDE_IN_SHORT_FORM, RUDE_IN_FULL);
        Path directory = Path.of(System.getProperty("io.nearcall.dir"));
        Yardstick yardstick = new Yardstick();
        try (Endpoint server = Endpoint.builder().name(SERVICE).open()) {
            server.export(Target.class, new LoggedTarget(nonce -> {}), SERVICE);
            visit(0);
            visit(1);
            Resources before = settled(Resources.now());
            int threads = Resources.threads();
            for (int i = 0; i < clients; i++) {
                yardstick.reset();
                long startNs = System.nanoTime();
                visit(i);
                tally.delay(System.nanoTime() - startNs);
                tally.episode(1, yardstick.worstNs());
                if (i % EXAMINED == 0) {
                    examine(before, threads, directory, tally);
                }
            }
            for (int i = 0; i < rude; i++) {
                RudeClient.visit(directory.resolve(SERVICE + ".sock"), random);
                tally.episode(0, 0);
                if (i % EXAMINED == 0) {
                    examine(before, threads, directory, tally);
                    visit(i);
                }
            }
            examine(before, threads, directory, tally);
        } finally {
            yardstick.close();
        }
        tally.note(clients + " connections that made calls, " + rude + " without a valid greeting");
    }

    private static void visit(int number) {
        try (Endpoint client = Endpoint.builder().name("passenger").open()) {
            String address = Schemes.inTurn(number) + ":" + SERVICE;
            if (client.lookup(Target.class, address).ping(2L * number + 1) != 2L * number + 1) {
                throw new AssertionError("another answer");
            }
        }
    }

    /** What is held when all that ends has ended. */
    private static Resources settled(Resources most) {
        Resources least = most;
        for (int i = 0; i < 300; i++) {
            LockSupport.parkNanos(PAUSE_NS);
            Resources now = Resources.now();
            least = now.isWithin(least) ? now : least;
        }
        return least;
    }

    private static void examine(Resources before, int threads, Path directory, Tally tally) throws Exception {
        if (Resources.awaitWithin(before, SETTLE_NS) < 0) {
            tally.leaked(Resources.now() + " instead of " + before);
        }
        if (Resources.threads() > threads + SPARE_THREADS) {
            tally.leaked(Resources.threads() + " threads instead of " + threads);
        }
        int names = Resources.namesIn(directory).size();
        if (names > 2) { // socket and lock
            tally.leaked(names + " names in the runtime directory");
        }
    }
}
