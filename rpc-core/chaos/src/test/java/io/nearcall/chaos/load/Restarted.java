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
        return "A server is killed with SIGKILL or terminated with SIGTERM, in turn, and another process replaces"
                + " it. Eight clients keep calling through the same stubs: two processes and six endpoints of this"
                + " process, over "
                + Schemes.inWords()
                + " in turn. The delay is the time from the new server's first output until all eight clients have"
                + " called it.";
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
