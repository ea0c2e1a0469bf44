// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.Workshop;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** More callers than processors, each calling all the time. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class CallersInTurnIT {

    private static final int CALLERS = 4 * Runtime.getRuntime().availableProcessors();
    private static final long LONG_CALL_MS = 300;

    private final AtomicBoolean stop = new AtomicBoolean();
    private OtherJvm server;
    private Endpoint client;
    private Workshop remote;

    @BeforeEach
    void start() {
        server = Server.start(Workshop.class, QuietWorkshop.class);
        client = Endpoint.builder().maxLanes(3 * CALLERS).open();
        remote = client.lookup(Workshop.class);
        remote.echo(1);
    }

    @AfterEach
    void end() {
        stop.set(true);
        client.close();
        server.close();
    }

    private interface Work {
        void run() throws Exception;
    }

    /** So many threads, each of which does it until the test stops it. Each completes with what ended it, or the number of times. */
    private List<CompletableFuture<Object>> repeat(int threads, Work work) {
        List<CompletableFuture<Object>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            CompletableFuture<Object> end = new CompletableFuture<>();
            all.add(end);
            Thread thread = new Thread(() -> {
                int[] times = new int[1];
                Throwable thrown = catchThrowable(() -> {
                    for (; !stop.get(); times[0]++) {
                        work.run();
                    }
                });
                end.complete(thrown != null ? thrown : times[0]);
            });
            thread.setDaemon(true);
            thread.start();
        }
        return all;
    }

    private List<CompletableFuture<Object>> makeShortCalls(int threads) {
        return repeat(threads, () -> {
            int number = Thread.currentThread().hashCode();
            assertThat(remote.echo(number)).isEqualTo(number);
        });
    }

    private static Object endOf(CompletableFuture<Object> caller) throws Exception {
        return caller.get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldLetEverybodyCall() throws Exception {
        List<CompletableFuture<Object>> callers = makeShortCalls(CALLERS);
        Thread.sleep(2_000); // time for more than ten calls of each caller
        stop.set(true);
        for (CompletableFuture<Object> caller : callers) {
            assertThat(endOf(caller))
                    .isInstanceOfSatisfying(
                            Integer.class, calls -> assertThat(calls).isGreaterThan(10));
        }
    }

    @Test
    void shouldNotHaveLongCallsWaitForEachOther() throws Exception {
        List<CompletableFuture<Object>> shortCallers = makeShortCalls(1);
        List<CompletableFuture<Object>> longCallers =
                repeat(CALLERS, () -> assertThat(remote.work(1, LONG_CALL_MS)).isEqualTo(1));
        Thread.sleep(10 * LONG_CALL_MS); // twice the time that five of these calls take
        stop.set(true);
        for (CompletableFuture<Object> caller : longCallers) {
            assertThat(endOf(caller))
                    .isInstanceOfSatisfying(
                            Integer.class, calls -> assertThat(calls).isGreaterThanOrEqualTo(5));
        }
        assertThat(endOf(shortCallers.get(0)))
                .isInstanceOfSatisfying(
                        Integer.class, calls -> assertThat(calls).isGreaterThan(100));
    }

    @Test
    void shouldNotHoldUpFuturesOrASingleCallerOfALongerMethod() throws Exception {
        makeShortCalls(CALLERS);
        for (int i = 0; i < 20; i++) {
            assertThat(remote.later(i, 1).get(10, TimeUnit.SECONDS)).isEqualTo(i);
            assertThat(remote.work(i, 1)).isEqualTo(i);
        }
    }

    @Test
    void shouldTellEverybodyThatTheServerHasDied() throws Exception {
        List<CompletableFuture<Object>> callers = makeShortCalls(CALLERS);
        Thread.sleep(500); // by then all of them mostly call or wait for their turn
        server.kill();
        for (CompletableFuture<Object> caller : callers) {
            assertThat(endOf(caller)).isInstanceOf(NearcallException.class);
        }
    }

    @Test
    void shouldEndTheWaitOfAnInterruptedCaller() throws Exception {
        makeShortCalls(CALLERS);
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread impatient = new Thread(() -> failure.complete(catchThrowable(() -> {
            while (true) {
                remote.echo(1);
            }
        })));
        impatient.setDaemon(true);
        impatient.start();
        Thread.sleep(200); // by then it mostly calls or waits for its turn; it must end either way
        impatient.interrupt();
        assertThat(failure.get(20, TimeUnit.SECONDS)).isInstanceOf(CallInterruptedException.class);
    }

    @Test
    void shouldNotWaitSoLongThatNoTimeIsLeftForTheCall() throws Exception {
        makeShortCalls(CALLERS);
        int inTime = 0;
        for (int i = 0; i < 100; i++) {
            Thread.sleep(2); // calls now and then, among threads that call all the time
            if (catchThrowable(() -> remote.workQuickly(1, 0)) == null) {
                inTime++;
            }
        }
        assertThat(inTime).isGreaterThan(50);
    }
}
