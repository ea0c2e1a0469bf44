// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.CPrograms;
import java.util.SplittableRandom;

/** The peers of the rows about greetings, memory and frames, which attack a server in C. */
public final class HostileToC implements Row {

    @Override
    public String name() {
        return "hostile to C";
    }

    @Override
    public String description() {
        return "A JVM attacks a server in C, over libnearcall, as the clients of the rows *hostile greeting*, *hostile memory*"
                + " and *hostile frames* do. Calls and delays are as in the row *hostile greeting*.";
    }

    @Override
    public String mutation() {
        return "a server in C does not check the length that the header of a record says";
    }

    @Override
    public int minutes() {
        return 3;
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        SplittableRandom random = campaign.random(this);
        CPrograms programs = CPrograms.build(campaign.scratch());
        try (Siege siege = new Siege(campaign.scratch(), tally, "shm", programs.start())) {
            int times = campaign.count(1, 20);
            for (int i = 0; i < times; i++) {
                new HostileGreeting().attackServer(siege, random, tally);
                new HostileMemory().attackServer(siege, campaign.scratch());
                new HostileFrames().attackServer(siege, random);
            }
        } finally {
            programs.delete();
        }
    }
}
