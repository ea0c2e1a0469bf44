// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.Launch;
import io.nearcall.chaos.process.VictimJvm;
import java.util.List;

/** A process with a heap that is smaller than the values that it receives, sends and fetches. */
public final class NoMemory implements Row {

    private static final String SMALL = "small";
    private static final String LARGE = "large";
    private static final int[] MEGABYTES = {1, 6, 10, 16, 24, 40};
    private static final int ROUNDS_IN_SHORT_FORM = 1;
    private static final int ROUNDS_IN_FULL = 40;

    @Override
    public String name() {
        return "no memory";
    }

    @Override
    public String description() {
        return "Arrays of 1 to 40 MB are sent to a server with a heap of 32 MB and fetched from it, over "
                + Schemes.inWords()
                + ". Then they are sent to a client with such a heap and fetched from it. A method allocates until the"
                + " heap is full. The caller gets a result, an exception of Nearcall's or the OutOfMemoryError."
                + " Afterwards small calls work. An episode is one size. Its delay is that of all its calls.";
    }

    @Override
    public String mutation() {
        return "an Error that a method throws reaches its caller as another exception";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        int refused = 0;
        try (Endpoint endpoint = Endpoint.open();
                VictimJvm small = new Launch(Starving.class, Jvm.cheap())
                        .option("-Xmx32m")
                        .start(campaign.scratch(), SMALL)) {
            endpoint.export(Glutton.class, new Starving.Guest(), LARGE);
            small.expect("ready");
            for (int round = campaign.count(ROUNDS_IN_SHORT_FORM, ROUNDS_IN_FULL); round > 0; round--) {
                for (String scheme : Schemes.ALL) {
                    String channel = scheme + ":";
                    for (int megabytes : MEGABYTES) {
                        long startNs = System.nanoTime();
                        refused += judge(
                                "to it " + channel + megabytes,
                                Feast.go(endpoint.lookup(Glutton.class, channel + SMALL), megabytes),
                                tally);
                        tally.delay(System.nanoTime() - startNs);
                        startNs = System.nanoTime();
                        small.send(channel + LARGE + " " + megabytes);
                        refused += judge(
                                "from it " + channel + megabytes,
                                List.of(small.readLine().split("\\|")),
                                tally);
                        tally.delay(System.nanoTime() - startNs);
                    }
                }
            }
            small.terminate();
            small.awaitExit();
        }
        tally.note(refused + " calls failed for lack of memory");
    }

    private static int judge(String what, List<String> result, Tally tally) {
        result.subList(1, result.size()).forEach(fault -> tally.wrong(what + " MB: " + fault));
        tally.episode(9, 0);
        return Integer.parseInt(result.get(0));
    }
}
