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
    private static final long HUNG_NS = 1_000_000_000L;
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
                        server.awaitEnd();
                        client.send("done");
                        server.close();
                    }
                    case KilledServers.CLOSE -> {
                        server.send("close");
                        requireSuccess(server, tally);
                        client.send("done");
                    }
                    case KilledServers.KILLED -> count(words[1], yardstick.worstNs(), tally);
                    case KilledServers.WRONG -> tally.wrong(words[1]);
                    case KilledServers.LEFT -> tally.leaked(words[1]);
                    case KilledServers.END -> {
                        tally.note("over " + channel + ", " + words[1]);
                        requireSuccess(client, tally);
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

    private static void requireSuccess(VictimJvm jvm, Tally tally) throws InterruptedException {
        int status = jvm.awaitExit();
        if (status != 0) {
            tally.wrong("process " + jvm.pid() + " has ended with status " + status);
        }
    }

    /**
     * @param numbers how many calls there were; how long it took from the order to kill until the server was dead, and until
     *     the end of each call that failed, in nanoseconds
     */
    private static void count(String numbers, long oversleepNs, Tally tally) {
        long[] all =
                Arrays.stream(numbers.split(" ")).mapToLong(Long::parseLong).toArray();
        for (int i = 2; i < all.length; i++) {
            tally.delay(all[i]);
            if (all[i] - all[1] > HUNG_NS + oversleepNs) {
                tally.hung("a call ended " + (all[i] - all[1]) / 1_000_000 + " ms after the death of its server");
            }
        }
        tally.episode(all[0], oversleepNs);
    }
}
