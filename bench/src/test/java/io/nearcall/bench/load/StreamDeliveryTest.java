// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StreamDeliveryTest {

    @Test
    void shouldCountTheItemsThatArrive() {
        assertThat(new StreamDelivery(new CountingFeed()).deliver(1))
                .isPositive()
                .satisfies(
                        items -> assertThat(items % CountingFeed.SMALL_NUMBERS).isZero());
    }

    @Test
    void shouldNoticeItemsThatAreLost() {
        Feed losing = new Feed() {
            @Override
            public void note(int left, int right) {}

            @Override
            public long noted() {
                return 0;
            }

            @Override
            public Stream<Integer> numbers(int count) {
                return new CountingFeed().numbers(count - 1);
            }
        };

        assertThatThrownBy(() -> new StreamDelivery(losing).deliver(1)).hasMessageContaining("messages were lost");
    }
}
