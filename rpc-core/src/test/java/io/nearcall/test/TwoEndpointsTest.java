// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The suites run in as many JVMs as the environment variable says. */
@Tag(TwoEndpoints.SEPARABLE)
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
class TwoEndpointsTest {

    @Test
    void shouldServeInAnotherJvmIfToldSo() {
        boolean told = "process".equals(System.getenv("NEARCALL_TEST_SERVER"));
        try (TwoEndpoints endpoints = new TwoEndpoints()) {
            Workshop remote = endpoints.connect(Workshop.class, new QuietWorkshop());
            assertThat(remote.pid()).isEqualTo((int) endpoints.serverPid());
            assertThat(remote.pid() != (int) ProcessHandle.current().pid()).isEqualTo(told);
        }
    }
}
