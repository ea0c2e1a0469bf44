// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.kill;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import java.nio.file.Files;
import java.nio.file.Path;

/** Servers and clients that die at each point of a connection or call. */
public final class KilledAtPoint implements Row {

    /** Each point of each side over each channel twice. */
    private static final int IN_SHORT_FORM = CrashPoint.values().length * 2 * Schemes.ALL.size();

    private static final int IN_FULL = 2_000; // and as many again on the second JDK

    @Override
    public String name() {
        return "killed at a point";
    }

    @Override
    public String description() {
        return "A server or client is stopped at an exact place of the code, over "
                + Schemes.inWords()
                + ", and killed there with SIGKILL. While it connects, the places are: before connect, connected,"
                + " greeting sent, descriptors sent, mapped. In a call they are: frame claimed, half written,"
                + " committed and not woken, taken, in the method, half answered, answered, reading, closing. One"
                + " process in five holds 256 MB. One in four runs on a JDK 25, if there is one. NOT_SENT and"
                + " NOT_STARTED are checked against a log that the method writes first. The delay is the time from the"
                + " signal to the end of a call in flight.";
    }

    @Override
    public String mutation() {
        return "a server does not publish which call it has taken before it starts the method";
    }

    @Override
    public int minutes() {
        return 25;
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        Path altered = Files.createDirectory(campaign.scratch().resolve("altered"));
        int count = campaign.promised(IN_SHORT_FORM, IN_FULL);
        ExactKills kills = new ExactKills(campaign.scratch(), altered, campaign.random(this), count, tally);
        try {
            kills.run();
        } finally {
            kills.close();
            AlteredClasses.delete(altered);
        }
    }
}
