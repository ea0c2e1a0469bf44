// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OrderBytesTest {

    @Test
    void shouldReadTheOrderThatWasWritten() {
        Order order = Order.example();
        order.lines.get(1).sku = "";

        Order read = OrderBytes.read(OrderBytes.write(order));

        assertThat(read).isNotSameAs(order);
        assertThat(read.isSame(order)).isTrue();
    }
}
