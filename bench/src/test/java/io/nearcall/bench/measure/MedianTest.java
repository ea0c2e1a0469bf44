// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MedianTest {

    @Test
    void shouldTakeTheValueInTheMiddle() {
        assertThat(Median.of(List.of(9.0, 1.0, 2.0))).isEqualTo(2);
    }

    @Test
    void shouldTakeTheUpperOfTwoInTheMiddle() {
        assertThat(Median.of(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(3);
    }

    @Test
    void shouldTakeTheLowerOfTwoWhereMoreIsBetter() {
        assertThat(Median.lower(List.of(4.0, 1.0, 3.0, 2.0))).isEqualTo(2);
        assertThat(Median.lower(List.of(9.0, 1.0, 2.0))).isEqualTo(2);
        assertThat(Median.lower(List.of())).isNaN();
    }

    @Test
    void shouldBeNoNumberForNoValues() {
        assertThat(Median.of(List.of())).isNaN();
    }
}
