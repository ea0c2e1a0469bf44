// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How conventions name the places that addresses name. */
class ServerAddressTest {

    @ParameterizedTest
    @CsvSource({
        "shop.example:7443, shop.example, 7443",
        "10.9.0.2:1, 10.9.0.2, 1",
        "[fe80::1]:7443, fe80::1, 7443",
        "dns:///shop.example:7443, shop.example, 7443"
    })
    void shouldHaveThePortOfOneHost(String target, String address, String port) {
        assertThat(ServerAddress.of("orders", target)).isEqualTo(new ServerAddress(address, port));
    }

    /** And of a transport that has no ports. */
    @ParameterizedTest
    @ValueSource(strings = {"h1:7443,h2:7443", "dns:///shop.example:7443,h2:7443", "shop", "shop:", "shop:123456"})
    void shouldBeTheWholeOfSeveralPlaces(String target) {
        assertThat(ServerAddress.of("orders", target)).isEqualTo(new ServerAddress(target, ""));
    }

    @Test
    void shouldBeTheServiceWithinAHost() {
        assertThat(ServerAddress.of("orders", "")).isEqualTo(new ServerAddress("orders", ""));
    }
}
