// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.Workload;
import io.nearcall.bench.pair.Measurement;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationVerdictsTest {

    private final Measurement readByKryo = Measured.allocating("kryo-in-process", Workload.ORDER, 500);

    @Test
    void shouldAllowNothingForAPrimitiveCall() {
        assertThat(outcome("add", Measured.allocating("nearcall-shm", Workload.ADD, 0.01)))
                .isEqualTo("held");
        assertThat(outcome("add", Measured.allocating("nearcall-shm", Workload.ADD, 24)))
                .isEqualTo("not held");
    }

    @Test
    void shouldAllowAnOrderItsObjectsAndNothingElse() {
        assertThat(outcome("order", readByKryo, Measured.allocating("nearcall-shm", Workload.ORDER, 500)))
                .isEqualTo("held");
        assertThat(outcome("order", readByKryo, Measured.allocating("nearcall-shm", Workload.ORDER, 524)))
                .isEqualTo("not held");
    }

    @Test
    void shouldNotJudgeAnOrderWithoutKryosReading() {
        assertThat(outcome("order", Measured.allocating("nearcall-shm", Workload.ORDER, 500)))
                .isEqualTo("not judged (not measured)");
    }

    private static String outcome(String beginning, Measurement... measurements) {
        Results results = new Results(List.of(Measured.pair(measurements)));
        return Measured.verdict(new AllocationVerdicts(results).all(), beginning)
                .outcome();
    }
}
