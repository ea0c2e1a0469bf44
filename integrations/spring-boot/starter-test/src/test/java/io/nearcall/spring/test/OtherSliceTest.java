// SPDX-License-Identifier: Apache-2.0
package io.nearcall.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import io.nearcall.Endpoint;
import io.nearcall.spring.test.shop.Scales;
import io.nearcall.spring.test.shop.Shop;
import io.nearcall.spring.test.shop.Stock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/** A whole application, whose context exports the same name while that of the other test exists, and whose client is replaced. */
@SpringBootTest(classes = Shop.class)
@AutoConfigureNearcall
@Timeout(60)
class OtherSliceTest {

    @MockitoBean
    private Scales scales;

    @MockitoBean(name = "io.nearcall.spring.test.shop.Stock")
    private Stock stock;

    @Autowired
    private Endpoint endpoint;

    @Test
    void shouldReplaceAClient() {
        given(stock.left(new String[] {"tea"})).willReturn(7);
        given(scales.weigh("tea")).willReturn(8);
        assertThat(stock.left(new String[] {"tea"})).isEqualTo(7);
        assertThat(endpoint.lookup(Stock.class).left(new String[] {"tea"})).isEqualTo(8);
    }
}
