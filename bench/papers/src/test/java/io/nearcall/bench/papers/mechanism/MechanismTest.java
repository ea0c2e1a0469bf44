// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.papers.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ipc.os.OsException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(30)
class MechanismTest {

    @TempDir
    Path scratch;

    @ParameterizedTest
    @EnumSource(
            value = Mechanism.class,
            names = {"QUEUE_.*", "MEMORY_.*"},
            mode = EnumSource.Mode.MATCH_ANY)
    void shouldRemoveWhatSystemVKeeps(Mechanism mechanism) throws Exception {
        Responder responder = mechanism.offer(scratch);
        mechanism.call(responder.address());
        responder.close();

        assertThatThrownBy(() -> mechanism.call(responder.address())).isInstanceOf(OsException.class);
    }

    @Test
    void shouldSerialiseEveryLongToAsManyBytes() throws Exception {
        assertThat(SerialisedLong.of(0L)).hasSize(SerialisedLong.LENGTH);
        assertThat(SerialisedLong.of(Long.MIN_VALUE)).hasSize(SerialisedLong.LENGTH);
        assertThat(SerialisedLong.value(SerialisedLong.of(42L))).isEqualTo(42L);
    }

    @Test
    void shouldCompareEachWayWithTheSocketUsedSo() {
        assertThat(Mechanism.PIPE_NIO.socket()).isEqualTo(Mechanism.SOCKET_NIO);
        assertThat(Mechanism.PIPE_IO.socket()).isEqualTo(Mechanism.SOCKET_IO);
    }
}
