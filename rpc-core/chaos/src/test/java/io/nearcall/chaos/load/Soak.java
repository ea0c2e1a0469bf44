// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.load;

import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.process.Host;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.Victim;
import io.nearcall.chaos.process.VictimJvm;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A server that is called in every way for a long time, and loses a client about every second. */
public final class Soak implements Row {

    private static final long SHORT_NS = 8_000_000_000L;
    private static final long FULL_NS = TimeUnit.MINUTES.toNanos(30);
    private static final String SERVICE = "soaked";
    private static final String FRESH = "fresh";
    private static final int CALLERS = 2;
    private static final long LATEST_NS = 40_000_000;
    private static final long ROUND_NS = 800_000_000;
    private static final long SLICE_NS = 30_000_000;
    private static final int SLICES = 9;
    private static final int SLICES_IN_FULL = 99;
    private static final double SLOWEST = 0.8;
    private static final double SLOWEST_IN_SHORT_FORM = 0.5;
    private static final int WARM_UP_SLICES = 20;

    @Override
    public String name() {
        return "soak";
    }

    @Override
    public String description() {
        return "This process calls a server in every way, also with a megabyte at a time, over "
                + Schemes.inWords()
                + ". About once a second a client of the server is killed during its calls. Heap, resident memory and"
                + " descriptors in the last quarter are those of the first. In the end the server answers as many"
                + " calls as one that has just been started.";
    }

    @Override
    public String mutation() {
        return "the lanes of a dead client are not closed";
    }

    @Override
    public int minutes() {
        return 30;
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        SplittableRandom random = campaign.random(this);
        long durationNs = campaign.promisedNs(SHORT_NS, FULL_NS);
        try (VictimJvm server = VictimJvm.start(campaign.scratch(), Jvm.cheap(), Host.class, SERVICE, "plainly", "0");
                Endpoint endpoint = Endpoint.builder()
                        .name("soaker")
                        .maxLanes(CALLERS) // or one who sees both in use while they change places makes more
                        .open();
                Yardstick yardstick = new Yardstick()) {
            server.expect("ready");
            List<Target> targets = new ArrayList<>();
            for (String scheme : Schemes.ALL) {
                Target target = endpoint.lookup(Target.class, scheme + ":" + SERVICE);
                Remotes.callAsync(target, stub -> stub.heard(1, said -> said))
                        .get(); // has the server make lanes to call on
                targets.add(target);
            }
            Target first = targets.get(0);
            SoakGauge gauge = new SoakGauge(server, first, campaign.isLong());
            long startNs = System.nanoTime();
            while (System.nanoTime() - startNs < durationNs) {
                yardstick.reset();
                long roundNs = System.nanoTime();
                List<Crowd> crowds = new ArrayList<>();
                for (Target target : targets) {
                    crowds.add(new Crowd(CALLERS, target, CallKind.values(), random.split()));
                }
                crowds.forEach(Crowd::start);
                killClient(campaign, random);
                LockSupport.parkNanos(ROUND_NS - (System.nanoTime() - roundNs));
                for (Crowd crowd : crowds) {
                    crowd.finish(tally);
                }
                long calls = 0;
                for (Crowd crowd : crowds) {
                    calls += crowd.expectAnswers(tally);
                }
                tally.episode(calls, yardstick.worstNs());
                gauge.sample(System.nanoTime() - startNs);
            }
            gauge.compare(System.nanoTime() - startNs, tally);
            compareSpeed(campaign, endpoint, first, tally);
            server.terminate();
            server.awaitExit();
        }
    }

    private static void compareSpeed(Campaign campaign, Endpoint endpoint, Target soaked, Tally tally)
            throws Exception {
        try (VictimJvm server = VictimJvm.start(campaign.scratch(), Jvm.cheap(), Host.class, FRESH, "plainly", "0")) {
            server.expect("ready");
            Target fresh = endpoint.lookup(Target.class, Schemes.ALL.get(0) + ":" + FRESH);
            Throughput.ratio(soaked, fresh, SLICE_NS, WARM_UP_SLICES); // in vain: both are compiled
            double ratio = Throughput.ratio(soaked, fresh, SLICE_NS, campaign.promised(SLICES, SLICES_IN_FULL));
            String figures = String.format("%.2f times as many calls a second as a server just started", ratio);
            tally.note(figures);
            if (ratio < (campaign.isLong() ? SLOWEST : SLOWEST_IN_SHORT_FORM)) {
                tally.wrong("slower: " + figures);
            }
            server.terminate();
            server.awaitExit();
        }
    }

    private static void killClient(Campaign campaign, SplittableRandom random) throws Exception {
        try (VictimJvm client = VictimJvm.start(campaign.scratch(), Victim.class)) {
            client.expect("ready");
            client.send("call " + Schemes.drawn(random) + ":" + SERVICE + " " + random.nextLong());
            client.expect("calling");
            LockSupport.parkNanos(random.nextLong(LATEST_NS));
            client.kill();
        }
    }
}
