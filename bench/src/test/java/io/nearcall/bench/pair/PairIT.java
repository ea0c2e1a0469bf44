// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.nearcall.bench.Workload;
import io.nearcall.bench.measure.WarmUp;
import io.nearcall.bench.peers.Peer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PairIT {

    @TempDir
    Path scratch;

    @Test
    void shouldMeasureEverySystemAtEveryWorkload() throws Exception {
        List<String> systems = List.of("floor", "nearcall-shm", "floor-fresh", "kryo-in-process", "floor-c", "rmi");
        Pair.Places places = new Pair.Places(scratch, floorInC(), "");

        try (Pair pair = Pair.start("test-" + ProcessHandle.current().pid(), systems, "", places)) {
            for (Workload workload : Workload.BUSY) {
                assertThat(pair.warm(workload, new WarmUp.Patience(1, 0)))
                        .extracting(WarmUp::system)
                        .contains("nearcall-shm", "rmi")
                        .noneMatch(system -> system.startsWith("floor-java/"));
                pair.turn(workload, 1, false);
                pair.turn(workload, 1, true);
            }
            pair.silence(1);
            pair.allocation();

            List<Measurement> results = pair.results();
            assertThat(results)
                    .extracting(Measurement::system, Measurement::workload, Measurement::threads)
                    .doesNotHaveDuplicates()
                    .contains(expected().toArray(new Tuple[0]));
            assertThat(results).allSatisfy(each -> {
                assertThat(each.p50Ns()).isPositive();
                assertThat(each.callsPerSecond()).isPositive();
                assertThat(each.ratioToFloor() != null).isEqualTo(each.threads() == 1);
            });
            assertThat(results)
                    .filteredOn(each -> each.system().equals("floor"))
                    .allSatisfy(floor -> assertThat(floor.ratioToFloor()).isEqualTo(1))
                    .allSatisfy(floor -> assertThat(floor.variant()).startsWith("floor-"));
            assertThat(results)
                    .filteredOn(each -> each.workload() == Workload.ORDER && each.threads() == 1)
                    .allSatisfy(each -> assertThat(each.ratioToFloorAndKryo()).isPositive());
        }
    }

    private static List<Tuple> expected() {
        List<Tuple> expected = new ArrayList<>();
        for (Workload workload : Workload.values()) {
            for (String system : List.of("floor", "floor-java", "floor-c", "nearcall-shm", "rmi")) {
                expected.add(tuple(system, workload, 1));
            }
        }
        for (Workload workload : List.of(Workload.PING, Workload.ADD, Workload.ORDER, Workload.BYTES_40)) {
            expected.add(tuple("nearcall-shm", workload, 8));
        }
        expected.add(tuple("kryo-in-process", Workload.ORDER, 1));
        expected.add(tuple("floor-fresh", Workload.TEXT_40, 1));
        return expected;
    }

    /** Compiled as {@code bench/run} does. */
    private Path floorInC() throws IOException, InterruptedException {
        Path program = scratch.resolve("floor");
        String compiler = System.getenv().getOrDefault("CC", "cc");
        Process process = new ProcessBuilder(
                        compiler, "-std=c11", "-O2", "src/main/c/floor.c", "-o", program.toString())
                .inheritIO()
                .start();
        assertThat(process.waitFor()).isZero();
        return program;
    }

    @Test
    void shouldSayWhyAPeerCannotRun() {
        Pair.Places places = new Pair.Places(scratch, scratch, System.getProperty("java.class.path"));

        assertThatThrownBy(() -> Pair.startPeer("missing", Peer.AERON.system(), JvmFlags.ALL, places))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ClassNotFoundException: io.nearcall.bench.peers.aeron.AeronEnds");
        assertThat(places.peerDirectory().resolve("missing-aeron")).doesNotExist();
    }
}
