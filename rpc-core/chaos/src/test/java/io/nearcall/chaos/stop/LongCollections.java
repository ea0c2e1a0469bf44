// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import java.util.List;

/** Servers that collect garbage again and again, and long. */
public final class LongCollections implements Row {

    private static final int IN_SHORT_FORM = 1;
    private static final int IN_FULL = 10;
    private static final int NODES = 8_000_000;
    private static final int HEAP_MB = 700;
    private static final long DURATION_NS = 4_000_000_000L;

    @Override
    public String name() {
        return "long collections";
    }

    @Override
    public String description() {
        return String.format(
                        "A server with %,d small objects collects garbage with one thread, again and again. ", NODES)
                + DeadlineCallers.threads(2)
                + " threads call it as in the row *stopped*. The delay is the time from a call's deadline to its end.";
    }

    @Override
    public String mutation() {
        return "the deadlines of futures are not checked";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        int count = campaign.count(IN_SHORT_FORM, IN_FULL);
        try (StalledServers servers = new StalledServers(campaign.scratch(), campaign.random(this), tally, false)) {
            long[] sums = new long[2];
            for (int i = 0; i < count; i++) {
                servers.episode(HEAP_MB, "collecting", NODES, List.of(), server -> {
                    StalledServers.letCall(DURATION_NS);
                    server.send("collections");
                    String[] words = server.readLine().split(" ");
                    sums[0] += Long.parseLong(words[0]);
                    sums[1] += Long.parseLong(words[1]);
                });
            }
            tally.note(sums[0] + " collections took " + sums[1] / Math.max(1, sums[0]) + " ms on average");
        }
    }
}
