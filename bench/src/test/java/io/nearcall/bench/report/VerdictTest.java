// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTest {

    private final Verdict held = Verdict.atMost("ping: x the floor, at most 1.5", 1.5, List.of(1.4, 1.3, 1.6));
    private final Verdict missed = Verdict.atMost("order: x the floor, at most 1.5", 1.5, List.of(2.22));
    private final Verdict open = Verdict.notJudged("ping: x RMI", "floor in slow state");

    @Test
    void shouldSayTheOutcomeFirst() {
        assertThat(held.text())
                .isEqualTo("held           1.40  ping: x the floor, at most 1.5 (pairs: 1.40 1.30 1.60)");
        assertThat(missed.text()).isEqualTo("not held       2.22  order: x the floor, at most 1.5");
        assertThat(open.text()).isEqualTo("not judged        -  ping: x RMI (floor in slow state)");
    }

    @Test
    void shouldTakeTheMiddleThatFlattersNobody() {
        assertThat(Verdict.atLeast("ping: x RMI, at least 100", 100, List.of(99.0, 101.0))
                        .text())
                .isEqualTo("not held         99  ping: x RMI, at least 100 (pairs: 99 101)");
        assertThat(Verdict.atMost("ping: x the floor, at most 1.5", 1.5, List.of(1.4, 1.6))
                        .outcome())
                .isEqualTo("not held");
    }

    @Test
    void shouldCountTheOutcomesOfEachGroupAndNoTotal() {
        List<Verdict> all = List.of(held, missed.in(VerdictGroup.PAYLOADS), held, open, missed);

        assertThat(VerdictGroup.lines(all))
                .containsExactly(
                        "calls (one caller's primitives and orders, also with both JVMs on one CPU)",
                        held.text(),
                        held.text(),
                        open.text(),
                        missed.text(),
                        "",
                        "payloads (arrays and strings)",
                        missed.text(),
                        "",
                        "calls: 2 held, 1 not held, 1 not judged",
                        "payloads: 0 held, 1 not held, 0 not judged");
    }
}
