// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.Launch;
import java.util.List;

/** Processes that may open few files and have opened almost all of them. */
public final class NoDescriptors implements Row {

    private static final List<String> FEW_DESCRIPTORS = List.of("sh", "-c", "ulimit -n 64; exec \"$@\"", "sh");
    private static final int MOST_LEFT = 12;
    private static final int ROUNDS_IN_SHORT_FORM = 1;
    private static final int ROUNDS_IN_FULL = 20;

    @Override
    public String name() {
        return "no descriptors";
    }

    @Override
    public String description() {
        return "A client, a server, or a process that begins to serve has only 0 to 11 of its 64 descriptors free,"
                + " over "
                + Schemes.inWords()
                + ". Every call ends with a result or an exception of Nearcall's within 8 s, and nothing leaks. When"
                + " the descriptors are free again, everything works. The delay is the time from then to the end of a"
                + " visit that makes all kinds of calls.";
    }

    @Override
    public String mutation() {
        return "an acceptor that found no descriptor left waits for 50 s instead of 50 ms";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        try (ShortageCampaign shortages = new ShortageCampaign(
                campaign.scratch(),
                tally,
                (scratch, main, arguments) ->
                        new Launch(main, Jvm.cheap()).prefix(FEW_DESCRIPTORS).start(scratch, arguments))) {
            for (int round = campaign.count(ROUNDS_IN_SHORT_FORM, ROUNDS_IN_FULL); round > 0; round--) {
                for (ShortageCampaign.Place place : ShortageCampaign.Place.values()) {
                    for (String channel : Schemes.ALL) {
                        for (int left = 0; left < MOST_LEFT; left++) {
                            shortages.episode(place, channel, left + " descriptors", hoard(shortages, left));
                        }
                    }
                }
            }
        }
    }

    private static ShortageCampaign.Shortage hoard(ShortageCampaign shortages, int left) {
        return new ShortageCampaign.Shortage() {
            @Override
            public void begin() throws Exception {
                shortages.ask("hoard " + left);
            }

            @Override
            public int end() throws Exception {
                shortages.ask("release");
                return 1;
            }
        };
    }
}
