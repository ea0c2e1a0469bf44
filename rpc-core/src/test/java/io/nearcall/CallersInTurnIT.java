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
import java.util.concurrent.atomic.AtomicInteger;
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

    /** Calls of one caller. */
    private static final int MANY = 1_000;

    private static final int ROUNDS = 5;

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

    /** A thread that calls until the test stops it. */
    private static final class Repeating {
        final AtomicInteger times = new AtomicInteger();

        /** Null if it was stopped. */
        final CompletableFuture<Throwable> thrown = new CompletableFuture<>();

        /** Until it has called as often as that from now on. */
        void await(int more) throws InterruptedException {
            int enough = times.get() + more;
            while (times.get() < enough) {
                assertThat(thrown).isNotDone();
                Thread.sleep(1);
            }
        }

        Throwable end() throws Exception {
            return thrown.get(20, TimeUnit.SECONDS);
        }
    }

    private List<Repeating> repeat(int threads, Work work) {
        List<Repeating> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            Repeating caller = new Repeating();
            all.add(caller);
            Thread thread = new Thread(() -> caller.thrown.complete(catchThrowable(() -> {
                for (; !stop.get(); caller.times.incrementAndGet()) {
                    work.run();
                }
            })));
            thread.setDaemon(true);
            thread.start();
        }
        return all;
    }

    private List<Repeating> makeShortCalls(int threads) {
        return repeat(threads, () -> {
            int number = Thread.currentThread().hashCode();
            assertThat(remote.echo(number)).isEqualTo(number);
        });
    }

    @Test
    void shouldLetEverybodyCall() throws Exception {
        List<Repeating> callers = makeShortCalls(CALLERS);
        for (Repeating caller : callers) {
            caller.await(MANY);
        }
        stop.set(true);
        for (Repeating caller : callers) {
            assertThat(caller.end()).isNull();
        }
    }

    @Test
    void shouldNotHaveLongCallsWaitForEachOther() throws Exception {
        Repeating shortCaller = makeShortCalls(1).get(0);
        List<Repeating> longCallers = repeat(CALLERS, () -> remote.meet(CALLERS));
        for (Repeating caller : longCallers) {
            caller.await(ROUNDS); // in each of which all of them are in the method at once
        }
        shortCaller.await(MANY);
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
        List<Repeating> callers = makeShortCalls(CALLERS);
        Thread.sleep(500); // by then all of them mostly call or wait for their turn
        server.kill();
        for (Repeating caller : callers) {
            assertThat(caller.end()).isInstanceOf(NearcallException.class);
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
        int most = 0;
        for (int i = 0; i < 20 && most <= 50; i++) { // a busy machine leaves no time either, but not always
            most = Math.max(most, inTimeOfAHundred());
        }
        assertThat(most).isGreaterThan(50);
    }

    private int inTimeOfAHundred() throws InterruptedException {
        int inTime = 0;
        for (int i = 0; i < 100; i++) {
            Thread.sleep(2); // calls now and then, among threads that call all the time
            if (catchThrowable(() -> remote.workQuickly(1, 0)) == null) {
                inTime++;
            }
        }
        return inTime;
    }
}
