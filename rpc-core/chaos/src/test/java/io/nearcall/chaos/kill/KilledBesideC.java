// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.CPrograms;
import java.nio.file.Path;

/** JVMs that die at each point of what they do, with a process in C on the other side. */
public final class KilledBesideC implements Row {

    private static final int IN_SHORT_FORM = CrashPoint.values().length * 2 * KillsInC.SCHEMES.size();
    private static final int IN_FULL = 1_000;

    @Override
    public String name() {
        return "killed beside C";
    }

    @Override
    public String description() {
        return "JVMs that serve and call are stopped at an exact place of the code, as in the row *killed at a point*, and killed there"
                + " with SIGKILL. The other side is one process in C, which outlives them. Its calls are judged by a log"
                + " that the methods write first. What it holds of the system, and its objects, are counted after each."
                + " The delay is the time from the signal to the end of a call in flight.";
    }

    @Override
    public String mutation() {
        return "a caller in C says that a call has not started though the dead server had taken it";
    }

    @Override
    public int minutes() {
        return 14;
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        CPrograms programs = CPrograms.build(campaign.scratch());
        Path altered = campaign.scratch().resolve("altered");
        int count = campaign.promised(IN_SHORT_FORM, IN_FULL);
        KillsBesideC kills =
                new KillsBesideC(campaign.scratch(), altered, programs, campaign.random(this), count, tally);
        try {
            kills.run();
        } finally {
            kills.close();
            programs.delete();
            AlteredClasses.delete(altered);
        }
    }
}
