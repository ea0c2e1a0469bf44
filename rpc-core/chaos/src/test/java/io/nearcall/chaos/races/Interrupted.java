// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Schemes;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.Yardstick;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Calls that are interrupted or cancelled at any moment. */
public final class Interrupted implements Row {

    private static final int IN_SHORT_FORM = 500;
    private static final int IN_FULL = 10_000;
    private static final int CALLERS = 4;
    private static final int EXECUTOR_THREADS = 8;
    private static final long HUNG_MS = TimeUnit.HOURS.toMillis(1);

    private final List<Endpoint> endpoints = new ArrayList<>();

    @Override
    public String name() {
        return "interrupted";
    }

    @Override
    public String description() {
        return "Threads are interrupted while they call, or cancel the future of a call, at a random moment"
                + " before, at or after its end. They call over "
                + Schemes.inWords()
                + ", with and without an executor. The next call of the thread gets its own answer, and no interrupt is"
                + " lost or invented on either side. Only the method of an abandoned call is interrupted. An episode is"
                + " an interrupted or cancelled call. The delay is the time from the interrupt or the cancellation to"
                + " its end.";
    }

    @Override
    public String mutation() {
        return "a lane is free as soon as its caller gives up, before the late answer has been read";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        SplittableRandom random = campaign.random(this);
        AtomicInteger left = new AtomicInteger(campaign.promised(IN_SHORT_FORM, IN_FULL));
        NapLog log = new NapLog();
        ExecutorService executor = Executors.newFixedThreadPool(EXECUTOR_THREADS);
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        List<Interruptions> callers = new ArrayList<>();
        try (Yardstick yardstick = new Yardstick()) {
            List<Naps> services = open(log, executor);
            for (int i = 0; i < CALLERS; i++) {
                callers.add(new Interruptions(i, services, random.split(), left, clock, tally, yardstick));
            }
            callers.forEach(Thread::start);
            for (Interruptions caller : callers) {
                caller.join(HUNG_MS);
                if (caller.isAlive()) {
                    tally.hung(List.of(caller.getStackTrace()).toString());
                }
            }
        } finally {
            endpoints.forEach(Endpoint::close);
            endpoints.clear();
            clock.shutdownNow();
            executor.shutdownNow();
        }
        callers.forEach(caller -> caller.judge(log));
        log.inherited.forEach(nonce -> tally.wrong("call " + nonce + " began with an interrupt of another"));
        tally.note(log.interrupted.size() + " methods or futures noticed the interrupt");
    }

    private List<Naps> open(NapLog log, ExecutorService executor) {
        List<Naps> services = new ArrayList<>();
        for (String channel : Schemes.ALL) {
            for (boolean own : new boolean[] {true, false}) {
                String name = channel + (own ? "-own" : "-executor");
                EndpointBuilder options = Endpoint.builder().name(name).channel(channel);
                Endpoint server = (own ? options : options.executor(executor)).open();
                endpoints.add(server);
                server.export(Naps.class, log, name);
                Endpoint caller =
                        Endpoint.builder().name("caller").channel(channel).open();
                endpoints.add(caller);
                services.add(caller.lookup(Naps.class, name));
            }
        }
        return services;
    }
}
