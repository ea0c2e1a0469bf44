// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.reference.Market;
import io.nearcall.reference.MarketPlace;
import io.nearcall.test.OtherJvm;
import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.QuietWorkshop;
import io.nearcall.test.Server;
import io.nearcall.test.TwoEndpoints;
import io.nearcall.test.Workshop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Invalid calls of stubs and objects: each has its own exception, whose message says what to do. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class BadInputIT {

    @Test
    void shouldTellToLookUpAServiceAgainThatIsNotExportedAnyMore() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Export export = endpoints.server().export(Market.class, new MarketPlace());
            Market market = endpoints.client().lookup(Market.class);
            market.subscribers();
            export.close();
            assertThatThrownBy(market::subscribers)
                    .isInstanceOf(NoSuchRemoteException.class)
                    .hasMessageContainingAll(
                            "not exported", "Market.subscribers was not called", "Look the service up again");
        }
    }

    @Test
    void shouldTellToGetAnObjectAnewWhoseStubWasReleased() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Market.Order order =
                    endpoints.connect(Market.class, new MarketPlace()).open("tea");
            order.add(1);
            Remotes.release(order);
            assertThatThrownBy(order::name)
                    .isInstanceOfSatisfying(
                            ReleasedException.class,
                            e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT))
                    .hasMessageContainingAll("Order.name was not called", "released here", "Get the object anew");
        }
    }

    @Test
    void shouldFindAServiceAgainAfterARestartAndSayThatAReferenceIsNot() {
        try (Endpoint endpoint = Endpoint.open()) {
            Market market;
            Market.Order order;
            try (OtherJvm first = Server.start(Market.class, MarketPlace.class)) {
                assertThat(first.pid()).isPositive();
                market = endpoint.lookup(Market.class);
                order = market.open("tea");
                order.add(1);
                first.kill();
                assertReferenceHasEnded(order);
                assertThatThrownBy(market::subscribers)
                        .isInstanceOf(ServiceNotFoundException.class)
                        .isInstanceOfSatisfying(
                                NearcallException.class,
                                e -> assertThat(e.outcome()).isEqualTo(Outcome.NOT_SENT));
            }
            try (OtherJvm second = Server.start(Market.class, MarketPlace.class)) {
                assertThat(second.pid()).isPositive();
                assertThat(market.subscribers()).isZero();
                assertThat(market.open("oats").name()).isEqualTo("oats");
                assertReferenceHasEnded(order);
            }
        }
    }

    private static void assertReferenceHasEnded(Market.Order order) {
        assertThatThrownBy(order::quantity)
                .isInstanceOfSatisfying(ConnectionLostException.class, e -> {
                    assertThat(e.mayComeBack()).isFalse();
                    assertThat(e.loss()).isEqualTo(ConnectionLostException.Loss.DIED);
                })
                .hasMessageContainingAll("died", "came as a reference", "does not come back", "Get the object anew");
    }

    @Test
    void shouldTellWhyAClosedConnectionEndedAndThatTheServiceMayComeBack() {
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Market market = endpoints.connect(Market.class, new MarketPlace());
            Market.Order order = market.open("milk");
            order.add(1);
            Workshop workshop = endpoints.connect(Workshop.class, new QuietWorkshop());
            CompletableFuture<Integer> running = workshop.never();
            assertThat(workshop.echo(1)).isEqualTo(1); // behind it
            endpoints.server().close();
            assertThatThrownBy(running::get)
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOfSatisfying(ConnectionLostException.class, e -> {
                        assertThat(e.loss()).isEqualTo(ConnectionLostException.Loss.CLOSED);
                        assertThat(e.outcome()).isEqualTo(Outcome.MAY_HAVE_RUN);
                        assertThat(e.mayComeBack()).isTrue();
                    })
                    .hasMessageContainingAll("closed the connection", "connects again once the service is back");
            assertReferenceIsClosed(order);
            try (Endpoint back = Endpoint.open()) {
                back.export(Market.class, new MarketPlace());
                assertThat(market.open("oats").name()).isEqualTo("oats");
                assertReferenceIsClosed(order);
            }
        }
    }

    private static void assertReferenceIsClosed(Market.Order order) {
        assertThatThrownBy(order::name)
                .isInstanceOfSatisfying(ConnectionLostException.class, e -> {
                    assertThat(e.loss()).isEqualTo(ConnectionLostException.Loss.CLOSED);
                    assertThat(e.mayComeBack()).isFalse();
                })
                .hasMessageContainingAll("closed the connection", "Get the object anew");
    }
}
