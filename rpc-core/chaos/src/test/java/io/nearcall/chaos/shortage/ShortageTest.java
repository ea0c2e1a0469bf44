// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.chaos.process.Victim;
import io.nearcall.chaos.process.VictimJvm;
import io.nearcall.chaos.target.Attempt;
import io.nearcall.chaos.target.Attempts;
import io.nearcall.chaos.target.CallKind;
import io.nearcall.chaos.target.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that is asked to end. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ShortageTest {

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
    void shouldEndInOrderUponSigtermDuringCalls() throws Exception {
        try (VictimJvm server = VictimJvm.start(scratch, Victim.class);
                Endpoint client = Endpoint.open()) {
            server.expect("ready");
            server.send("serve mortal " + scratch.resolve("log"));
            server.expect("serving");
            Target target = client.lookup(Attempts.class, "mortal");
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                while (thrown.get() == null) {
                    thrown.set(Attempt.make(CallKind.PING, target, 4).thrown());
                }
            });
            caller.start();
            Thread.sleep(50);
            long startNs = System.nanoTime();
            server.terminate();
            assertThat(server.awaitExit()).isEqualTo(143);
            assertThat(System.nanoTime() - startNs).isLessThan(3_000_000_000L);
            caller.join(20_000);
            assertThat(thrown.get()).isInstanceOf(NearcallException.class);
            try (var left = Files.list(scratch.resolve("run"))) {
                assertThat(left).isEmpty();
            }
        }
    }
}
