// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Methods that still run after their caller has given up or ended: calls to their object still work. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class CalledAfterCancellationTest {

    /** A furnace, which cannot be stopped. */
    @Deadline("50ms")
    public interface Furnace {
        void burn();

        CompletableFuture<Void> burnLater();

        @OneWay
        void light();
    }

    private static final class OneFurnace implements Furnace {
        final CountDownLatch burning = new CountDownLatch(1);
        final CountDownLatch burnt = new CountDownLatch(1);

        @Override
        public void burn() {
            burning.countDown();
            boolean over = false;
            while (!over) {
                try {
                    burnt.await();
                    over = true;
                } catch (InterruptedException e) {
                    // it burns on
                }
            }
        }

        @Override
        public CompletableFuture<Void> burnLater() {
            burn();
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public void light() {
            burn();
        }
    }

    private final OneFurnace furnace = new OneFurnace();
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private TwoEndpoints endpoints;

    @AfterEach
    void close() {
        furnace.burnt.countDown();
        endpoints.close();
        pool.shutdownNow();
    }

    static Stream<Arguments> waysToCall() {
        Consumer<Furnace> waiting = remote -> catchThrowable(remote::burn);
        Consumer<Furnace> future =
                remote -> catchThrowable(() -> remote.burnLater().join());
        Consumer<Furnace> oneWay = Furnace::light;
        return Stream.of(false, true)
                .flatMap(withExecutor -> Stream.of(
                        Arguments.of("waiting", withExecutor, waiting),
                        Arguments.of("future", withExecutor, future),
                        Arguments.of("one-way", withExecutor, oneWay)));
    }

    private void call(boolean withExecutor, Consumer<Furnace> caller) throws InterruptedException {
        EndpointBuilder builder = Endpoint.builder();
        endpoints = new TwoEndpoints(withExecutor ? builder.executor(pool) : builder, Endpoint.builder());
        Furnace remote = endpoints.connect(Furnace.class, furnace);
        do {
            caller.accept(remote);
        } while (!furnace.burning.await(2, TimeUnit.SECONDS)); // a busy machine may not begin in time
    }

    private void assertIsCalledUntilTheEnd() throws InterruptedException {
        for (int i = 0; i < 15; i++) {
            assertThat(OwnObjects.of(endpoints.server()).isCalled(furnace)).isTrue();
            Thread.sleep(10); // 150 ms in all, and the deadline is 50 ms
        }
        furnace.burnt.countDown();
        while (OwnObjects.of(endpoints.server()).isCalled(furnace)) {
            Thread.sleep(1);
        }
    }

    @ParameterizedTest(name = "{0}, executor: {1}")
    @MethodSource("waysToCall")
    void shouldSeeTheCallOfAMethodThatItsCancellationDoesNotEnd(
            String how, boolean withExecutor, Consumer<Furnace> caller) throws Exception {
        call(withExecutor, caller);
        assertIsCalledUntilTheEnd();
    }

    @ParameterizedTest(name = "{0}, executor: {1}")
    @MethodSource("waysToCall")
    void shouldSeeTheCallOfAMethodWhoseCallerHasGone(String how, boolean withExecutor, Consumer<Furnace> caller)
            throws Exception {
        call(withExecutor, caller);
        endpoints.client().close();
        assertIsCalledUntilTheEnd();
    }
}
