// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartTest {

    /** How long the rows of one part may take in the full campaign. */
    private static final int MOST_MINUTES = 100;

    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5, 9})
    void shouldHaveEachRowInOnePart(int count) {
        List<Row> rows = Rows.all();
        List<Row> found = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            found.addAll(new Part(number, count).of(rows));
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(rows);
    }

    @Test
    void shouldHaveTheRowsAboutResourcesInThePartBeforeTheLast() {
        assertThat(new Part(4, 5).of(Rows.all())).isNotEmpty().allMatch(row -> row.kind() == Row.Kind.RESOURCE);
    }

    @Test
    void shouldShareOutTheRowsSoThatNoPartTakesTooLong() {
        for (int number = 1; number <= 3; number++) {
            List<Row> rows = new Part(number, 5).of(Rows.all());
            assertThat(rows).isNotEmpty().allMatch(row -> row.kind() == Row.Kind.FAULT);
            assertThat(rows.stream().mapToInt(Row::minutes).sum()).isLessThan(MOST_MINUTES);
        }
    }

    @Test
    void shouldHaveAllRowsWhereNoPartIsNamed() {
        List<Row> rows = Rows.all();
        assertThat(Part.of("").of(rows)).isEqualTo(rows);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "0/3", "4/3", "1/2", "a/b", "1/3/5"})
    void shouldRefuseWhatIsNoPart(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Part.of(text))
                .withMessageContaining("chaos.part=" + text);
    }
}
