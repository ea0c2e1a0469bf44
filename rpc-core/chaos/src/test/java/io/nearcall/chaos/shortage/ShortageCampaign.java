// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.CallLog;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import io.nearcall.chaos.process.VictimJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** A process that lacks some resource, and this process, which does not, visit each other. For one thread. */
final class ShortageCampaign implements AutoCloseable {

    /** Something that is lacking in the other process for a while. */
    interface Shortage {
        void begin() throws Exception;

        /** Returns how many calls have failed with a message. */
        int end() throws Exception;
    }

    /** Starts the process, with those arguments. */
    interface Starter {
        VictimJvm start(Path scratch, Class<?> main, String... arguments) throws IOException;
    }

    /** Where something is lacking. */
    enum Place {
        /** In a process that visits this one. */
        CLIENT,
        /** In a process that this one visits. */
        SERVER,
        /** In a process that opens an endpoint, exports, and is visited then. */
        EXPORTER
    }

    /** What a shortage does is logged as a warning; more than that would be a fault. */
    private static final Logger LOG = Logger.getLogger("io.nearcall");

    private static final String HEALTHY = "healthy";
    private static final String FAULTY = "faulty";
    private static final long HUNG_NS = 8_000_000_000L;
    private static final long GIVEN_UP_S = 60;
    private static final long SETTLE_NS = 3_000_000_000L;
    private static final long PAUSE_NS = 500_000;

    private final Path healthyLog;
    private final Path faultyLog;
    private final CallLog faultyCalls;
    private final Path directory = Path.of(System.getProperty("io.nearcall.dir"));
    private final AtomicLong nonces = new AtomicLong();
    private final Yardstick yardstick = new Yardstick();
    private final Tally tally;
    private final Endpoint healthy = Endpoint.builder().name(HEALTHY).open();
    private final VictimJvm faulty;
    private Held held;

    /** What is held by both processes, and the names in the runtime directory. */
    private record Held(Resources here, Resources there, long monitorsThere, Set<String> names) {}

    ShortageCampaign(Path scratch, Tally tally, Starter starter) throws Exception {
        this.tally = tally;
        LOG.setLevel(Level.SEVERE);
        healthyLog = scratch.resolve("healthy.log");
        faultyLog = scratch.resolve("faulty.log");
        faultyCalls = new CallLog(faultyLog);
        healthy.export(Target.class, new LoggedTarget(new CallLog(healthyLog)::begun), HEALTHY);
        faulty = starter.start(scratch, Faulty.class, faultyLog.toString(), healthyLog.toString());
        faulty.expect("ready");
        for (String channel : Schemes.ALL) {
            for (Place place : Place.values()) {
                recover(place, channel);
            }
        }
        held = held();
    }

    /** Reports the effects of the shortage to the tally, unless there was none. Returns how many calls failed. */
    int episode(Place place, String channel, String lacking, Shortage shortage) throws Exception {
        String what = lacking + " in the " + place + " over " + channel;
        yardstick.reset();
        long startNs = System.nanoTime();
        if (place == Place.SERVER) {
            require(ask("serve " + channel + ":" + FAULTY), what);
        }
        shortage.begin();
        Visit visit = visit(place, channel, false);
        int failed = shortage.end();
        long endNs = System.nanoTime();
        visit.faults().forEach(found -> tally.wrong(what + ": " + found));
        if (failed == 0) {
            require(visit, what);
        }
        if (endNs - startNs > HUNG_NS + yardstick.worstNs()) {
            tally.hung(what + ": took " + (endNs - startNs) / 1_000_000 + " ms");
        }
        if (place != Place.CLIENT) {
            if (place == Place.SERVER) { // the same process works again
                require(Visit.make(channel + ":" + FAULTY, true, nonces.addAndGet(100), faultyCalls), what);
            }
            require(ask("close"), what);
        }
        if (failed > 0) {
            require(recover(place, channel), what);
            tally.delay(System.nanoTime() - endNs);
            tally.episode(2L * CallKind.values().length, yardstick.worstNs());
            examine(what);
        }
        return failed;
    }

    private Visit visit(Place place, String channel, boolean patient) throws Exception {
        long nonce = nonces.addAndGet(100);
        if (place == Place.CLIENT) {
            return ask("visit " + channel + ":" + HEALTHY + " " + patient + " " + nonce);
        }
        if (place == Place.EXPORTER) {
            Visit serving = ask("serve " + channel + ":" + FAULTY);
            if (!serving.failures().isEmpty() || !serving.faults().isEmpty()) {
                return serving;
            }
        }
        return Visit.make(channel + ":" + FAULTY, patient, nonce, faultyCalls);
    }

    /** A visit without faults. */
    private Visit recover(Place place, String channel) throws Exception {
        if (place == Place.CLIENT) {
            return visit(place, channel, true);
        }
        Visit visit = visit(Place.EXPORTER, channel, true);
        ask("close");
        return visit;
    }

    private void require(Visit visit, String what) {
        visit.failures().forEach(found -> tally.wrong(what + ": not as before: " + found));
        visit.faults().forEach(found -> tally.wrong(what + ": not as before: " + found));
    }

    /** Has the other process do something. */
    Visit ask(String request) throws Exception {
        faulty.send(request);
        CompletableFuture<String> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return faulty.readLine();
            } catch (IOException e) {
                return null;
            }
        });
        try {
            String line = answer.get(GIVEN_UP_S, TimeUnit.SECONDS);
            if (line == null) {
                throw new IllegalStateException("the faulty process has ended upon: " + request);
            }
            return Visit.decoded(line);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the faulty process hangs at: " + request, e);
        }
    }

    private void examine(String what) throws IOException {
        long startNs = System.nanoTime();
        Held now = held();
        while (!isWithin(now) && System.nanoTime() - startNs < SETTLE_NS) {
            LockSupport.parkNanos(PAUSE_NS);
            now = held();
        }
        if (!isWithin(now)) {
            tally.leaked(what + ": " + now + " instead of " + held);
            held = now;
        }
    }

    private boolean isWithin(Held now) {
        return now.here.isWithin(held.here)
                && now.there.isWithin(held.there)
                && now.monitorsThere <= held.monitorsThere
                && held.names.containsAll(now.names);
    }

    private Held held() throws IOException {
        return new Held(Resources.now(), Resources.of(faulty.pid()), monitors(), Resources.namesIn(directory));
    }

    /** Threads of endpoints in the faulty process that were not closed. */
    private long monitors() throws IOException {
        long count = 0;
        try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(faulty.pid()), "task"))) {
            for (Path task : tasks.toList()) {
                try {
                    count += Files.readString(task.resolve("comm")).startsWith("nearcall-monito") ? 1 : 0;
                } catch (IOException e) {
                    // it has ended meanwhile
                }
            }
        }
        return count;
    }

    @Override
    public void close() throws IOException {
        faulty.close();
        healthy.close();
        yardstick.close();
        LOG.setLevel(null);
        Files.deleteIfExists(healthyLog);
        Files.deleteIfExists(faultyLog);
    }
}
