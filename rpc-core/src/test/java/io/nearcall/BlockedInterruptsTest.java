// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.EndpointsIT.Bank;
import io.nearcall.EndpointsIT.EmptyBank;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.nio.channels.spi.AbstractInterruptibleChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods at a channel that the interrupt of their thread closes, which takes long. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class BlockedInterruptsTest {

    /** A lock of a canal. */
    public interface Sluice {
        void open();

        CompletableFuture<Void> openLater();
    }

    /** Closes slowly. */
    private static final class SlowGate extends AbstractInterruptibleChannel implements Sluice {
        final CountDownLatch opening = new CountDownLatch(1);
        final CountDownLatch closing = new CountDownLatch(1);
        final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public void open() {
            begin();
            opening.countDown();
            awaitClosed();
            catchThrowable(() -> end(false));
        }

        @Override
        public CompletableFuture<Void> openLater() {
            open();
            return CompletableFuture.completedFuture(null);
        }

        @Override
        protected void implCloseChannel() {
            closing.countDown();
            awaitClosed();
        }

        /** Whatever comes: the interrupt is not to come too late for the channel. */
        private void awaitClosed() {
            while (closed.getCount() > 0) {
                try {
                    closed.await();
                } catch (InterruptedException e) {
                    // it is not closed yet
                }
            }
        }
    }

    /** Makes a call, and returns a handle that cancels it. */
    private interface Way {
        Runnable call(Sluice sluice, TwoEndpoints endpoints);
    }

    private final SlowGate gate = new SlowGate();
    private final ExecutorService pool = Executors.newFixedThreadPool(1);

    @AfterEach
    void stop() {
        gate.closed.countDown();
        pool.shutdown();
    }

    static Stream<Arguments> ways() {
        Way interrupt = (sluice, endpoints) -> {
            Thread caller = new Thread(() -> catchThrowable(sluice::open));
            caller.start();
            return caller::interrupt;
        };
        Way cancel = (sluice, endpoints) -> {
            CompletableFuture<Void> call = sluice.openLater();
            return () -> call.cancel(true);
        };
        Way cancelSynchronous = (sluice, endpoints) -> {
            CompletableFuture<Void> call = Remotes.runAsync(sluice, Sluice::open);
            return () -> call.cancel(true);
        };
        Way leave = (sluice, endpoints) -> {
            interrupt.call(sluice, endpoints);
            return endpoints.client()::close;
        };
        Way leaveSynchronous = (sluice, endpoints) -> {
            cancelSynchronous.call(sluice, endpoints);
            return endpoints.client()::close;
        };
        return Stream.of(false, true)
                .flatMap(executor -> Stream.of(
                        Arguments.of("interrupted caller", interrupt, executor),
                        Arguments.of("cancelled future", cancel, executor),
                        Arguments.of("cancelled call", cancelSynchronous, executor),
                        Arguments.of("end of a borrowed lane", leave, executor),
                        Arguments.of("end of a shared lane", leaveSynchronous, executor)));
    }

    @ParameterizedTest(name = "{0}, executor: {2}")
    @MethodSource("ways")
    void shouldServeOthersWhileTheInterruptOfAMethodTakesLong(String what, Way way, boolean withExecutor)
            throws InterruptedException {
        try (TwoEndpoints endpoints =
                        new TwoEndpoints(Endpoint.builder().executor(withExecutor ? pool : null), Endpoint.builder());
                Endpoint neighbour = Endpoint.open()) {
            Runnable giveUp = way.call(endpoints.connect(Sluice.class, gate), endpoints);
            gate.opening.await();
            giveUp.run();
            gate.closing.await(); // the interrupt is at it
            endpoints.server().export(Bank.class, new EmptyBank());
            assertThat(neighbour.lookup(Bank.class)).isNotNull(); // which takes the monitor
            gate.closed.countDown();
        }
    }
}
