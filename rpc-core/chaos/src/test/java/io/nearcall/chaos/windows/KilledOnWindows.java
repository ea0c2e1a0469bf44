// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.windows;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.process.VictimJvm;
import io.nearcall.chaos.process.Wine;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Servers on Windows that are killed while they are called. */
public final class KilledOnWindows implements Row {

    private static final List<String> CHANNELS = List.of("shm", "pipe");
    private static final long HUNG_NS = 2_000_000_000L;
    private static final long PATIENCE_NS = 180_000_000_000L;

    @Override
    public String name() {
        return "killed on Windows";
    }

    @Override
    public String description() {
        return "A server on Windows is killed at any moment while three threads of a client call it, over `shm` and over `pipe`."
                + " Both run on Java 25 under Wine 8. A method counts its calls in memory that outlives the server. After the"
                + " last death a server starts and closes, and leaves no file. The delay is the time from the order to kill to"
                + " the end of a call. It shows how fast Wine is, and not how fast Windows is.";
    }

    @Override
    public String mutation() {
        return "a process on Windows that is dead counts as one that lives";
    }

    @Override
    public boolean isOnWindows() {
        return true;
    }

    @Override
    public int minutes() {
        return 20;
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        SplittableRandom random = campaign.random(this);
        try (Wine wine = new Wine(campaign.scratch());
                Yardstick yardstick = new Yardstick()) {
            for (String channel : CHANNELS) {
                String kills = Integer.toString(Campaign.killsOnWindows());
                String seed = Long.toString(random.nextLong());
                try (VictimJvm client = wine.start(channel, KilledServers.class, kills, seed)) {
                    serve(client, channel, wine, yardstick, tally);
                }
            }
        }
    }

    /** Does what the client says, and counts what it has seen. */
    private static void serve(VictimJvm client, String channel, Wine wine, Yardstick yardstick, Tally tally)
            throws IOException, InterruptedException {
        VictimJvm server = null;
        try {
            while (true) {
                String[] words = client.readLine(PATIENCE_NS).split(" ", 2);
                switch (words[0]) {
                    case KilledServers.START -> {
                        server = wine.start(channel, MappedLedger.class);
                        client.send("done");
                    }
                    case KilledServers.KILL -> {
                        yardstick.reset();
                        server.kill();
                        server.close();
                        client.send("done");
                    }
                    case KilledServers.CLOSE -> {
                        server.send("close");
                        server.awaitExit();
                        client.send("done");
                    }
                    case KilledServers.KILLED -> count(words[1], yardstick.worstNs(), tally);
                    case KilledServers.WRONG -> tally.wrong(words[1]);
                    case KilledServers.LEFT -> tally.leaked(words[1]);
                    case KilledServers.END -> {
                        tally.note("over " + channel + ", " + words[1]);
                        client.awaitExit();
                        return;
                    }
                    default -> throw new IOException("the client said " + String.join(" ", words));
                }
            }
        } finally {
            if (server != null) {
                server.close();
            }
        }
    }

    /** @param numbers how many calls there were, and how long each that failed took from the order to kill, in nanoseconds */
    private static void count(String numbers, long oversleepNs, Tally tally) {
        long[] all =
                Arrays.stream(numbers.split(" ")).mapToLong(Long::parseLong).toArray();
        for (int i = 1; i < all.length; i++) {
            tally.delay(all[i]);
            if (all[i] > HUNG_NS + oversleepNs) {
                tally.hung("a call ended " + all[i] / 1_000_000 + " ms after the order to kill");
            }
        }
        tally.episode(all[0], oversleepNs);
    }
}
