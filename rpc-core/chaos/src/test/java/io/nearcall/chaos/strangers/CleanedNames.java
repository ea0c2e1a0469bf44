// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.strangers;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** A cleaner of temporary files removes the names of living servers, while others want them. */
public final class CleanedNames implements Row {

    private static final int NAMES = 50;
    private static final int BATCHES = 4;
    private static final int BATCHES_IN_FULL = 20;
    private static final int SERVERS = 3;
    private static final int STRIKES = 3;
    private static final long LEAD_NS = 5_000_000;
    private static final long STRIKING_NS = 200_000_000;

    /** Two looks of every server, and as much again. */
    private static final long SETTLE_NS = 4_000_000_000L;

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    /** What is removed of the names of a batch. */
    private enum Struck {
        LOCKS,
        ANY,
        DIRECTORY
    }

    private Path directory;
    private Tally tally;

    static String name(int number) {
        return "cleaned-" + number;
    }

    @Override
    public String name() {
        return "cleaned names";
    }

    @Override
    public String description() {
        return "A server offers 50 names. For each name a cleaner removes the lock, the socket, both, or the whole"
                + " directory, up to three times within 200 ms. Two other processes try to take the names"
                + " meanwhile. Four seconds later exactly one of the three offers each name, and clients find that"
                + " one. A process that has lost a name has logged the loss, and its export is closed. If only locks"
                + " were removed, no process loses a name. An episode is a name.";
    }

    @Override
    public String mutation() {
        return "a process that has locked a new lock file does not connect to the socket";
    }

    @Override
    public void run(Campaign campaign, Tally rowTally) throws Exception {
        tally = rowTally;
        directory = Path.of(System.getProperty("io.nearcall.dir"));
        SplittableRandom random = campaign.random(this);
        List<VictimJvm> servers = new ArrayList<>();
        try (Yardstick yardstick = new Yardstick()) {
            for (int i = 0; i < SERVERS; i++) {
                servers.add(VictimJvm.start(campaign.scratch(), Claimant.class));
                servers.get(i).expect("ready");
            }
            int batches = campaign.promised(BATCHES, BATCHES_IN_FULL);
            for (int batch = 0; batch < batches; batch++) {
                yardstick.reset();
                Struck struck = Struck.values()[batch % Struck.values().length];
                contend(servers, batch % SERVERS, struck, random);
                LockSupport.parkNanos(SETTLE_NS + 2 * yardstick.worstNs());
                judge(
                        servers,
                        struck == Struck.LOCKS ? servers.get(batch % SERVERS).pid() : 0,
                        yardstick);
                for (VictimJvm server : servers) {
                    ask(server, "over");
                }
            }
        } finally {
            servers.forEach(VictimJvm::close);
        }
    }

    private static String ask(VictimJvm server, String question) throws IOException {
        server.send(question);
        return server.readLine();
    }

    private void contend(List<VictimJvm> servers, int owner, Struck struck, SplittableRandom random)
            throws IOException {
        String all = "claim " + NAMES + " ";
        String said = ask(servers.get(owner), all + System.nanoTime() + " " + System.nanoTime());
        if (!said.equals("claimed " + NAMES)) {
            tally.wrong("a server has " + said + " of " + NAMES + " free names");
        }
        long atNs = System.nanoTime() + LEAD_NS;
        for (int i = 0; i < SERVERS; i++) {
            if (i != owner) {
                servers.get(i).send(all + atNs + " " + (atNs + STRIKING_NS));
            }
        }
        strike(atNs, struck, random);
        for (int i = 0; i < SERVERS; i++) {
            if (i != owner) {
                servers.get(i).readLine();
            }
        }
    }

    private void strike(long atNs, Struck struck, SplittableRandom random) throws IOException {
        int strikes = 1 + random.nextInt(STRIKES);
        for (int strike = 0; strike < strikes; strike++) {
            long dueNs = atNs + random.nextLong(STRIKING_NS / STRIKES) + strike * STRIKING_NS / STRIKES;
            LockSupport.parkNanos(Math.max(0, dueNs - System.nanoTime()));
            for (int i = 0; i < NAMES; i++) {
                int what = switch (struck) {
                    case LOCKS -> 1;
                    case ANY -> random.nextInt(4);
                    case DIRECTORY -> 3;
                };
                if ((what & 1) != 0) {
                    Files.deleteIfExists(directory.resolve(name(i) + ".lock"));
                }
                if ((what & 2) != 0) {
                    Files.deleteIfExists(directory.resolve(name(i) + ".sock"));
                }
            }
            if (struck == Struck.DIRECTORY) {
                directory.toFile().delete(); // unless a new file is in it meanwhile
            }
        }
    }

    private void call(Endpoint client, String name, long holder) {
        try {
            long startNs = System.nanoTime();
            long pid = client.lookup(Claimant.Claimed.class, name, PATIENCE).pid();
            tally.delay(System.nanoTime() - startNs);
            if (pid != holder) {
                tally.wrong(name + " is answered by " + pid + ", and offered by " + holder);
            }
        } catch (NearcallException e) {
            tally.wrong(name + " is offered by " + holder + ", but: " + e.getMessage());
        }
    }

    /** @param keeper the process that has to have kept all names; 0 if any may have them */
    private void judge(List<VictimJvm> servers, long keeper, Yardstick yardstick) throws IOException {
        List<Set<String>> held = new ArrayList<>();
        for (VictimJvm server : servers) {
            String said = ask(server, "held");
            if (!said.startsWith("held")) {
                tally.wrong("process " + server.pid() + ": " + said);
            }
            held.add(new HashSet<>(List.of(said.split(" "))));
        }
        try (Endpoint client = Endpoint.open()) {
            for (int i = 0; i < NAMES; i++) {
                String name = name(i);
                List<Long> holders = new ArrayList<>();
                for (int server = 0; server < SERVERS; server++) {
                    if (held.get(server).contains(name)) {
                        holders.add(servers.get(server).pid());
                    }
                }
                if (keeper != 0 && !holders.equals(List.of(keeper))) {
                    tally.wrong(name + ", whose socket was left in place, went from " + keeper + " to " + holders);
                }
                if (holders.size() == 1) {
                    call(client, name, holders.get(0));
                } else {
                    tally.wrong(name + " is offered by " + holders);
                }
                tally.episode(1, yardstick.worstNs());
            }
        }
    }
}
