// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.portable;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IpcNameTest {

    @ParameterizedTest
    @ValueSource(strings = {"orders", "a", "7", "shop-1_stock.memory", "_"})
    void shouldTakeWhatEverySystemTakes(String value) {
        assertThatNoException().isThrownBy(() -> new IpcName(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Orders", ".orders", "../orders", "a/b", "a\\b", "a:b", "a b", "\u00e4", "a\0"})
    void shouldRefuseWhatMeansSomethingElseSomewhere(String value) {
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new IpcName(value));
    }

    @ParameterizedTest
    @ValueSource(ints = {65, 1_000})
    void shouldRefuseLongNames(int length) {
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new IpcName("a".repeat(length)));
    }
}
