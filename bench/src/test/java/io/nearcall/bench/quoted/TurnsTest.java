// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.quoted;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.measure.Range;
import io.nearcall.bench.quoted.QuotedComparison.Spread;
import org.junit.jupiter.api.Test;

class TurnsTest {

    private final Turns turns = new Turns();
    private final Turns.Row row = new Turns.Row("a listener", "ping", "2 times");

    @Test
    void shouldCompareWithinATurnAndTakeTheMediansOfPairs() {
        turns.add(row, 300, 200);
        turns.add(row, 3000, 1000); // the host was slow
        turns.add(row, 310, 200);
        turns.endPair();
        turns.add(row, 240, 200);
        turns.endPair();
        turns.add(row, 260, 200);
        turns.endPair();

        assertThat(turns.costs()).singleElement().satisfies(cost -> {
            assertThat(cost.ratio()).isEqualTo(new Spread(1.3, new Range(1.2, 1.55)));
            assertThat(cost.moreNs()).isEqualTo(new Spread(60, new Range(40, 110)));
            assertThat(cost.ns()).isEqualTo(new Spread(260, new Range(240, 310)));
            assertThat(cost.target()).isEqualTo("2 times");
        });
    }
}
