// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.tangles;

import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.VictimJvm;
import io.nearcall.internal.discovery.RuntimeDirectory;
import io.nearcall.internal.discovery.StatisticsDirectory;
import io.nearcall.internal.waits.WaitCycle;
import io.nearcall.internal.waits.WaitGraph;
import io.nearcall.internal.waits.WaitNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Has a {@link Tangle} in this process and in others, looks at their waits, and stops or kills others. */
final class TangleCampaign implements AutoCloseable {

    private static final long LOOK_NS = 100_000_000;
    private static final long LEAST_EPISODE_NS = 2_000_000_000;
    private static final long LONGEST_STOP_NS = 2_000_000_000;

    private final Path scratch;
    private final SplittableRandom random;
    private final Tally tally;
    private final RuntimeDirectory directory = RuntimeDirectory.open(System.getProperty("io.nearcall.dir"));
    private final VictimJvm[] others = new VictimJvm[Tangle.PROCESSES];
    private final Thread[] listeners = new Thread[Tangle.PROCESSES];
    private long looks;
    private long waits;
    private long joined; // through another process
    private int kills;
    private int stops;

    TangleCampaign(Path scratch, SplittableRandom random, Tally tally) {
        this.scratch = scratch;
        this.random = random;
        this.tally = tally;
    }

    void run(long durationNs) throws IOException, InterruptedException {
        long startNs = System.nanoTime();
        try (Yardstick yardstick = new Yardstick();
                CycleLog log = new CycleLog(tally::wrong);
                Tangle own = new Tangle(0, random.split(), this::fault)) {
            log.flush();
            for (int i = 1; i < others.length; i++) {
                start(i);
            }
            own.start();
            while (System.nanoTime() - startNs < durationNs) {
                yardstick.reset();
                long before = own.calls();
                look(LEAST_EPISODE_NS + random.nextLong(LEAST_EPISODE_NS));
                strike(1 + random.nextInt(others.length - 1));
                tally.episode(own.calls() - before, yardstick.worstNs());
            }
            own.finish();
            for (int i = 1; i < others.length; i++) {
                others[i].send("");
                listeners[i].join(); // it prints "end"
            }
            for (int i = 1; i < others.length; i++) {
                others[i].send("");
                others[i].awaitExit();
            }
        }
        tally.note(looks + " looks at " + waits + " waits, " + joined + " of them for a thread of another process; "
                + stops + " stops, " + kills + " kills");
        if (joined == 0) {
            tally.wrong("no process has shown what it waits for");
        }
    }

    private void start(int number) throws IOException {
        VictimJvm other = VictimJvm.start(
                scratch, Jvm.drawn(), TangledJvm.class, Integer.toString(number), Long.toString(random.nextLong()));
        other.expect("ready");
        others[number] = other;
        listeners[number] = new Thread(() -> listen(other), "listener");
        listeners[number].setDaemon(true);
        listeners[number].start();
    }

    /** Reads until the process ends, or reports the end of its callers. */
    private void listen(VictimJvm other) {
        try {
            String line;
            while ((line = other.readLine()) != null && !line.equals("end")) {
                fault("process " + other.pid() + " said " + line);
            }
        } catch (IOException e) {
            // it is killed
        }
    }

    private void fault(String what) {
        if (what.startsWith("hung: ")) {
            tally.hung(what);
        } else {
            tally.wrong(what);
        }
    }

    private void strike(int number) throws IOException, InterruptedException {
        if (random.nextBoolean()) {
            stops++;
            others[number].stop();
            look(random.nextLong(LONGEST_STOP_NS));
            others[number].resume();
        } else {
            kills++;
            others[number].kill();
            listeners[number].join();
            others[number].close();
            start(number);
        }
    }

    private void look(long durationNs) {
        long endNs = System.nanoTime() + durationNs;
        while (System.nanoTime() - endNs < 0) {
            WaitGraph graph = WaitGraph.of(StatisticsDirectory.waits(directory));
            looks++;
            for (WaitNode wait : graph.waits()) {
                waits++;
                joined += wait.behind().stream()
                        .filter(behind ->
                                behind.process().pid() != wait.process().pid())
                        .count();
            }
            for (WaitCycle cycle : graph.cycles()) {
                tally.wrong(String.join("|", cycle.lines()));
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    @Override
    public void close() {
        for (VictimJvm other : others) {
            if (other != null) {
                other.close();
            }
        }
    }
}
