// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;

/** Servers and clients that are stopped and go on. */
public final class Stopped implements Row {

    private static final int EACH_IN_SHORT_FORM = 4;
    private static final int EACH_IN_FULL = 150;

    @Override
    public String name() {
        return "stopped";
    }

    @Override
    public String description() {
        return "A server is stopped with SIGSTOP while "
                + DeadlineCallers.threads(2)
                + " threads call it in every way, over "
                + Schemes.inWords()
                + ". Deadlines are 50 ms, 200 ms and 1 s. Meanwhile 400 futures are started at once, and another"
                + " endpoint looks up the service. A client is stopped during its calls, while the calls of another"
                + " client continue. After SIGCONT the same stubs and connections work again. The delay is the time"
                + " from a call's deadline to its end.";
    }

    @Override
    public String mutation() {
        return "a sleeping caller does not check its deadline";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        StopCampaign stops = new StopCampaign(campaign.scratch(), campaign.random(this), tally);
        try {
            stops.run(campaign.count(EACH_IN_SHORT_FORM, EACH_IN_FULL));
        } finally {
            stops.close();
        }
    }
}
