// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.bench.pair.Pair;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ColdStartsIT {

    @TempDir
    Path scratch;

    @Test
    void shouldFollowEachClientToItsFirstResult() throws Exception {
        List<ColdStart> starts = ColdStarts.measure(1, List.of(), new Pair.Places(scratch, scratch, ""));

        assertThat(starts).extracting(ColdStart::system).containsExactlyElementsOf(rows());
        assertThat(starts)
                .allSatisfy(start -> assertThat(start.phases())
                        .allSatisfy(phase -> assertThat(phase.ms()).isPositive()));
        assertThat(starts.get(2).phases())
                .extracting(ColdStart.Phase::name)
                .containsExactly("JVM until main", "Endpoint.open()", "lookup()", "first call");
        assertThat(starts.get(5).phases())
                .extracting(ColdStart.Phase::name)
                .containsExactly(
                        "JVM until main",
                        "native library",
                        "Kryo and codecs",
                        "endpoint, rest",
                        "interface",
                        "stub",
                        "look-up and handshake",
                        "first call");
    }

    /** Each archive has been used by then, or the measurement would have failed. */
    private static List<String> rows() {
        List<String> rows = new ArrayList<>(List.of(
                "empty JVM",
                "RMI",
                "Nearcall",
                "Nearcall, in parts",
                "Nearcall, built classes",
                "Nearcall, built classes, in parts",
                "greet, RMI",
                "greet, Nearcall",
                "greet, Nearcall, built classes"));
        List<String> archives =
                Runtime.version().feature() >= 25 ? List.of("archive: ", "AOT cache: ") : List.of("archive: ");
        for (String archive : archives) {
            for (String client : List.of("RMI", "Nearcall", "greet, RMI", "greet, Nearcall")) {
                rows.add(archive + client);
            }
        }
        return rows;
    }

    @Test
    void shouldFailWhereAnArchiveIsNotUsed() throws Exception {
        String fromJar = "[0.4s][info][class,load] io.nearcall.bench.start.GreetStart source: file:/tmp/0.jar";
        String archived =
                "[0.4s][info][class,load] io.nearcall.bench.start.GreetStart source: shared objects file (top)";

        FreshClients.checkArchived(GreetStart.class, List.of(archived), Archive.CLASSES);
        FreshClients.checkArchived(GreetStart.class, List.of(fromJar), Archive.NONE);
        assertThatThrownBy(() -> FreshClients.checkArchived(GreetStart.class, List.of(fromJar), Archive.CLASSES))
                .hasMessageContaining("GreetStart did not come from an archive");
        assertThatThrownBy(() -> FreshClients.checkArchived(GreetStart.class, List.of(archived), Archive.NONE))
                .hasMessageContaining("GreetStart came from an archive");
    }
}
