// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ProcessStatusTest {

    @Test
    void shouldTellWhoRunsFromWhoIsExiting() throws Exception {
        // A short sleep, for which nobody waits: when it ends its parent has become another sleep.
        Process parent = new ProcessBuilder("sh", "-c", "sleep 1 & echo $!; exec sleep 60 >/dev/null").start();
        try {
            int child = Integer.parseInt(
                    new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))
                            .readLine());
            while (!ProcessDescriptor.isDead(child)) {
                Thread.sleep(1);
            }
            ProcessStatus ended = ProcessStatus.of(child);
            ProcessStatus running = ProcessStatus.of((int) parent.pid());
            assertThat(ended.exiting()).isTrue();
            assertThat(running.exiting()).isFalse();
            assertThat(running.startTicks()).isPositive().isLessThanOrEqualTo(ended.startTicks());
        } finally {
            parent.destroyForcibly().waitFor();
        }
    }

    @Test
    void shouldFindNobody() {
        assertThat(ProcessStatus.of(Integer.MAX_VALUE)).isNull();
    }
}
