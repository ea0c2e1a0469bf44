// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.NoSuchRemoteException;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.TwoEndpoints;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Objects that were passed by reference and are taken back. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class WithdrawnObjectsTest {

    private final MarketPlace place = new MarketPlace();
    private TwoEndpoints endpoints;
    private Market market;

    @BeforeEach
    void open() {
        endpoints = new TwoEndpoints();
        market = endpoints.connect(Market.class, place);
    }

    @AfterEach
    void close() {
        endpoints.close();
    }

    @Test
    void shouldRefuseCallsUntilTheObjectIsReadmitted() {
        Market.Order order = market.open("tea");
        order.add(2);
        OwnObjects.of(endpoints.server()).withdraw(place.last);
        assertThatThrownBy(() -> order.add(1))
                .isInstanceOf(NoSuchRemoteException.class)
                .hasMessageContainingAll(
                        "not exported",
                        "Order.add was not called",
                        "Get the object anew from the service that it came from");
        assertThatThrownBy(order::quantity).isInstanceOf(NoSuchRemoteException.class);
        OwnObjects.of(endpoints.server()).readmit(place.last);
        assertThat(order.quantity()).isEqualTo(2);
    }

    @Test
    void shouldBeItselfWhenItComesHome() {
        Market.Order order = market.open("tea");
        OwnObjects.of(endpoints.server()).withdraw(place.last);
        assertThat(market.any(order)).isSameAs(order);
    }

    @Test
    void shouldStayWithdrawnThoughItIsPassedAgain() {
        Market.Listener listener = new Market.Listener() {
            @Override
            public long price(int price) {
                return price;
            }

            @Override
            public void hint(String text) {}
        };
        OwnObjects.of(endpoints.client()).withdraw(listener);
        assertThatThrownBy(() -> market.tellNow(listener, 1)).hasMessageContaining("NoSuchRemoteException");
        market.subscribe(listener);
        OwnObjects.of(endpoints.client()).readmit(listener);
        assertThat(market.tellNow(listener, 3)).isEqualTo(3);
        OwnObjects.of(endpoints.client()).withdraw(listener);
        market.unsubscribe(listener);
        assertThat(market.subscribers()).isZero();
    }

    @Test
    void shouldSeeACallThatRunsThoughTheObjectWasWithdrawn() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Market.Listener listener = new Market.Listener() {
            @Override
            public long price(int price) {
                begun.countDown();
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    return -1;
                }
                return price;
            }

            @Override
            public void hint(String text) {}
        };
        long[] sum = new long[1];
        Thread caller = new Thread(() -> {
            place.subscribe(listener);
            sum[0] = market.tellNow(listener, 1) + 7;
        });
        caller.start();
        begun.await();
        OwnObjects.of(endpoints.client()).withdraw(listener);
        assertThat(OwnObjects.of(endpoints.client()).isCalled(listener)).isTrue();
        assertThat(OwnObjects.of(endpoints.server()).isCalled(place)).isTrue();
        assertThat(OwnObjects.of(endpoints.server()).isCalled(listener)).isFalse();
        goOn.countDown();
        caller.join();
        assertThat(sum[0]).isEqualTo(7);
        while (OwnObjects.of(endpoints.client()).isCalled(listener)
                || OwnObjects.of(endpoints.server()).isCalled(place)) {
            Thread.onSpinWait(); // the callers may have their answers before this is over
        }
    }
}
