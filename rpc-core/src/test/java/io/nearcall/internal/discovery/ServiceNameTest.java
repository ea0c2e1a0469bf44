// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"orders", "Orders$V2", "shop.orders-2", "_x", "7"})
    void shouldAcceptNamesThatAreSafeInAPath(String name) {
        assertThat(new ServiceName(name).value()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".hidden", "-rf", "a/b", "..", "a b", "caf\u00e9", "a\0b", "a\nb"})
    void shouldRefuseNamesThatAreNot(String name) {
        assertThatThrownBy(() -> new ServiceName(name)).isInstanceOf(IllegalArgumentException.class);
        assertThat(ServiceName.isValid(name)).isFalse();
    }

    @Test
    void shouldNameTheWrongCharacterAndItsPlace() {
        assertThatThrownBy(() -> new ServiceName("shop/orders"))
                .hasMessageContaining("'/'")
                .hasMessageContaining("index 4");
    }

    @Test
    void shouldRefuseNamesThatFitIntoNoSocketPath() {
        assertThatThrownBy(() -> new ServiceName("x".repeat(101))).hasMessageContaining("too long");
    }
}
