// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.CPrograms;

/** Servers and clients in C that die at each point of what they do, with a JVM on the other side. */
public final class KilledInC implements Row {

    private static final int IN_SHORT_FORM = CrashPoint.values().length * 2 * KillsInC.SCHEMES.size();
    private static final int IN_FULL = 1_000;

    @Override
    public String name() {
        return "C killed at a point";
    }

    @Override
    public String description() {
        return "Servers and clients in C, over libnearcall, are stopped at an exact place of the code and killed there with"
                + " SIGKILL. The other side is a JVM. The points and the checks are those of the row"
                + " *killed at a point*. The delay is the time from the signal to the end of a call in flight.";
    }

    @Override
    public String mutation() {
        return "a server in C does not publish which call it has taken before it starts the method";
    }

    @Override
    public int minutes() {
        return 4;
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        CPrograms programs = CPrograms.build(campaign.scratch());
        int count = campaign.promised(IN_SHORT_FORM, IN_FULL);
        KillsInC kills = new KillsInC(campaign.scratch(), programs, campaign.random(this), count, tally);
        try {
            kills.run();
        } finally {
            kills.close();
            programs.delete();
        }
    }
}
