// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.load;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;

/** A server that is restarted again and again under its clients. */
public final class Restarted implements Row {

    private static final int IN_SHORT_FORM = 20;
    private static final int IN_FULL = 100;

    @Override
    public String name() {
        return "restarted";
    }

    @Override
    public String description() {
        return "A server is killed with SIGKILL or told to end with SIGTERM, in turn, and another process takes"
                + " its place. Eight clients call through the same stubs all the time: two processes and six"
                + " endpoints of this one, over "
                + Schemes.inWords()
                + " in turn. A delay is that from the new server's first word until it has been called by all"
                + " eight.";
    }

    @Override
    public String mutation() {
        return "a call that the dead server had taken last counts as not started";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        int count = campaign.promised(IN_SHORT_FORM, IN_FULL);
        RestartCampaign restarts = new RestartCampaign(campaign.scratch(), campaign.random(this), count, tally);
        try {
            restarts.run(count);
        } finally {
            restarts.close();
        }
    }
}
