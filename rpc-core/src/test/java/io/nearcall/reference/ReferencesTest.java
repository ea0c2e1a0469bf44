// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.CallInterruptedException;
import io.nearcall.ConnectionLostException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.OverloadedException;
import io.nearcall.ReleasedException;
import io.nearcall.RemoteFailure;
import io.nearcall.Remotes;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag(TwoEndpoints.SEPARABLE)
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class ReferencesTest {

    private final TwoEndpoints endpoints = new TwoEndpoints();
    private final MarketPlace place = new MarketPlace();
    private final Market market = endpoints.connect(Market.class, place);

    @AfterEach
    void close() {
        endpoints.close();
    }

    private static class Counting implements Market.Listener {
        final AtomicLong sum = new AtomicLong();

        @Override
        public long price(int price) {
            sum.addAndGet(price);
            return price;
        }

        @Override
        public void hint(String text) {
            sum.addAndGet(1_000);
        }
    }

    @Test
    void shouldCallAnArgumentBackDuringTheCall() {
        assertThat(market.tellNow(new Counting(), 10)).isEqualTo(45);
    }

    @Test
    void shouldRunACallbackOnTheThreadThatWaits() {
        Thread waiting = Thread.currentThread();
        Market.Listener listener = new Counting() {
            @Override
            public long price(int price) {
                assertThat(Thread.currentThread()).isSameAs(waiting);
                return price == 0
                        ? 0
                        : price + market.tellNow(this, price); // and again, on the server's waiting thread
            }
        };
        assertThat(market.tellNow(listener, 4)).isEqualTo(sum(4));
        assertThat(market.tellNow(new Counting(), 3)).isEqualTo(3);
    }

    private static long sum(int times) {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            sum += i == 0 ? 0 : i + sum(i);
        }
        return sum;
    }

    @Test
    void shouldRefuseARecursionWithoutEnd() {
        AtomicLong depth = new AtomicLong();
        Market.Listener endless = new Counting() {
            @Override
            public long price(int price) {
                depth.incrementAndGet();
                return market.tellNow(this, 1);
            }
        };
        assertThatThrownBy(() -> market.tellNow(endless, 1))
                .isInstanceOfSatisfying(
                        RemoteFailure.class,
                        failure -> assertThat(failure.remoteClassName()).isEqualTo(OverloadedException.class.getName()))
                .hasMessageContaining("Look for an endless recursion")
                .message()
                .doesNotContain("allow", "safe to repeat");
        assertThat(depth).hasValue(16); // and as many calls to the server within them
        assertThat(market.tellNow(new Counting(), 3)).isEqualTo(3);
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldNotBeKeptByCallbacksWithoutAnEnd() {
        long startNs = System.nanoTime();
        // Both sides know the deadline: the server may be the first to see that it is over, and say so.
        do {
            assertThatThrownBy(() -> market.tellForEver(new Counting()))
                    .matches(thrown -> thrown instanceof DeadlineExceededException
                            || thrown instanceof RemoteFailure failure
                                    && failure.remoteClassName().equals(DeadlineExceededException.class.getName()));
        } while (place.told.get() == 0); // on a busy machine, the deadline may be over before
        assertThat(System.nanoTime() - startNs).isLessThan(TimeUnit.SECONDS.toNanos(20));
        assertThat(market.tellNow(new Counting(), 3)).isEqualTo(3);
    }

    @Test
    void shouldSeeAnInterruptBetweenCallbacks() {
        Market.Listener interrupting = new Counting() {
            @Override
            public long price(int price) {
                Thread.currentThread().interrupt();
                return 1;
            }
        };
        assertThatThrownBy(() -> market.tellForEver(interrupting)).isInstanceOf(CallInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(market.tellNow(new Counting(), 3)).isEqualTo(3);
    }

    @Test
    void shouldReadOverTheAnswerOfACallbackThatCameTooLate() {
        Market.Slow slow = () -> {
            try {
                Thread.sleep(2_000); // far longer than its deadline of 20 ms
            } catch (InterruptedException e) {
                // its caller has given up
            }
            return new byte[1 << 20];
        };
        for (int i = 0; i < 5; i++) {
            assertThat(market.endure(slow)).isTrue();
            assertThat(market.tellNow(new Counting(), 3)).isEqualTo(3);
        }
    }

    @Test
    void shouldPassOnWhatACallbackThrows() {
        Market.Listener failing = new Counting() {
            @Override
            public long price(int price) {
                throw new IllegalStateException("not today");
            }
        };
        assertThatThrownBy(() -> market.tellNow(failing, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("not today");
        assertThat(market.tellNow(new Counting(), 3)).isEqualTo(3);
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldCallAnArgumentBackAfterTheCall() {
        Counting first = new Counting();
        Counting second = new Counting();
        market.subscribeAll(List.of(first, second));
        market.tellAll(7);
        assertThat(first.sum).hasValue(7);
        assertThat(second.sum).hasValue(7);
        assertThat(place.listeners.get(0)).isNotSameAs(first).isNotEqualTo(place.listeners.get(1));
    }

    @Test
    void shouldBeTheSameObjectWhereverItGoes() {
        Counting listener = new Counting();
        market.subscribe(listener);
        assertThat(market.give(0)).isSameAs(listener);
        assertThat(market.same(listener, listener)).isTrue();
        assertThat(market.same(listener, new Counting())).isFalse();
        assertThat(market.any(listener)).isSameAs(listener);
        market.unsubscribe(listener);
        assertThat(market.subscribers()).isZero();
    }

    @Test
    void shouldCallAResult() throws Exception {
        Market.Order order = market.open("tea");
        order.add(2);
        order.add(3);
        assertThat(order.name()).isEqualTo("tea");
        assertThat(order.quantity()).isEqualTo(5);
        assertThat(market.any(order)).isSameAs(order);
        assertThat(market.openLater("milk").get().name()).isEqualTo("milk");
        assertThat(((Market) market.any(market)).subscribers()).isZero();
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldLiveAsLongAsThePeerRefersToIt() throws Exception {
        Counting listener = new Counting();
        WeakReference<Counting> watched = new WeakReference<>(listener);
        market.subscribe(listener);
        listener = null;
        System.gc();
        market.tellAll(3);
        assertThat(watched.get()).isNotNull();
        place.listeners.clear();
        assertThat(isCollected(watched)).isTrue();
    }

    @Test
    void shouldDieSoonAfterTheConnection() {
        Counting listener = new Counting();
        WeakReference<Counting> watched = new WeakReference<>(listener);
        market.subscribe(listener);
        listener = null;
        endpoints.closeServer();
        assertThat(isCollected(watched)).isTrue();
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldDieSoonAfterItIsReleased() {
        Market.Order order = market.open("tea");
        assertThat(Remotes.isStub(order)).isTrue();
        assertThat(Remotes.isStub(place)).isFalse();
        assertThat(Remotes.peer(order).pid()).isEqualTo((int) endpoints.serverPid());
        WeakReference<Object> watched = new WeakReference<>(place.last);
        place.last = null;
        Remotes.release(order);
        assertThatThrownBy(order::name).isInstanceOf(ReleasedException.class);
        assertThatThrownBy(() -> market.any(order)).isInstanceOf(ReleasedException.class);
        assertThat(isCollected(watched)).isTrue();
        assertThat(market.tellNow(new Counting(), 3)).isEqualTo(3);
    }

    @Test
    void shouldTellOfADeath() throws Exception {
        Market.Order order = market.open("tea");
        CountDownLatch died = new CountDownLatch(3);
        Remotes.onDeath(order, died::countDown);
        Remotes.onDeath(market, died::countDown);
        Remotes.onDeath(market, () -> died.countDown()).close();
        endpoints.closeServer();
        Remotes.onDeath(order, died::countDown);
        assertThat(died.await(10, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(order::name).isInstanceOf(ConnectionLostException.class);
    }

    private static boolean isCollected(WeakReference<?> watched) {
        for (int i = 0; i < 500; i++) {
            System.gc();
            if (watched.get() == null) {
                return true;
            }
            LockSupport.parkNanos(10_000_000);
        }
        return false;
    }

    @Test
    @Tag(TwoEndpoints.GENERATING)
    void shouldPassAnyInterfaceByReferenceThatIsMarked() {
        List<Integer> got = new ArrayList<>();
        market.each(3, got::add);
        assertThat(got).containsExactly(0, 1, 2);
        Supplier<String> supplier = market.supplier("hello");
        assertThat(supplier.get()).isEqualTo("hello");
    }

    @Test
    @Tag(TwoEndpoints.GENERATING)
    void shouldOfferAllInterfacesOfAnObject() {
        Market.Order order = market.trader();
        order.add(1);
        assertThat(order.quantity()).isEqualTo(1);
        assertThat(order).isInstanceOf(Market.Cancellable.class);
        assertThat(((Market.Cancellable) order).cancel()).isTrue();
        assertThat(market.cancel((Market.Cancellable) order)).isTrue();
    }

    @Tag(TwoEndpoints.ONE_JVM)
    @Test
    void shouldSendOneWayWithAReference() throws Exception {
        Counting listener = new Counting();
        market.post(listener);
        while (market.subscribers() == 0) {
            Thread.sleep(1);
        }
        place.listeners.get(0).hint("now");
        while (listener.sum.get() < 1_000) {
            Thread.sleep(1);
        }
    }
}
