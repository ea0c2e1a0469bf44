// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.Threads;
import io.nearcall.test.Workshop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Virtual threads that call within {@code synchronized}. JDK 21 to 23 pin them to their carriers there. Calls must end
 * even if there are more callers than carriers, because nothing that ends them needs a carrier.
 */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
@EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads need JDK 21 or newer")
public class PinnedCarriersIT {

    /** Of carriers there are as many as processors. */
    private static final int CALLERS = 4 * Runtime.getRuntime().availableProcessors();

    /** A service whose method sleeps. */
    public interface Doorman {
        int open(int door) throws InterruptedException;
    }

    /** Holds a monitor while it sleeps. */
    public static final class PinnedDoorman implements Doorman {
        @Override
        public int open(int door) throws InterruptedException {
            Object monitor = new Object();
            synchronized (monitor) {
                Thread.sleep(50); // so that these methods occupy all carriers at the same time
                return door;
            }
        }
    }

    private ExecutorService threads;

    @BeforeEach
    void open() {
        threads = Threads.virtual();
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    /** Calls by that many virtual threads, each of which holds a monitor of its own. */
    private <T> List<T> callInMonitors(Callable<T> call) throws Exception {
        List<Future<T>> results = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            results.add(threads.submit(() -> {
                Object monitor = new Object();
                synchronized (monitor) {
                    return call.call();
                }
            }));
        }
        List<T> values = new ArrayList<>();
        for (Future<T> result : results) {
            values.add(result.get(30, TimeUnit.SECONDS));
        }
        return values;
    }

    @Test
    void shouldAnswerCallsOfThreadsThatHoldAllCarriers() throws Exception {
        try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class);
                Endpoint client = Endpoint.open()) {
            Workshop remote = client.lookup(Workshop.class);
            assertThat(callInMonitors(() -> remote.work(server.pid(), 50)))
                    .hasSize(CALLERS)
                    .containsOnly(server.pid());
            assertThat(callInMonitors(() -> remote.later(7, 50).get())).containsOnly(7);
        }
    }

    @Test
    void shouldEndTheCallsOfThreadsThatHoldAllCarriersAtTheirDeadline() throws Exception {
        try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class);
                Endpoint client = Endpoint.open()) {
            Workshop remote = client.lookup(Workshop.class);
            assertThat(callInMonitors(() -> catchThrowable(remote::waitForInterruptQuickly)))
                    .hasSize(CALLERS)
                    .hasOnlyElementsOfType(DeadlineExceededException.class);
            assertThat(remote.pid()).isEqualTo(server.pid());
        }
    }

    @Test
    void shouldEndTheCallsOfThreadsThatHoldAllCarriersWhenTheServerDies() throws Exception {
        try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class);
                Endpoint client = Endpoint.open()) {
            Workshop remote = client.lookup(Workshop.class);
            remote.pid();
            Thread killer = new Thread(() -> {
                while (remote.waits() == 0) {
                    Thread.onSpinWait();
                }
                server.kill();
            });
            killer.start();
            assertThat(callInMonitors(() -> catchThrowable(remote::waitForInterrupt)))
                    .hasSize(CALLERS)
                    .hasOnlyElementsOfType(NearcallException.class)
                    .hasAtLeastOneElementOfType(ConnectionLostException.class);
            killer.join();
        }
    }

    @Test
    void shouldAnswerWhereMethodsHoldAllCarriersOfTheServer() throws Exception {
        try (OtherJvm server = Server.start(Doorman.class, PinnedDoorman.class, "executor", "virtual");
                Endpoint client = Endpoint.open()) {
            Doorman remote = client.lookup(Doorman.class);
            assertThat(server.pid()).isPositive();
            assertThat(callInMonitors(() -> remote.open(42))).hasSize(CALLERS).containsOnly(42);
        }
    }

    @Test
    void shouldLetCallersOfOneMonitorFollowOneAnother() throws Exception {
        Object monitor = new Object();
        try (OtherJvm server = Server.start(Workshop.class, QuietWorkshop.class);
                Endpoint client = Endpoint.open()) {
            Workshop remote = client.lookup(Workshop.class);
            assertThat(server.pid()).isPositive();
            assertThat(callInMonitors(() -> {
                        synchronized (monitor) {
                            return remote.work(3, 5);
                        }
                    }))
                    .hasSize(CALLERS)
                    .containsOnly(3);
        }
    }
}
