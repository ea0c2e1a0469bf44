// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.EndpointBuilder;
import io.nearcall.reference.Depot.Last;
import io.nearcall.reference.Depot.Seal;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Threads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.extension.ExtendWith;

/** References in calls that were given up: in arguments that come too late, and in answers. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class LateReferencesTest {

    private static final byte[] NO_LOAD = {};

    private final ExecutorService pool = Executors.newSingleThreadExecutor();

    @BeforeEach
    void countAnew() {
        Seal.MADE.set(0);
    }

    @AfterEach
    void close() {
        pool.shutdownNow();
    }

    private static Warehouse open(EndpointBuilder server) {
        return new Warehouse(server.allow(Seal.class), Endpoint.builder().allow(Seal.class));
    }

    @Test
    void shouldForgetThoseOfCallsThatWereGivenUpBeforeTheyBegan() throws Exception {
        try (Warehouse warehouse = open(Endpoint.builder().executor(pool))) {
            Depot depot = warehouse.depot;
            Thread blocker = new Thread(depot::block);
            blocker.start();
            warehouse.blocked.await();
            assertThatThrownBy(() -> depot.useSoon(warehouse.token())).isInstanceOf(DeadlineExceededException.class);
            assertThatThrownBy(() -> depot.useSoonLater(warehouse.token()).join())
                    .hasCauseInstanceOf(DeadlineExceededException.class);
            assertThat(depot.storeLater(warehouse.token(), NO_LOAD, null).cancel(true))
                    .isTrue();
            warehouse.goOn.complete(null);
            blocker.join();
            warehouse.assertNoneIsKept(3);
        }
    }

    @Test
    void shouldForgetThoseOfCallsThatWereGivenUpWhileTheyRan() throws Exception {
        try (Warehouse warehouse = open(Endpoint.builder())) {
            Depot depot = warehouse.depot;
            assertThatThrownBy(() -> depot.hold(warehouse.token())).isInstanceOf(DeadlineExceededException.class);
            CompletableFuture<Void> future = depot.holdLater(warehouse.token());
            while (warehouse.held.get() == 0) {
                Thread.sleep(1);
            }
            assertThat(future.cancel(true)).isTrue();
            warehouse.assertNoneIsKept(2);
        }
    }

    @Test
    void shouldReadWhatComesInTime() {
        try (Warehouse warehouse = open(Endpoint.builder())) {
            Depot depot = warehouse.depot;
            assertThat(depot.fetch(0, Last.SEAL)[2])
                    .isEqualTo(depot.fetchLater(0, Last.SEAL).join()[2]);
            assertThat(Seal.MADE).hasValue(4); // two there, and two here
            warehouse.assertNoneIsKept(2);
        }
    }

    @Test
    void shouldForgetThoseOfLateAnswersAndReadNothingOfThem() throws Exception {
        forgetThoseOfLateAnswers(Endpoint.builder());
    }

    @Test
    void shouldForgetThoseOfLateAnswersOfAnExecutor() throws Exception {
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            forgetThoseOfLateAnswers(Endpoint.builder().executor(threads));
        } finally {
            threads.shutdownNow();
        }
    }

    private static void forgetThoseOfLateAnswers(EndpointBuilder server) throws InterruptedException {
        try (Warehouse warehouse = open(server)) {
            Depot depot = warehouse.depot;
            giveUp(warehouse, depot::fetchBlocked);
            giveUp(warehouse, () -> depot.fetchBlockedLater().join());
            assertAllComeToNothing(warehouse);
        }
    }

    /** Makes a call that begins, and is over later than its caller waits: on a busy machine that takes several. */
    private static void giveUp(Warehouse warehouse, ThrowingCallable call) {
        int before = warehouse.begun.get();
        while (warehouse.begun.get() == before) {
            Throwable thrown = catchThrowable(call);
            assertThat(thrown instanceof DeadlineExceededException ? thrown : thrown.getCause())
                    .isInstanceOf(DeadlineExceededException.class);
        }
    }

    /** Lets the answers come. On a busy machine, a call that was given up as it began may make more even now. */
    private static void assertAllComeToNothing(Warehouse warehouse) throws InterruptedException {
        warehouse.goOn.complete(null);
        while (Seal.MADE.get() < warehouse.begun.get()) {
            Thread.sleep(1);
        }
        warehouse.assertNoneIsKept();
        int made = Seal.MADE.get();
        assertThat(made).isLessThanOrEqualTo(warehouse.begun.get()); // there, and none here
    }

    @Test
    void shouldForgetThoseOfTheAnswersToCancelledFutures() throws Exception {
        try (Warehouse warehouse = open(Endpoint.builder())) {
            CompletableFuture<Object[]> future = warehouse.depot.fetchBlockedLater();
            warehouse.blocked.await();
            assertThat(future.cancel(true)).isTrue();
            assertAllComeToNothing(warehouse);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21, disabledReason = "virtual threads need JDK 21 or newer")
    void shouldForgetThoseOfLateAnswersToVirtualThreads() throws Exception {
        try (Warehouse warehouse = open(Endpoint.builder())) {
            ExecutorService threads = Threads.virtual();
            giveUp(
                    warehouse,
                    () -> threads.submit(warehouse.depot::fetchBlocked).get());
            threads.shutdown();
            assertAllComeToNothing(warehouse);
        }
    }
}
