// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.chaos.process.VictimJvm;
import io.nearcall.chaos.target.LoggedTarget;
import io.nearcall.chaos.target.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Processes that the system gives nothing more. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ShortageTest {

    private static final List<String> FEW_DESCRIPTORS = List.of("sh", "-c", "ulimit -n 64; exec \"$@\"", "sh");

    @TempDir
    private Path scratch;

    @BeforeEach
    void useOwnDirectory() {
        System.setProperty("io.nearcall.dir", scratch.resolve("run").toString());
    }

    @AfterEach
    void leaveIt() {
        System.clearProperty("io.nearcall.dir");
    }

    @Test
    void shouldTellACallerThatItHasNoDescriptorsAndServeItOnceItHas() throws Exception {
        try (Endpoint server = Endpoint.open()) {
            server.export(Target.class, new LoggedTarget(nonce -> {}), "rich");
            try (VictimJvm client = VictimJvm.start(scratch, FEW_DESCRIPTORS, Pauper.class, "client", "rich")) {
                client.expect("refused");
                client.expect("7");
                assertThat(client.awaitExit()).isZero();
            }
        }
    }

    @Test
    void shouldServeAgainWhenAShortageOfDescriptorsEnds() throws Exception {
        try (VictimJvm server = VictimJvm.start(scratch, FEW_DESCRIPTORS, Pauper.class, "server", "poor");
                Endpoint client = Endpoint.open()) {
            server.expect("serving");
            assertThatThrownBy(() -> client.lookup(Target.class, "poor", Duration.ofSeconds(1)))
                    .isInstanceOf(NearcallException.class);
            server.send("");
            server.expect("recovered");
            assertThat(client.lookup(Target.class, "poor").ping(5)).isEqualTo(5);
        }
    }
}
