// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Site;
import io.nearcall.chaos.Tally;

/** Servers and clients that are stopped and go on, and that others take for ones of another host. */
public final class StoppedBetweenHosts implements Row {

    private static final int EACH_IN_SHORT_FORM = 2;
    private static final int EACH_IN_FULL = 50;
    private static final int LOST_IN_SHORT_FORM = 1;
    private static final int LOST_IN_LONG_FORM = 8;

    @Override
    public String name() {
        return "stopped between hosts";
    }

    @Override
    public String description() {
        return "As in the row *stopped*, over sessions of gRPC within this host. Some servers are stopped until the session"
                + " is lost, which takes 15 s. A call without a near deadline then ends as one that may have run. After"
                + " SIGCONT the same stubs work, and nothing is held for the lost session.";
    }

    @Override
    public int minutes() {
        return 5;
    }

    @Override
    public String mutation() {
        return "a caller who waits for a session does not check its deadline";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        StopCampaign stops = new StopCampaign(
                campaign.scratch(), campaign.random(this), tally, Site.atFreePort(), Site.atFreePort());
        try {
            stops.run(campaign.count(EACH_IN_SHORT_FORM, EACH_IN_FULL));
        } finally {
            stops.close();
        }
        LostSessions lost = new LostSessions(campaign.scratch(), tally);
        try {
            lost.run(campaign.promised(LOST_IN_SHORT_FORM, LOST_IN_LONG_FORM));
        } finally {
            lost.close();
        }
    }
}
