// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import org.junit.jupiter.api.BeforeEach;

/** Every type again, between a thread that reads the arguments and one that runs the method. */
class ValueTypesInHalvesTest extends ValueTypesTest {

    @BeforeEach
    void halve() {
        Loopback.of(parcels).inHalves = true;
    }
}
