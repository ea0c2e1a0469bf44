// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.load;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.Prompt;
import io.nearcall.chaos.process.Host;
import io.nearcall.chaos.process.Jvm;
import io.nearcall.chaos.process.VictimJvm;
import io.nearcall.chaos.stop.Lateness;
import io.nearcall.chaos.stop.Sleepers;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** More callers than a server serves. */
public final class Load implements Row {

    private static final int IN_SHORT_FORM = 2 * Schemes.ALL.size();
    private static final int IN_FULL = 60;
    private static final String SERVICE = "busy";
    private static final int CALLERS = 64;
    private static final int METHOD_MS = 500;
    private static final long DEADLINE_NS = 200_000_000;
    private static final long DURATION_NS = 1_500_000_000;
    private static final long SAMPLE_NS = 50_000_000;
    private static final long RECOVERY_NS = 1_000_000_000;
    private static final long SETTLE_NS = 3_000_000_000L;
    private static final long RESIDENT_LIMIT_KB = 96 << 10;
    private static final long HEAP_LIMIT_BYTES = 8 << 20;
    private static final int THREADS_LIMIT = CALLERS + 16;

    @Override
    public String name() {
        return "load";
    }

    @Override
    public String description() {
        return CALLERS
                + " threads call a server with a deadline of 200 ms, over one channel at a time. Its methods sleep"
                + " for "
                + METHOD_MS
                + " ms and ignore interrupts, or the server is stopped. Memory and threads stay bounded. As soon as"
                + " methods return, all callers are answered again. The delay is the time from a call's deadline to"
                + " its end.";
    }

    @Override
    public String mutation() {
        return "a late answer does not free the lane of a caller that gave up";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        SplittableRandom random = campaign.random(this);
        int count = campaign.count(IN_SHORT_FORM, IN_FULL);
        try (Sleepers sleepers = new Sleepers(CALLERS);
                VictimJvm server = VictimJvm.start(
                        campaign.scratch(), Jvm.cheap(), Host.class, SERVICE, "asleep", Integer.toString(METHOD_MS))) {
            server.expect("ready");
            warmUp(server, random.split(), tally);
            Lateness lateness = new Lateness(tally, sleepers, false);
            Usage worst = new Usage();
            for (int i = 0; i < count; i++) {
                episode(
                        server,
                        Schemes.inTurn(i / 2) + ":" + SERVICE,
                        i % 2 == 1,
                        random.split(),
                        tally,
                        lateness,
                        sleepers,
                        worst);
            }
            lateness.conclude();
            worst.note(tally);
            server.terminate();
            server.awaitExit();
        }
    }

    private static void warmUp(VictimJvm server, SplittableRandom random, Tally tally) throws Exception {
        try (Endpoint endpoint = Endpoint.builder().name("warm-up").open()) {
            for (String scheme : Schemes.ALL) {
                Prompt target = endpoint.lookup(Prompt.class, scheme + ":" + SERVICE);
                Crowd crowd = new Crowd(CALLERS, target, CallKind.values(), random.split());
                server.stop();
                crowd.start();
                LockSupport.parkNanos(2 * DEADLINE_NS);
                crowd.finish(tally);
                server.resume();
            }
        }
    }

    private static void episode(
            VictimJvm server,
            String address,
            boolean stopped,
            SplittableRandom random,
            Tally tally,
            Lateness lateness,
            Sleepers sleepers,
            Usage worst)
            throws Exception {
        Resources baseline = Resources.now();
        Resources serversBaseline = Resources.of(server.pid());
        Usage usage = Usage.of(server).withHeap();
        try (Endpoint endpoint = Endpoint.builder().name("loader").open()) {
            Prompt target = endpoint.lookup(Prompt.class, address);
            // One-way calls would keep a sleeping server busy long after their callers have gone, and its heap has no
            // room
            // for a megabyte of each.
            CallKind[] kinds =
                    stopped ? CallKind.values() : new CallKind[] {CallKind.PING, CallKind.ORDER, CallKind.FUTURE};
            Crowd crowd = new Crowd(CALLERS, target, kinds, random);
            sleepers.reset();
            if (stopped) {
                server.stop();
            }
            crowd.start();
            for (long waitedNs = 0; waitedNs < DURATION_NS; waitedNs += SAMPLE_NS) {
                LockSupport.parkNanos(SAMPLE_NS);
                worst.accumulate(Usage.of(server), usage);
            }
            crowd.finish(tally);
            worst.accumulateHeap(usage); // the callers' own megabytes are free by now
            long oversleepNs = sleepers.worstNs();
            tally.episode(crowd.judge(lateness, DEADLINE_NS, oversleepNs), oversleepNs);
            server.resume();
            recover(target, stopped ? 0 : TimeUnit.MILLISECONDS.toNanos(METHOD_MS), sleepers, tally);
        } finally {
            server.resume();
        }
        worst.check(tally);
        if (Resources.awaitWithin(baseline, SETTLE_NS) < 0) {
            tally.leaked(Resources.now() + " instead of " + baseline);
        }
        if (Resources.awaitWithin(server.pid(), serversBaseline, SETTLE_NS) < 0) {
            tally.leaked("server: " + Resources.of(server.pid()) + " instead of " + serversBaseline);
        }
    }

    /** All callers are answered at least once, as soon as the methods that still run may have ended. */
    private static void recover(Prompt target, long methodNs, Sleepers sleepers, Tally tally)
            throws InterruptedException {
        long startNs = System.nanoTime();
        int answered = Crowd.callOnce(CALLERS, target, startNs + methodNs + RECOVERY_NS);
        long tookNs = System.nanoTime() - startNs;
        if (answered < CALLERS || tookNs > methodNs + RECOVERY_NS + 2 * sleepers.worstNs()) {
            tally.hung(answered + " of " + CALLERS + " callers were answered within " + tookNs / 1_000 + " us");
        }
    }

    /** The resources that are held during the load, beyond those before it. */
    private static final class Usage {
        private long residentKb;
        private long heapBytes;
        private long threads;

        static Usage of(VictimJvm server) throws IOException {
            Usage usage = new Usage();
            usage.residentKb = Resources.residentKb(server.pid());
            usage.threads = Long.parseLong(server.status("Threads:"));
            return usage;
        }

        Usage withHeap() {
            heapBytes = heapInUse();
            return this;
        }

        private static long heapInUse() {
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            return runtime.totalMemory() - runtime.freeMemory();
        }

        void accumulateHeap(Usage before) {
            heapBytes = Math.max(heapBytes, heapInUse() - before.heapBytes);
        }

        void accumulate(Usage now, Usage before) {
            residentKb = Math.max(residentKb, now.residentKb - before.residentKb);
            threads = Math.max(threads, now.threads - before.threads);
        }

        void check(Tally tally) {
            if (residentKb > RESIDENT_LIMIT_KB || heapBytes > HEAP_LIMIT_BYTES || threads > THREADS_LIMIT) {
                tally.leaked("more than is bounded: " + this);
            }
        }

        void note(Tally tally) {
            tally.note("at most " + this);
        }

        @Override
        public String toString() {
            return (residentKb >> 10) + " MiB more were resident in the server, with its heap of 64 MiB and " + threads
                    + " threads more. The callers' heap held " + (heapBytes >> 20) + " MiB more after their calls";
        }
    }
}
