// SPDX-License-Identifier: Apache-2.0
package io.nearcall.reference;

import static io.nearcall.reference.CityGallery.label;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ConnectionLostException;
import io.nearcall.ConnectionLostException.Loss;
import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.reference.CityGallery.Canvas;
import io.nearcall.reference.Gallery.Frame;
import io.nearcall.reference.Gallery.Insured;
import io.nearcall.reference.Gallery.Loan;
import io.nearcall.reference.Gallery.Painting;
import io.nearcall.reference.Gallery.Postcard;
import io.nearcall.reference.Gallery.Stolen;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.Server;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Objects of this process and of another one that refer to each other, and what is left when the other one is killed.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@ExtendWith(PrivateDirectory.class)
class ReferencesBetweenProcessesIT {

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

    private static String visit(Painting painting) {
        assertThat(Remotes.isStub(painting)).isTrue();
        return label(painting.title(), painting.pid());
    }

    @Test
    void shouldPassObjectsInEveryWay() {
        int here = (int) ProcessHandle.current().pid();
        try (OtherJvm server = Server.start(Gallery.class, CityGallery.class);
                Endpoint endpoint = Endpoint.open()) {
            int there = server.pid();
            Gallery gallery = endpoint.lookup(Gallery.class);
            Painting a = new Canvas("Storm");
            Painting b = new Postcard("Calm");
            String storm = label("Storm", here);
            String calm = label("Calm", here);
            assertThat(gallery.visit(a)).isEqualTo(storm);
            assertThat(gallery.visitLoan(new Loan(a, 3))).isEqualTo(storm + " for 3");
            assertThat(gallery.visitFrame(new Frame(a, "ash"))).isEqualTo(storm + " in ash");
            assertThat(gallery.visitList(List.of(a, b, a))).isEqualTo(storm + ", " + calm + ", " + storm);
            assertThat(gallery.visitMap(Map.of("hall", a, "stairs", b)))
                    .isEqualTo("hall: " + storm + ", stairs: " + calm);
            assertThat(gallery.visitArray(new Painting[] {b, a})).isEqualTo(calm + ", " + storm);

            String sunrise = label("Sunrise", there);
            String sunset = label("Sunset", there);
            assertThat(visit(gallery.best())).isEqualTo(sunrise);
            assertThat(visit(gallery.loan().painting())).isEqualTo(sunrise);
            assertThat(gallery.loan().days()).isEqualTo(7);
            assertThat(visit(gallery.frame().painting())).isEqualTo(sunrise);
            assertThat(gallery.frame().wood()).isEqualTo("oak");
            assertThat(gallery.list())
                    .extracting(ReferencesBetweenProcessesIT::visit)
                    .containsExactly(sunrise, sunset, sunrise);
            assertThat(gallery.array())
                    .extracting(ReferencesBetweenProcessesIT::visit)
                    .containsExactly(sunrise, sunset);
            Map<String, Painting> map = gallery.map();
            assertThat(map).containsOnlyKeys("east", "west");
            assertThat(visit(map.get("east"))).isEqualTo(sunrise);
            assertThat(visit(map.get("west"))).isEqualTo(sunset);
        }
    }

    @Test
    void shouldPassAnyInterfaceThatIsMarkedAndCopyWhatIsToBeCopied() {
        int here = (int) ProcessHandle.current().pid();
        try (OtherJvm server = Server.start(Gallery.class, CityGallery.class);
                Endpoint endpoint = Endpoint.open()) {
            int there = server.pid();
            Gallery gallery = endpoint.lookup(Gallery.class);
            Consumer<String> guestBook = gallery.guestBook();
            guestBook.accept("Ada");
            assertThat(gallery.lastGuest().get()).isEqualTo("Ada");
            AtomicReference<String> heard = new AtomicReference<>();
            assertThat(gallery.discuss(heard::set, () -> "bright")).isEqualTo("bright");
            assertThat(heard).hasValue("Sunrise");

            Postcard postcard = new Postcard("Calm");
            assertThat(gallery.visitCopy(postcard)).isEqualTo(label("Calm", there));
            assertThat(gallery.visit(postcard)).isEqualTo(label("Calm", here));
            assertThat(gallery.copy().pid()).isEqualTo(here);
        }
    }

    @Test
    void shouldShowAllInterfacesOfAnObject() {
        try (OtherJvm server = Server.start(Gallery.class, CityGallery.class);
                Endpoint endpoint = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            Gallery gallery = endpoint.lookup(Gallery.class);
            Painting best = gallery.best();
            assertThat(best).isInstanceOf(Insured.class).isNotInstanceOf(Stolen.class);
            assertThat(((Insured) best).value()).isEqualTo("Sunrise".length());
            assertThat(gallery.valueOf((Insured) best)).isEqualTo("Sunrise".length());
            Stolen stolen = Remotes.as(best, Stolen.class);
            assertThat(stolen.culprit()).isEqualTo("thief of Sunrise");
            assertThat(stolen).isEqualTo(best);
            assertThat(gallery.isBest((Painting) stolen)).isTrue();
            assertThat(gallery.culpritOf(best)).isEqualTo("thief of Sunrise");

            assertThat(gallery.valueOf(new Canvas("Storm"))).isEqualTo("Storm".length());
            assertThat(gallery.culpritOf(new Canvas("Storm"))).isEqualTo("thief of Storm");
            assertThatThrownBy(() -> gallery.culpritOf(new Postcard("Calm"))).isInstanceOf(ClassCastException.class);

            Gallery.Enterprise enterprise = Remotes.as(gallery, Gallery.Enterprise.class);
            assertThat(enterprise.paintings()).isEqualTo(2);
            assertThat(Remotes.as(enterprise, Gallery.class).isBest(best)).isTrue();
        }
    }

    @Test
    void shouldBeTheSameObjectWhereverItGoes() {
        try (OtherJvm server = Server.start(Gallery.class, CityGallery.class);
                Endpoint endpoint = Endpoint.open()) {
            assertThat(server.pid()).isPositive();
            Gallery gallery = endpoint.lookup(Gallery.class);
            Painting best = gallery.best();
            assertThat(gallery.isBest(best)).isTrue();
            assertThat(gallery.best()).isSameAs(best);
            assertThat(gallery.loan().painting()).isSameAs(best);
            assertThat(gallery.frame().painting()).isSameAs(best);
            assertThat(gallery.map().get("east")).isSameAs(best);
            assertThat(gallery.array()[0]).isSameAs(best);
            List<Painting> list = gallery.list();
            assertThat(list.get(0)).isSameAs(best).isSameAs(list.get(2)).isNotEqualTo(list.get(1));
            assertThat(gallery.isBest(list.get(1))).isFalse();

            Painting mine = new Canvas("Storm");
            assertThat(gallery.keep(mine)).isSameAs(mine);
            assertThat(gallery.isKept(mine)).isTrue();
            assertThat(gallery.isKept(new Canvas("Storm"))).isFalse();
        }
    }

    /** In its own method, so that no frame keeps the listener. */
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
