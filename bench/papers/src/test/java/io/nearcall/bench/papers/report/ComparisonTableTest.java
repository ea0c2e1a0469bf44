// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTableTest {

    private static final double NONE = Double.NaN;

    @Test
    void shouldPutWhatIsMeasuredBesideWhatIsPublished() {
        ComparisonTable table = new ComparisonTable(
                "length",
                List.of(
                        new Comparison("pipe", "40", 60.26, 24, 57),
                        new Comparison("pipe", "400", 65, NONE, NONE),
                        new Comparison("queue", "40", NONE, 5.04, NONE)));

        assertThat(table.headings())
                .containsExactly("length", "pipe: published %", "here %", "fresh JVMs %", "queue: here %");
        assertThat(table.rows())
                .containsExactly(List.of("40", "60", "24", "57", "5.0"), List.of("400", "65", "-", "-", "-"));
    }
}
