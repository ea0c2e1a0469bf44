// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import org.junit.jupiter.api.BeforeEach;

/** Every kind of call again. Another thread reads the arguments before the method runs. */
class RemoteCallInHalvesTest extends RemoteCallTest {

    @BeforeEach
    void halve() {
        loopback.inHalves = true;
    }
}
