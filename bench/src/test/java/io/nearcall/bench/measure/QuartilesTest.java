// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class QuartilesTest {

    @Test
    void shouldHaveTheMiddleHalfBetweenThem() {
        assertThat(Quartiles.of(List.of(8.0, 1.0, 5.0, 3.0, 2.0, 7.0, 6.0, 4.0)))
                .isEqualTo(new Quartiles(3, 5, 7));
    }

    @Test
    void shouldBeTheOnlyValue() {
        assertThat(Quartiles.of(List.of(2.5))).isEqualTo(new Quartiles(2.5, 2.5, 2.5));
    }
}
