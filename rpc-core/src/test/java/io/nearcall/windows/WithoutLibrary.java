// SPDX-License-Identifier: Apache-2.0
package io.nearcall.windows;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.Endpoint;
import io.nearcall.TransportException;
import org.junit.jupiter.api.Test;

/** {@link WindowsChannelsIT} runs this under Wine, without the library. */
class WithoutLibrary {

    @Test
    void shouldSayWhatAnEndpointNeeds() {
        assertThatThrownBy(() -> Endpoint.open().close())
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("An endpoint on Windows needs Nearcall's native library");
    }
}
