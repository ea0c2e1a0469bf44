// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.Export;
import io.nearcall.NearcallException;
import io.nearcall.chaos.Resources;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is opened and closed by two at once, or called and looked up while it comes and goes. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class RacesTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final long SETTLE_NS = 10_000_000_000L;

    @TempDir
    private Path scratch;

    private final SplittableRandom random = new SplittableRandom(7);
    private final AtomicLong nonces = new AtomicLong();
    private final Queue<Throwable> surprises = new ConcurrentLinkedQueue<>();
    private Resources baseline;

    @BeforeEach
    void count() {
        System.setProperty("io.nearcall.dir", scratch.resolve("run").toString());
        Resources.now(); // once in vain: the JDK keeps a socket of its own from its first look at a file on
        baseline = Resources.now();
    }

    @AfterEach
    void shouldLeaveNothing() throws Exception {
        try {
            assertThat(surprises).isEmpty();
            assertThat(Resources.awaitWithin(baseline, SETTLE_NS))
                    .as("%s instead of %s", Resources.now(), baseline)
                    .isNotNegative();
            try (Stream<Path> left = Files.list(scratch.resolve("run"))) {
                assertThat(left).isEmpty();
            }
        } finally {
            System.clearProperty("io.nearcall.dir");
        }
    }

    private void callUntil(AtomicBoolean stopped, Target target, SplittableRandom moments) {
        while (!stopped.get()) {
            CallKind[] kinds = {CallKind.PING, CallKind.ORDER, CallKind.FUTURE, CallKind.ONE_WAY};
            Attempt attempt = Attempt.make(kinds[moments.nextInt(4)], target, nonces.incrementAndGet());
            boolean ended = attempt.thrown() instanceof NearcallException
                    && !(attempt.thrown() instanceof DeadlineExceededException);
            if (attempt.thrown() != null && !ended) {
                surprises.add(attempt.thrown());
            }
        }
    }

    @Test
    void shouldCallAnExportThatComesAndGoes() throws Exception {
        try (Endpoint server = Endpoint.open();
                Endpoint caller = Endpoint.open()) {
            Export export = server.export(Target.class, new LoggedTarget(nonce -> {}));
            Target target = caller.lookup(Target.class);
            AtomicBoolean stopped = new AtomicBoolean();
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                SplittableRandom moments = random.split();
                callers.add(new Thread(() -> callUntil(stopped, target, moments)));
            }
            callers.forEach(Thread::start);
            for (int round = 0; round < 100; round++) {
                export.close();
                export = server.export(Target.class, new LoggedTarget(nonce -> {}));
                LockSupport.parkNanos(100_000);
            }
            stopped.set(true);
            for (Thread caller2 : callers) {
                caller2.join(PATIENCE.toMillis());
            }
            assertThat(caller.lookup(Target.class).ping(5)).isEqualTo(5);
        }
    }

    @Test
    void shouldOpenAndCloseEndpointsAtTheSameTime() throws Exception {
        Runnable openAndClose = () -> {
            try {
                for (int round = 0; round < 200; round++) {
                    try (Endpoint endpoint = Endpoint.open()) {
                        String name = "n" + nonces.incrementAndGet();
                        endpoint.export(Target.class, new LoggedTarget(nonce -> {}), name);
                        if (round % 8 == 0) {
                            endpoint.lookup(Target.class, name).ping(1);
                        }
                    }
                }
            } catch (Throwable e) {
                surprises.add(e);
            }
        };
        Thread other = new Thread(openAndClose);
        other.start();
        openAndClose.run();
        other.join();
    }

    @Test
    void shouldFindAServiceThatIsRestartedAgainAndAgain() throws Exception {
        AtomicBoolean stopped = new AtomicBoolean();
        Thread restarter = new Thread(() -> {
            while (!stopped.get()) {
                try (Endpoint server = Endpoint.open()) {
                    server.export(Target.class, new LoggedTarget(nonce -> {}));
                    LockSupport.parkNanos(2_000_000);
                } catch (Throwable e) {
                    surprises.add(e);
                }
            }
        });
        restarter.start();
        AtomicInteger answered = new AtomicInteger();
        for (int round = 0; round < 100; round++) {
            try (Endpoint caller = Endpoint.open()) {
                Target target = caller.lookup(Target.class, "Target", PATIENCE);
                answered.addAndGet(target.ping(1) == 1 ? 1 : 0);
            } catch (NearcallException e) {
                // the server went while it was bound or called
            } catch (Throwable e) {
                surprises.add(e);
            }
        }
        stopped.set(true);
        restarter.join();
        assertThat(answered).hasPositiveValue();
    }
}
