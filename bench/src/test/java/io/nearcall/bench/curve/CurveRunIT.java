// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.curve;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.pair.Pair;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CurveRunIT {

    @TempDir
    Path scratch;

    @Test
    void shouldFollowEachSystemFromItsFirstCallOn() throws Exception {
        CurvePlan plan = new CurvePlan(List.of(CurveWork.values()), 1, 50, 0, 5);

        List<FirstCalls> found = CurveRun.measure(plan, List.of(), new Pair.Places(scratch, scratch, ""))
                .get(0);

        assertThat(found)
                .extracting(each -> each.work() + " over " + each.system())
                .startsWith("order over nearcall-shm", "order over nearcall-by-hand", "order over rmi")
                .contains("list of 100 records over nearcall-shm", "map of 50 entries over rmi")
                .hasSize(2 * CurveWork.values().length + 1);
        assertThat(found).allSatisfy(each -> {
            assertThat(each.nsAt(1)).isPresent();
            assertThat(each.nsAt(100)).isPresent();
            assertThat(each.points()).isSortedAccordingTo((one, other) -> Double.compare(one.ns(), other.ns()));
            assertThat(each.finalP50Ns()).isPositive();
            assertThat(each.calls()).isGreaterThanOrEqualTo(100);
        });
    }
}
