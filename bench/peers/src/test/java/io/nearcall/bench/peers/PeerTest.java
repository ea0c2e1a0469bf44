// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.bench.Workload;
import io.nearcall.bench.curve.CurvePlan;
import io.nearcall.bench.curve.CurveRun;
import io.nearcall.bench.curve.CurveWork;
import io.nearcall.bench.curve.FirstCalls;
import io.nearcall.bench.pair.JvmFlags;
import io.nearcall.bench.pair.Measurement;
import io.nearcall.bench.pair.Pair;
import io.nearcall.bench.pair.Throughput;
import io.nearcall.bench.pair.Transfer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each peer between two JVMs, as briefly as can be: that it does all the work, not how fast. */
@Timeout(120)
class PeerTest {

    private static final long SLICE_MS = 1;
    private static final int LONG_BYTES = 1 << 16;

    @TempDir
    Path scratch;

    @ParameterizedTest
    @EnumSource
    void shouldDoAllTheWorkAndLeaveNothing(Peer peer) throws Exception {
        Pair.Places places = new Pair.Places(scratch, scratch, System.getProperty("java.class.path"));
        List<Measurement> measurements = new ArrayList<>();
        List<Throughput> throughputs;
        List<Transfer> transfers;
        try (Pair pair = Pair.startPeer("test", peer.system(), JvmFlags.ALL, places)) {
            assertThat(pair.libraries()).singleElement().asString().containsPattern("-\\d+\\.\\d+\\.\\d+\\.jar");
            pair.rest();
            for (Workload workload : Workload.BUSY) {
                pair.turn(workload, SLICE_MS, false);
                pair.rest();
            }
            pair.silence(1);
            measurements.addAll(pair.results());
            throughputs = pair.throughput(2, SLICE_MS);
            transfers = new ArrayList<>(pair.transfer(16, LONG_BYTES, SLICE_MS));
            transfers.addAll(pair.transfer(LONG_BYTES, 16, SLICE_MS));
        }

        int texts = (int) Workload.BUSY.stream().filter(Workload::isText).count();
        assertThat(measurements)
                .extracting(Measurement::workload)
                .contains(Workload.values())
                .hasSize(2 * Workload.BUSY.size() - texts + 1);
        assertThat(throughputs)
                .hasSize(peer == Peer.AERON ? 2 : 1)
                .allSatisfy(each -> assertThat(each.callsPerSecond()).isPositive())
                .allSatisfy(each -> assertThat(Peer.of(each.system())).hasValue(peer));
        assertThat(transfers).hasSize(2);
        assertThat(places.peerDirectory().resolve("test-" + peer.system())).doesNotExist();
    }

    @Test
    void shouldFollowDirmiAndAeronFromTheirFirstCallsOn() throws Exception {
        CurvePlan plan = new CurvePlan(List.of(CurveWork.values()), 1, 50, 0, 5);
        Pair.Places places = new Pair.Places(scratch, scratch, System.getProperty("java.class.path"));
        List<String> peers = List.of(Peer.DIRMI.system(), Peer.AERON.system());

        List<FirstCalls> found = CurveRun.measure(plan, peers, places).get(0);

        assertThat(found)
                .filteredOn(each -> peers.contains(each.system()))
                .hasSize(CurveWork.values().length + 1)
                .allSatisfy(each -> assertThat(each.nsAt(100)).isPresent());
    }
}
