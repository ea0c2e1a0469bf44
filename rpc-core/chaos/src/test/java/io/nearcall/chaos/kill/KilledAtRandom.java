// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;

/** Servers and clients that die while they do anything. */
public final class KilledAtRandom implements Row {

    private static final int EACH_IN_SHORT_FORM = 12;
    private static final int EACH_IN_FULL = 500;

    @Override
    public String name() {
        return "killed at random";
    }

    @Override
    public String description() {
        return "Threads call servers and clients in every way, or connect and bind. After 0.1 to 40 ms the"
                + " called process is killed with SIGKILL. The delay is the time from the signal to the end of a call"
                + " in flight.";
    }

    @Override
    public int minutes() {
        return 6;
    }

    @Override
    public String mutation() {
        return "a connection learns of the death of its process two seconds late";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        int each = campaign.promised(EACH_IN_SHORT_FORM, EACH_IN_FULL);
        RandomKills kills = new RandomKills(campaign.scratch(), campaign.random(this), each, tally);
        try {
            kills.run();
        } finally {
            kills.close();
        }
    }
}
