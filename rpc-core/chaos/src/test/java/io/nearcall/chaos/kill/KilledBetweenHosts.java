// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Site;
import io.nearcall.chaos.Tally;

/** Servers and clients that die, and that others take for ones of another host. */
public final class KilledBetweenHosts implements Row {

    private static final int EACH_IN_SHORT_FORM = 4;
    private static final int EACH_IN_FULL = 200;

    @Override
    public String name() {
        return "killed between hosts";
    }

    @Override
    public String description() {
        return "As in the row *killed at random*, over plaintext sessions of gRPC. Both processes are on this host, and treat"
                + " each other like processes of another host. The next server listens at the same port.";
    }

    @Override
    public int minutes() {
        return 6;
    }

    @Override
    public String mutation() {
        return "a connection learns of the end of its session two seconds late";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        int each = campaign.promised(EACH_IN_SHORT_FORM, EACH_IN_FULL);
        RandomKills kills = new RandomKills(
                campaign.scratch(), campaign.random(this), each, tally, Site.atFreePort(), Site.atFreePort());
        try {
            kills.run();
        } finally {
            kills.close();
        }
    }
}
