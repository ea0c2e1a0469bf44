// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionLostException;
import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.lang.ref.WeakReference;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Objects of this process and of another one that refer to each other, and what is left when that is killed. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class ReferencesBetweenProcessesTest {

    /** Two processes, each of which is in a method of its object that holds the object's lock when the other calls it. */
    private static final class Locked implements Market.Listener {
        private final Market market;

        Locked(Market market) {
            this.market = market;
        }

        @Override
        public synchronized long price(int price) {
            return price <= 1 ? 1 : price + market.tellNow(this, price - 1);
        }

        @Override
        public void hint(String text) {}
    }

    @Test
    void shouldReenterALockByWayOfAnotherProcess() {
        try (OtherJvm server = Server.start(Market.class, MarketPlace.class);
                Endpoint endpoint = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            Market market = endpoint.lookup(Market.class);
            Market.Listener listener = new Locked(market);
            synchronized (listener) {
                assertThat(market.tellNow(listener, 8)).isPositive();
            }
        }
    }

    @Test
    void shouldEndAllReferencesWhenTheOtherProcessIsKilled() throws Exception {
        try (Endpoint endpoint = Endpoint.open()) {
            WeakReference<Market.Listener> watched;
            Market.Order order;
            BlockingQueue<Loss> losses = new LinkedBlockingQueue<>();
            try (OtherJvm server = Server.start(Market.class, MarketPlace.class)) {
                Market market = endpoint.lookup(Market.class);
                watched = subscribe(market);
                order = market.open("tea");
                order.add(1);
                assertThat(Remotes.peer(order).pid()).isEqualTo(server.pid());
                Remotes.onDeath(order, losses::add);
                server.kill();
            }
            assertThat(losses.poll(10, TimeUnit.SECONDS)).isEqualTo(Loss.DIED);
            assertThatThrownBy(order::quantity).isInstanceOf(ConnectionLostException.class);
            assertThat(isCollected(watched)).isTrue();
        }
    }

    @Test
    void shouldNotTakeARestartedServiceForTheOneThatTheReferenceCameFrom() {
        try (Endpoint endpoint = Endpoint.open()) {
            Market market;
            Market.Order order;
            try (OtherJvm first = Server.start(Market.class, MarketPlace.class)) {
                assertThat(first.pid()).isPositive();
                market = endpoint.lookup(Market.class);
                order = market.open("tea");
            }
            try (OtherJvm second = Server.start(Market.class, MarketPlace.class)) {
                assertThat(Remotes.peer(market.open("oats")).pid()).isEqualTo(second.pid());
                assertThat(market.open("milk").name()).isEqualTo("milk");
                assertThatThrownBy(order::name).isInstanceOf(ConnectionLostException.class);
            }
        }
    }

    /** In a method of its own, so that no frame keeps the listener. */
    private static WeakReference<Market.Listener> subscribe(Market market) {
        Market.Listener listener = new Locked(market);
        market.subscribe(listener);
        return new WeakReference<>(listener);
    }

    private static boolean isCollected(WeakReference<?> watched) {
        for (int i = 0; i < 200; i++) {
            System.gc();
            if (watched.get() == null) {
                return true;
            }
            LockSupport.parkNanos(10_000_000);
        }
        return false;
    }
}
