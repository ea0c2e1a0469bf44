// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.bench.peers.Peer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class PairTest {

    @TempDir
    Path scratch;

    @Test
    void shouldSayWhyAPeerCannotRun() {
        Pair.Places places = new Pair.Places(scratch, scratch, System.getProperty("java.class.path"));

        assertThatThrownBy(() -> Pair.startPeer("missing", Peer.AERON.system(), JvmFlags.ALL, places))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ClassNotFoundException: io.nearcall.bench.peers.aeron.AeronEnds");
        assertThat(places.peerDirectory().resolve("missing-aeron")).doesNotExist();
    }
}
