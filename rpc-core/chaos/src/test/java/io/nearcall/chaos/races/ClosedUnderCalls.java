// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Endpoints and exports that are closed while eight threads call through them. */
public final class ClosedUnderCalls implements Row {

    private static final int IN_SHORT_FORM = 240;
    private static final int IN_FULL = 10_000;
    private static final int EXECUTOR_THREADS = 3;

    @Override
    public String name() {
        return "closed under calls";
    }

    @Override
    public String description() {
        return "Eight threads call in every way, over "
                + Schemes.inWords()
                + ", with and without an executor. Three of them are interrupted now and then. Within 4 ms one of these"
                + " is closed: the caller's endpoint, the server's endpoint, both at once, or the export. The outcome"
                + " that each call reports is compared with the log of the method. The delay is the time from the close"
                + " to the end of a call in flight.";
    }

    @Override
    public String mutation() {
        return "a lane's thread publishes a call as taken and runs it without checking whether the connection is closing";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        SplittableRandom random = campaign.random(this);
        ExecutorService executor = Executors.newFixedThreadPool(EXECUTOR_THREADS);
        Closes.What[] whats = Closes.What.values();
        try (Yardstick yardstick = new Yardstick()) {
            Closes closes = new Closes(random, tally, yardstick);
            int count = campaign.promised(IN_SHORT_FORM, IN_FULL);
            for (int i = 0; i < count; i++) {
                String channel = Schemes.inTurn(i);
                Closes.What what = whats[i / Schemes.ALL.size() % whats.length];
                closes.close(what, channel, random.nextInt(3) == 0 ? executor : null);
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
