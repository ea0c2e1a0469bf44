// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import io.nearcall.Endpoint;
import io.nearcall.Remotes;
import io.nearcall.spring.test.shop.Scales;
import io.nearcall.spring.test.shop.Shop;
import io.nearcall.spring.test.shop.Stock;
import io.nearcall.spring.test.shop.Till;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.ContextConfiguration;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/** A slice of an application, in a directory of its own. */
@NearcallTest(properties = "nearcall.name=slice")
@ContextConfiguration(classes = Shop.class)
@Timeout(60)
class ServiceSliceTest {

    @MockitoBean
    private Scales scales;

    @Autowired
    @Qualifier("io.nearcall.spring.test.shop.Stock")
    private Stock stock;

    @Autowired
    private ApplicationContext context;

    @Test
    void shouldCallAServiceOfTheContextAsOneOfAnotherProcess() {
        given(scales.weigh("tea")).willReturn(3);
        String[] item = {"tea"};
        assertThat(Remotes.isStub(stock)).isTrue();
        assertThat(stock.left(item)).isEqualTo(3);
        assertThat(item).containsExactly("tea");
    }

    @Test
    void shouldHaveServicesOnly() {
        assertThat(context.getBeanNamesForType(Till.class)).isEmpty();
        assertThat(context.getBean(Endpoint.class)).hasToString("Endpoint[slice]");
    }

    @Test
    void shouldNotMeetTheEndpointsOfOtherContexts() {
        assertThat(context.getBean(Endpoint.class).services()).containsExactly("stock");
        try (Endpoint other = Endpoint.open()) {
            assertThat(other.services()).doesNotContain("stock");
        }
    }
}
