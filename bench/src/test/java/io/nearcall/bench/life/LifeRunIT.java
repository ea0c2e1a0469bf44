// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.report.Machine;
import io.nearcall.bench.report.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All of it, in small, between JVMs and between processes in C. */
@Timeout(300)
class LifeRunIT {

    @TempDir
    Path scratch;

    @Test
    void shouldMeasureEverySystemInEveryPlace() throws Exception {
        assumeTrue(Machine.cpus().size() > 1, "each side wants a CPU");
        LifePlan plan = new LifePlan(2, 50, 1, 2, 1, 1, 2, 1, 0);

        Life life = LifeRun.measure(
                plan,
                new WarmUp.Patience(1, 0),
                handOverInC(),
                scratch,
                new Pair.Places(scratch, scratch, ""),
                false,
                (system, reason) -> {});

        assertThat(life.paced())
                .extracting(Paced::system, Paced::perSecond, Paced::bound)
                .containsExactlyInAnyOrder(
                        tuple("nearcall-shm", 1_000, false),
                        tuple("nearcall-shm", 1_000, true),
                        tuple("nearcall-shm", 100, false),
                        tuple("nearcall-shm", 100, true),
                        tuple("rmi", 1_000, false),
                        tuple("rmi", 1_000, true),
                        tuple("rmi", 100, false),
                        tuple("rmi", 100, true),
                        tuple("futex-c", 1_000, false),
                        tuple("futex-c", 1_000, true),
                        tuple("futex-c", 100, false),
                        tuple("futex-c", 100, true));
        assertThat(life.paced())
                .allSatisfy(each -> assertThat(each.times().windows())
                        .hasSize(2)
                        .allSatisfy(window -> assertThat(window.p50Ns()).isPositive()));
        assertThat(life.slices()).singleElement().satisfies(each -> {
            assertThat(each.rmiP50Ns())
                    .hasSize(2)
                    .allSatisfy(ns -> assertThat(ns).isPositive());
            assertThat(each.nearcallP50Ns())
                    .hasSize(2)
                    .allSatisfy(ns -> assertThat(ns).isPositive());
        });
        assertThat(life.handOvers()).extracting(HandOver::place).containsExactly(HandOverPlace.values());
        assertThat(life.handOvers())
                .allSatisfy(each -> assertThat(each.turnP50Ns())
                        .hasSize(1 + HandOverWay.values().length)
                        .allSatisfy((system, turns) -> assertThat(turns)
                                .hasSize(2)
                                .allSatisfy(ns -> assertThat(ns).isPositive())));
        assertThat(new LifeVerdicts(life, false).all())
                .hasSize(15)
                .allMatch(each -> each.isJudged() || each.outcome().equals("not judged (too few calls)"))
                .filteredOn(Verdict::isJudged)
                .hasSize(11);
        assertThat(LifeTable.lines(life)).hasSize(12 + 2 + 2 * (1 + HandOverWay.values().length));
    }

    /** Compiled as {@code bench/run} does. */
    private Path handOverInC() throws IOException, InterruptedException {
        Path program = scratch.resolve("handover");
        String compiler = System.getenv().getOrDefault("CC", "cc");
        Process process = new ProcessBuilder(
                        compiler, "-std=c11", "-O2", "src/main/c/handover.c", "-o", program.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        return program;
    }
}
