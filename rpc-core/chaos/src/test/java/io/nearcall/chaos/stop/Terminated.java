// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.stop;

import io.nearcall.ConnectionLostException;
import io.nearcall.Endpoint;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.CallLog;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.process.Host;
import io.nearcall.chaos.process.Spares;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Processes that are asked to end while they call and are called. */
public final class Terminated implements Row {

    private static final int IN_SHORT_FORM = 6;
    private static final int IN_FULL = 100;
    private static final String HOME = "home";
    private static final int EXIT_STATUS = 143;
    private static final int LONG_METHOD_MS = 10_000;
    private static final long EXIT_LIMIT_NS = 3_000_000_000L;
    private static final long LATEST_NS = 40_000_000;
    private static final long SETTLE_NS = 3_000_000_000L;

    @Override
    public String name() {
        return "terminated";
    }

    @Override
    public String description() {
        return "A process receives SIGTERM while two threads call it over each channel in every way, and while it"
                + " makes calls. In one case of six it runs a method that takes 10 s and ignores interrupts. The"
                + " process says goodbye, removes its service names and ends within 3 s. The delay is the time from the"
                + " signal to its end.";
    }

    @Override
    public String mutation() {
        return "an endpoint is not closed when the JVM is terminated";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        int count = campaign.count(IN_SHORT_FORM, IN_FULL);
        SplittableRandom random = campaign.random(this);
        Spares spares = new Spares(campaign.scratch(), count - count / IN_SHORT_FORM);
        try (Yardstick yardstick = new Yardstick();
                Endpoint home = Endpoint.builder().name("home").open()) {
            home.export(Target.class, new LoggedTarget(nonce -> {}), HOME);
            for (int i = 1; i <= count; i++) {
                Resources baseline = Resources.now();
                Path log = campaign.scratch().resolve("log-" + i);
                yardstick.reset();
                if (i % IN_SHORT_FORM == 0) {
                    terminateAtWork(campaign.scratch(), random.split(), tally, yardstick);
                } else {
                    terminate(spares, log, random.split(), tally, yardstick);
                }
                if (Resources.awaitWithin(baseline, SETTLE_NS) < 0) {
                    tally.leaked(Resources.now() + " instead of " + baseline);
                }
                examine(campaign.scratch().resolve("run"), tally);
            }
        } finally {
            spares.close();
        }
    }

    private static void terminate(Spares spares, Path log, SplittableRandom random, Tally tally, Yardstick yardstick)
            throws Exception {
        try (VictimJvm victim = spares.take();
                Endpoint endpoint = Endpoint.builder().name("caller").open()) {
            victim.send("serve mortal " + log);
            victim.expect("serving");
            Callers callers = new Callers(endpoint, "mortal", random.split());
            victim.send("call " + Schemes.drawn(random) + ":" + HOME + " " + random.nextLong());
            victim.expect("calling");
            callers.start();
            LockSupport.parkNanos(random.nextLong(LATEST_NS));
            callers.endAfterFailure();
            end(victim, tally, yardstick);
            callers.join(tally);
            judge(callers.attempts(), CallLog.read(log), tally, yardstick);
        }
        Files.deleteIfExists(log);
    }

    private static void terminateAtWork(Path scratch, SplittableRandom random, Tally tally, Yardstick yardstick)
            throws Exception {
        try (VictimJvm victim =
                        VictimJvm.start(scratch, Host.class, "mortal", "asleep", Integer.toString(LONG_METHOD_MS));
                Endpoint endpoint = Endpoint.builder().name("caller").open()) {
            victim.expect("ready");
            Callers callers = new Callers(endpoint, "mortal", random);
            callers.start();
            callers.endAfterFailure();
            LockSupport.parkNanos(LATEST_NS);
            yardstick.reset();
            end(victim, tally, yardstick);
            callers.join(tally);
            judge(callers.attempts(), null, tally, yardstick);
        }
    }

    private static void end(VictimJvm victim, Tally tally, Yardstick yardstick) throws InterruptedException {
        long startNs = System.nanoTime();
        victim.terminate();
        int status = victim.awaitExit();
        long tookNs = System.nanoTime() - startNs;
        tally.delay(tookNs);
        if (tookNs > EXIT_LIMIT_NS + yardstick.worstNs()) {
            tally.hung("the process took " + tookNs / 1_000 + " us to end");
        }
        if (status != EXIT_STATUS) {
            tally.crashed("it ended with status " + status);
        }
    }

    private static void judge(List<Attempt> attempts, Set<Long> begun, Tally tally, Yardstick yardstick) {
        for (Attempt attempt : attempts) {
            boolean hasBegun = begun == null ? attempt.thrown() == null : begun.contains(attempt.nonce());
            String fault = attempt.fault(hasBegun);
            if (fault != null) {
                tally.wrong(fault);
            }
            if (attempt.thrown() instanceof ConnectionLostException lost
                    && lost.loss() != ConnectionLostException.Loss.CLOSED) {
                tally.wrong("no goodbye: " + attempt + " ended with " + lost);
            }
        }
        tally.episode(attempts.size(), yardstick.worstNs());
    }

    private static void examine(Path directory, Tally tally) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            files.filter(file -> file.getFileName().toString().startsWith("mortal"))
                    .forEach(file -> tally.leaked(file.toString()));
        }
    }
}
