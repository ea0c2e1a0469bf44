// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.Workload;
import java.util.List;
import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void shouldAlignNumbersUnderTheirHeading() {
        List<String> lines = Table.of(new Results(List.of(Measured.pair(
                                Measured.floor(110),
                                Measured.call("nearcall-shm", Workload.PING, 205.4, 1.87),
                                Measured.call("rmi", Workload.PING, 18_000, null))))
                        .rows())
                .lines()
                .filter(line -> !line.isBlank())
                .toList();

        int end = lines.get(0).indexOf("p50 us") + "p50 us".length();
        assertThat(lines.subList(1, 4))
                .extracting(line -> line.substring(0, end))
                .satisfiesExactly(
                        line -> assertThat(line).endsWith(" 0.110"),
                        line -> assertThat(line).endsWith(" 0.205"),
                        line -> assertThat(line).endsWith("18.000"));
    }
}
