// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Context;
import io.nearcall.Endpoint;
import io.nearcall.context.Station.Baton;
import io.nearcall.test.Overdue;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Threads;
import io.nearcall.test.TwoEndpoints;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** A context on every way that a call can take. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class ContextOverChannelsTest {

    private static final Context FULL =
            Context.empty().with("long", "\u00fc".repeat(1_000)).with("tenant", "acme");

    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private TwoEndpoints endpoints = new TwoEndpoints();
    private Station remote;

    @AfterEach
    void close() {
        endpoints.close();
        pool.shutdownNow();
    }

    private Station connect(String channel) {
        endpoints.server().export(Station.class, new LastStation(), "auto:Station");
        return endpoints.client().lookup(Station.class, channel + ":Station");
    }

    private void callInEveryWay() throws Exception {
        Context context = FULL.withDeadline(Duration.ofSeconds(20));
        try (Context.Scope scope = context.attach()) {
            assertThat(scope).isNotNull();
            assertFound(remote.look(), true);
            assertFound(remote.lookLater().get(), true);
            assertFound(remote.lookInTime(), true);
            remote.drop();
            assertFound(remote.dropped(), false);
            remote.stroll(50);
            assertFound(remote.look(), true); // behind it on the shared lane, and parked meanwhile
        }
        assertThat(remote.look()).isEqualTo(new Baton(Baton.UNLIMITED, Map.of())); // no call leaves anything behind
        assertThat(remote.lookLater().get()).isEqualTo(new Baton(Baton.UNLIMITED, Map.of()));
        do { // a call that is given up before its method begins interrupts nothing
            Overdue.failureOf(
                    () -> Context.empty().withDeadline(Duration.ofMillis(100)).run(() -> remote.rest(50_000)));
        } while (remote.interruptions() == 0);
    }

    private static void assertFound(Baton baton, boolean limited) {
        assertThat(baton.metadata()).isEqualTo(FULL.metadata());
        assertThat(baton.isLimited()).isEqualTo(limited);
    }

    @ParameterizedTest
    @FieldSource("io.nearcall.internal.discovery.ServiceAddress#SCHEMES")
    void shouldGoAlongOverEachChannel(String channel) throws Exception {
        remote = connect(channel);
        callInEveryWay();
    }

    @ParameterizedTest
    @FieldSource("io.nearcall.internal.discovery.ServiceAddress#SCHEMES")
    void shouldGoAlongToAnExecutor(String channel) throws Exception {
        endpoints.close();
        endpoints = new TwoEndpoints(Endpoint.builder().executor(pool), Endpoint.builder());
        remote = connect(channel);
        callInEveryWay();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads need JDK 21 or newer")
    void shouldGoAlongWithCallsOfVirtualThreads() throws Exception {
        remote = connect("shm");
        ExecutorService virtual = Threads.virtual();
        try {
            virtual.submit(() -> {
                        callInEveryWay();
                        return null;
                    })
                    .get();
        } finally {
            virtual.shutdown();
        }
    }

    @Test
    void shouldCountTheTimeInTheExecutorsQueue() throws Exception {
        endpoints.close();
        ThreadPoolExecutor single = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        try {
            endpoints = new TwoEndpoints(Endpoint.builder().executor(single), Endpoint.builder());
            remote = connect("shm");
            remote.look();
            single.execute(() -> {
                while (single.getQueue().isEmpty()) {
                    Thread.onSpinWait();
                }
                new LastStation().rest(250); // while the call waits in the queue
            });
            Baton late = FULL.withDeadline(Duration.ofSeconds(20)).call(remote::look);
            assertThat(late.remainingMs()).isBetween(1L, 19_750L);
        } finally {
            single.shutdownNow();
        }
    }
}
