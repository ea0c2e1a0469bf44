// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.strangers;

import io.nearcall.Endpoint;
import io.nearcall.Export;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.process.VictimJvm;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.UnixSocket;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Two processes that claim the same name at the same time. */
public final class DoubleStarts implements Row {

    /** First for processes, then for endpoints in one process. */
    private static final int TIMES = 200;

    private static final int TIMES_IN_FULL = 10_000;
    private static final long LEAD_NS = 2_000_000;
    private static final long LIMIT_NS = 2_000_000_000L;
    private static final String SERVICE = "coveted";

    private final AtomicInteger holders = new AtomicInteger();
    private Path directory;
    private Tally tally;

    @Override
    public String name() {
        return "double starts";
    }

    @Override
    public String description() {
        return "Two processes, and two endpoints of one process, offer the same name at the same moment. In every"
                + " second case a dead process has left the name. Exactly one gets the name, and clients find that one."
                + " Then both take and release the name as fast as they can, and never hold it at the same time. The"
                + " delay is the time until both know who has it.";
    }

    @Override
    public String mutation() {
        return "a process that has locked a file does not check whether the file still has the name";
    }

    @Override
    public void run(Campaign campaign, Tally rowTally) throws Exception {
        tally = rowTally;
        directory = Path.of(System.getProperty("io.nearcall.dir"));
        int times = campaign.count(TIMES, TIMES_IN_FULL);
        try (Yardstick yardstick = new Yardstick();
                Endpoint caller = Endpoint.open()) {
            try (VictimJvm one = VictimJvm.start(campaign.scratch(), Starter.class);
                    VictimJvm other = VictimJvm.start(campaign.scratch(), Starter.class)) {
                one.expect("ready");
                other.expect("ready");
                for (int round = 0; round < times; round++) {
                    yardstick.reset();
                    leaveRemains(round);
                    processes(caller, one, other, yardstick);
                }
            }
            try (Endpoint one = Endpoint.open();
                    Endpoint other = Endpoint.open()) {
                for (int round = 0; round < times; round++) {
                    yardstick.reset();
                    leaveRemains(round);
                    endpoints(caller, one, other, yardstick);
                }
                Thread rival = new Thread(() -> comeAndGo(other, 10 * times));
                rival.start();
                comeAndGo(one, 10 * times);
                rival.join();
            }
        }
    }

    /** The files of a killed process: a socket without a listener, and a lock without a holder. */
    private void leaveRemains(int round) {
        if (round % 2 == 0) {
            int lock =
                    FileSystem.openLockFile(directory.resolve(SERVICE + ".lock").toString());
            FileSystem.writeText(lock, "nearcall " + Integer.MAX_VALUE + "\n");
            Descriptors.close(lock);
            Descriptors.close(
                    UnixSocket.listen(directory.resolve(SERVICE + ".sock").toString(), 0600, 1));
        }
    }

    private void processes(Endpoint caller, VictimJvm one, VictimJvm other, Yardstick yardstick) throws IOException {
        long atNs = System.nanoTime() + LEAD_NS;
        one.send(SERVICE + " " + atNs);
        other.send(SERVICE + " " + atNs);
        boolean first = one.readLine().equals("won");
        boolean second = other.readLine().equals("won");
        judge(caller, first, second, System.nanoTime() - atNs, yardstick);
        one.send("over");
        other.send("over");
        one.expect("over");
        other.expect("over");
    }

    private void endpoints(Endpoint caller, Endpoint one, Endpoint other, Yardstick yardstick) {
        long atNs = System.nanoTime() + LEAD_NS;
        CompletableFuture<Export> rival = CompletableFuture.supplyAsync(() -> Starter.start(other, SERVICE, atNs));
        Export first = Starter.start(one, SERVICE, atNs);
        Export second = rival.join();
        judge(caller, first != null, second != null, System.nanoTime() - atNs, yardstick);
        for (Export export : new Export[] {first, second}) {
            if (export != null) {
                export.close();
            }
        }
    }

    /** Takes the name and releases it again as often as possible, never while another one has it. */
    private void comeAndGo(Endpoint endpoint, int times) {
        for (int i = 0; i < times; i++) {
            Export export = Starter.start(endpoint, SERVICE, System.nanoTime());
            if (export != null) {
                if (holders.incrementAndGet() > 1) {
                    tally.wrong("two have the name while it comes and goes");
                }
                Thread.yield();
                holders.decrementAndGet();
                export.close();
                tally.episode(0, 0);
            }
        }
    }

    private void judge(Endpoint caller, boolean first, boolean second, long tookNs, Yardstick yardstick) {
        tally.delay(tookNs);
        if (tookNs > LIMIT_NS + yardstick.worstNs()) {
            tally.hung("a start took " + tookNs / 1_000_000 + " ms");
        }
        if (first == second) {
            tally.wrong(first ? "both have the name" : "nobody has the name");
        } else if (caller.lookup(Target.class, SERVICE).ping(1) != 1) {
            tally.wrong("another answer");
        }
        tally.episode(1, yardstick.worstNs());
    }
}
