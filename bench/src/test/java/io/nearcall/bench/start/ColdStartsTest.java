// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.pair.Pair;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ColdStartsTest {

    @TempDir
    Path scratch;

    @Test
    void shouldFollowEachClientToItsFirstResult() throws Exception {
        List<ColdStart> starts = ColdStarts.measure(1, List.of(), new Pair.Places(scratch, scratch, ""));

        assertThat(starts)
                .extracting(ColdStart::system)
                .containsExactly("empty JVM", "RMI", "Nearcall", "Nearcall, in parts");
        assertThat(starts)
                .allSatisfy(start -> assertThat(start.phases())
                        .allSatisfy(phase -> assertThat(phase.ms()).isPositive()));
        assertThat(starts.get(2).phases())
                .extracting(ColdStart.Phase::name)
                .containsExactly("JVM until main", "Endpoint.open()", "lookup()", "first call");
    }
}
