// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host.windows;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Runs under Wine, from {@code WindowsChannelsIT} in rpc-core. */
class PipeListenerSuite {

    @Test
    void shouldAcceptNobodyOnceItIsClosed() {
        PipeListener listener = new PipeListener(PipeFile.random().pipe());
        listener.close();
        assertThat(listener.readiness()).isZero();
        assertThat(listener.accept()).isNull();
        listener.close();
    }
}
