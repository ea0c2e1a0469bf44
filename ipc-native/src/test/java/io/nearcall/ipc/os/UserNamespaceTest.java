// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UserNamespaceTest {

    @ParameterizedTest
    @CsvSource({"0 0 4294967295, 65534", "0 100000 65535, 65534", "0 1000 1; 1 100000 65536, 65534", "7 0 1, 7"})
    void shouldKnowTheUsersThatTheMapCovers(String map, int uid) {
        assertThat(UserNamespace.maps(map.replace(";", "\n"), uid)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"'', 65534", "0 1000 1, 65534", "0 100000 65534, 65534", "65535 0 1, 65534", "8 0 1, 7"})
    void shouldMissTheUsersThatItDoesNotCover(String map, int uid) {
        assertThat(UserNamespace.maps(map, uid)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0", "zero 0 1"})
    void shouldTakeEveryUserForKnownWhereTheMapCannotBeRead(String map) {
        assertThat(UserNamespace.maps(map, 65534)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0 0 4294967295", "1 0 4294967294; 0 4294967294 1"})
    void shouldTellWhereEveryNumberIsAUsers(String map) {
        assertThat(UserNamespace.mapsAll(map.replace(";", "\n"))).isTrue();
    }

    /** 65534 may exist in them, and yet also stand for all users without a number. */
    @ParameterizedTest
    @ValueSource(strings = {"", "0 100000 65536", "0 0 4294967294", "0 1000 1; 1 100000 65536", "0 0", "0 0 all"})
    void shouldNotTakeANamespaceForOneOfAllUsersUnlessItsMapSaysSo(String map) {
        assertThat(UserNamespace.mapsAll(map.replace(";", "\n"))).isFalse();
    }

    @Test
    void shouldKnowItsOwnUser() {
        assertThat(UserNamespace.hasUser(0)).isTrue();
    }
}
