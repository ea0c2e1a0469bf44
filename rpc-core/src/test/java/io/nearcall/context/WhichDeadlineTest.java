// SPDX-License-Identifier: Apache-2.0
package io.nearcall.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Caller;
import io.nearcall.Context;
import io.nearcall.Deadline;
import io.nearcall.DeadlineExceededException;
import io.nearcall.Endpoint;
import io.nearcall.Outcome;
import io.nearcall.test.Overdue;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Several say how long a call may take. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class WhichDeadlineTest {

    /** Dishes that take their time. */
    public interface Kitchen {
        long cook(long ms) throws InterruptedException;

        @Deadline("10s")
        long bake(long ms) throws InterruptedException;

        @Deadline("150ms")
        long fry(long ms) throws InterruptedException;

        @Deadline("NONE")
        long stew(long ms) throws InterruptedException;

        CompletableFuture<Long> deliver(long ms);

        /** Calls {@link #cook} of another kitchen, and says how long it would have waited. */
        long order() throws InterruptedException;
    }

    /** Returns in milliseconds how long its caller would wait; 0 if the caller has not said. */
    public static final class Stove implements Kitchen {
        private volatile Kitchen other;

        @Override
        public long cook(long ms) throws InterruptedException {
            Thread.sleep(ms);
            return left();
        }

        private static long left() {
            return Caller.current().remaining().map(Duration::toMillis).orElse(0L);
        }

        @Override
        public long bake(long ms) throws InterruptedException {
            return cook(ms);
        }

        @Override
        public long fry(long ms) throws InterruptedException {
            return cook(ms);
        }

        @Override
        public long stew(long ms) throws InterruptedException {
            return cook(ms);
        }

        @Override
        public CompletableFuture<Long> deliver(long ms) {
            return new CompletableFuture<Long>().completeOnTimeout(left(), ms, TimeUnit.MILLISECONDS);
        }

        @Override
        public long order() throws InterruptedException {
            return other.cook(0);
        }
    }

    private final Stove stove = new Stove();
    private TwoEndpoints endpoints = new TwoEndpoints();

    @AfterEach
    void close() {
        endpoints.close();
    }

    private static Context within(long ms) {
        return Context.empty().withDeadline(Duration.ofMillis(ms));
    }

    @Test
    void shouldEndACallAtTheDeadlineOfTheCallSite() {
        Kitchen kitchen = endpoints.connect(Kitchen.class, stove);
        for (Context.Action<Long, InterruptedException> dish :
                java.util.List.<Context.Action<Long, InterruptedException>>of(
                        () -> kitchen.cook(50_000), () -> kitchen.bake(50_000), () -> kitchen.stew(50_000))) {
            DeadlineExceededException late = Overdue.failureOf(() -> within(100).call(dish));
            assertThat(late.deadlineNs()).isBetween(1L, 100_000_000L);
        }
        kitchen.deliver(0).join(); // opens the lane, which may take longer than 100 ms
        assertThatThrownBy(() -> within(100).call(() -> kitchen.deliver(50_000).get()))
                .hasCauseInstanceOf(DeadlineExceededException.class);
    }

    @Test
    void shouldTakeTheMethodsOwnDeadlineIfThatIsTheEarlierOne() {
        Kitchen kitchen = endpoints.connect(Kitchen.class, stove);
        assertThatThrownBy(() -> within(50_000).call(() -> kitchen.fry(40_000)))
                .isInstanceOf(DeadlineExceededException.class)
                .hasMessageContaining("150ms");
    }

    @Test
    void shouldTakeTheCallSitesDeadlineInPlaceOfTheEndpointsDefault() throws InterruptedException {
        endpoints.close();
        endpoints = new TwoEndpoints(Endpoint.builder(), Endpoint.builder().deadline(Duration.ofMillis(100)));
        Kitchen kitchen = endpoints.connect(Kitchen.class, stove);
        assertThat(within(50_000).call(() -> kitchen.cook(300))).isBetween(1L, 50_000L);
        assertThatThrownBy(() -> kitchen.cook(50_000)).hasMessageContaining("100ms");
    }

    @Test
    void shouldKeepTheDefaultWhereALaterDeadlineOnlyCameWithTheCall() throws InterruptedException {
        endpoints.close();
        endpoints = new TwoEndpoints(Endpoint.builder().deadline(Duration.ofSeconds(5)), Endpoint.builder());
        Kitchen kitchen = endpoints.connect(Kitchen.class, stove);
        try (Endpoint third = Endpoint.open()) {
            third.export(Kitchen.class, new Stove(), "third");
            stove.other = endpoints.server().lookup(Kitchen.class, "third");
            assertThat(within(50_000).call(kitchen::order)).isBetween(1L, 5_000L);
            assertThat(within(2_000).call(kitchen::order)).isBetween(1L, 2_000L);
            assertThat(kitchen.order()).isZero(); // the default does not travel
        }
    }

    @Test
    void shouldNeverMakeADeadlineLater() throws InterruptedException {
        Kitchen kitchen = endpoints.connect(Kitchen.class, stove);
        Context context = within(2_000).withDeadline(Duration.ofSeconds(50));
        assertThat(context.call(() -> kitchen.cook(0))).isBetween(1L, 2_000L);
    }

    @Test
    void shouldNotCallAtAllWhenTheTimeIsOver() throws InterruptedException {
        Kitchen kitchen = endpoints.connect(Kitchen.class, stove);
        Context context = within(1);
        Thread.sleep(5); // longer than the deadline of 1 ms
        assertThatThrownBy(() -> context.call(() -> kitchen.cook(0)))
                .isInstanceOfSatisfying(
                        DeadlineExceededException.class,
                        late -> assertThat(late.outcome()).isEqualTo(Outcome.NOT_SENT))
                .hasMessageContainingAll("was not called", "of the Context that it is made in", "more");
        assertThat(context.call(() -> kitchen.deliver(0))).isCompletedExceptionally();
        assertThat(kitchen.cook(0)).isZero();
    }
}
