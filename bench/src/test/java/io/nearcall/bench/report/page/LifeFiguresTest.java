// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.life.Life;
import java.util.List;
import org.junit.jupiter.api.Test;

class LifeFiguresTest {

    private final List<Figure> figures = new LifeFigures(MeasuredLife.EXAMPLE).all();

    @Test
    void shouldShowEachWindowOfPacedCalls() {
        assertThat(figures.get(0).title()).isEqualTo("Paced calls: 1,000 orders a second");
        assertThat(figures.get(0).rows())
                .hasSize(8)
                .contains(List.of("nearcall-shm", "all CPUs", "10", "65.000", "195.000"))
                .contains(List.of("nearcall-shm", "a CPU each", "20", "44.000", ""));
    }

    @Test
    void shouldShowTheMediansOfAllSlices() {
        assertThat(figures.get(1).rows())
                .hasSize(6)
                .startsWith(List.of("1", "1", "90.000", "18.000"))
                .endsWith(List.of("2", "3", "30.000", "0.300"));
    }

    @Test
    void shouldShowEveryWayToHandOver() {
        assertThat(figures.get(2).rows())
                .hasSize(4)
                .contains(List.of("both sides on one CPU", "C: yield", "2.000"))
                .contains(List.of("two CPUs, a computing thread beside", "nearcall-shm", "4.000"));
    }

    @Test
    void shouldSayNothingOfPacedCallsThatWereLeftOut() {
        assertThat(new LifeFigures(Life.NONE).all())
                .extracting(Figure::title)
                .noneMatch(title -> title.startsWith("Paced"));
    }
}
