// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Arguments of every type that are written again because the call has failed. */
class ValueTypesRepeatedTest {

    private final ValueTypesTest.Parcels parcels =
            Loopback.connect(ValueTypesTest.Parcels.class, new ValueTypesTest.Depot(), TestRules.REPEATING);
    private final Loopback loopback = Loopback.of(parcels);

    @Test
    void shouldWriteTheArgumentsAgainForEachAttempt() {
        loopback.failing = 3;
        String once = parcels.weigh(true, (byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5);
        assertThat(loopback.failing).isZero();
        assertThat(once).isEqualTo(parcels.weigh(true, (byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.5));

        loopback.failing = 1;
        assertThat(parcels.names("Ann", "Bob")).containsExactly("Ann", "Bob");
        loopback.failing = 1;
        assertThat(parcels.id(1L << 40)).isEqualTo(1L << 40);
        loopback.failing = 2;
        assertThat(parcels.mixed(1, "four", 3.0, 4, 5, 6)).isEqualTo(1 + 4 + 3 + 4 + 5 + 6);
    }

    @Test
    void shouldThrowWhatIsNotToBeRepeated() {
        loopback.refusal = new IllegalArgumentException("no such office");
        assertThatThrownBy(() -> parcels.grams(1)).isSameAs(loopback.refusal);
    }
}
