// SPDX-License-Identifier: Apache-2.0
package io.nearcall.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.internal.connection.OwnObjects;
import io.nearcall.internal.statistics.PageView;
import io.nearcall.test.PrivateDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a process reads of its own endpoint. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class OwnStatisticsTest {

    private static final class EmptyShelf implements Shelf {
        @Override
        public void put(String book) {}

        @Override
        public String take(int number) {
            return null;
        }
    }

    @Test
    void shouldReadThePageOfThatEndpointWhileItHasOne() throws InterruptedException {
        Endpoint other = Endpoint.builder().name("other").open();
        Endpoint shop = Endpoint.builder().name("shop").open();
        assertThat(OwnObjects.of(shop).statistics()).isNull();
        other.export(Shelf.class, new EmptyShelf(), "other");
        shop.export(Shelf.class, new EmptyShelf(), "shelf");
        PageView page = OwnObjects.of(shop).statistics();
        while (page == null || page.methods().isEmpty()) {
            Thread.sleep(1); // another thread of the endpoint soon shows the exported object
            page = OwnObjects.of(shop).statistics();
        }
        assertThat(page.name()).isEqualTo("shop");
        assertThat(page.methods())
                .isNotEmpty()
                .allMatch(method -> method.service().equals("shelf"));
        shop.close();
        assertThat(OwnObjects.of(shop).statistics()).isNull();
        other.close();
    }

    @Test
    void shouldHaveThePageBeforeTheFirstCall() {
        try (Endpoint shop = Endpoint.open();
                Endpoint customer = Endpoint.builder().name("customer").open()) {
            shop.export(Shelf.class, new EmptyShelf(), "shelf");
            customer.stub(Shelf.class, "shelf");
            assertThat(OwnObjects.of(customer).statistics()).isNull();
            customer.lookup(Shelf.class, "shelf");
            assertThat(OwnObjects.of(customer).statistics().name()).isEqualTo("customer");
        }
    }
}
