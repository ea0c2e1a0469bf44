// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnTest {

    private static final Predicate<Row> IS_FIRST = row -> row.name().startsWith("killed");

    @Test
    void shouldHaveTheFirstRowsInEachTurnAndEveryOtherInOne() {
        List<Row> rows = Rows.all();
        List<Row> first = rows.stream().filter(IS_FIRST).toList();
        List<Row> others = new ArrayList<>();
        for (int number = 1; number <= 3; number++) {
            List<Row> chosen = new Turn(number, 3).of(rows, IS_FIRST);
            assertThat(chosen).containsAll(first).hasSizeGreaterThan(first.size());
            chosen.stream().filter(IS_FIRST.negate()).forEach(others::add);
        }
        assertThat(others)
                .containsExactlyInAnyOrderElementsOf(
                        rows.stream().filter(IS_FIRST.negate()).toList());
    }

    @Test
    void shouldHaveAllRowsWhereNoTurnIsNamed() {
        List<Row> rows = Rows.all();
        assertThat(Turn.of("").of(rows, IS_FIRST)).isEqualTo(rows);
        assertThat(Turn.of("2/3")).isEqualTo(new Turn(2, 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "0/3", "4/3", "a/b", "1/3/5", "10/3"})
    void shouldRefuseWhatIsNoTurn(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Turn.of(text))
                .withMessageContaining("chaos.turn=" + text);
    }
}
