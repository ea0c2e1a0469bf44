// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.tangles;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import java.util.concurrent.TimeUnit;

/** Processes with threads that wait for each other in many ways, and never in a cycle. */
public final class FalseCycles implements Row {

    private static final long IN_SHORT_FORM_NS = TimeUnit.SECONDS.toNanos(4);
    private static final long IN_FULL_NS = TimeUnit.MINUTES.toNanos(10);

    @Override
    public String name() {
        return "false cycles";
    }

    @Override
    public String description() {
        return "Three processes call each other while they hold locks: by futures, behind one-way calls, over few"
                + " lanes, within calls and back. They take the locks in one order, so no wait lasts for ever. Now and"
                + " then one is stopped, or killed with SIGKILL and replaced. Each cycle of waits that a log or the"
                + " files of waits report is a fault.";
    }

    @Override
    public int minutes() {
        return 11;
    }

    @Override
    public String mutation() {
        return "a thread that waits for a lock counts as its holder";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        long durationNs = campaign.promisedNs(IN_SHORT_FORM_NS, IN_FULL_NS);
        try (TangleCampaign tangles = new TangleCampaign(campaign.scratch(), campaign.random(this), tally)) {
            tangles.run(durationNs);
        }
    }
}
