// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PeerSystemsTest {

    @Test
    void shouldSayWhyAPeerIsLeftOut() {
        PeerSystems peers = new PeerSystems(true);

        peers.leaveOut("dirmi", new IOException("no such socket"));

        assertThat(peers.running()).contains("dirmi-one-cpu", "aeron").doesNotContain("dirmi");
        assertThat(peers.lines()).anySatisfy(line -> assertThat(line).contains("dirmi is left out", "no such socket"));
    }

    @Test
    void shouldSayVersionAndFlagsOfEachPeer() {
        PeerSystems peers = new PeerSystems(true);

        peers.found("aeron", List.of("aeron-client-1.51.0.jar"));

        assertThat(String.join("\n", peers.lines()))
                .contains("aeron: aeron-client-1.51.0.jar", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED");
    }

    @Test
    void shouldBeSilentAboutPeersWhereNoneIsAskedFor() {
        assertThat(new PeerSystems(false).lines()).isEmpty();
    }
}
