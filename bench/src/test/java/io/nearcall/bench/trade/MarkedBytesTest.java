// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MarkedBytesTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 40, 65_536, 65_537, 200_000})
    void shouldTakeWhatWasSent(int length) {
        MarkedBytes bytes = new MarkedBytes(length);
        for (int i = 0; i < 2_100; i++) {
            byte[] answer = bytes.next().clone();
            assertThatCode(() -> bytes.expect(answer, length)).doesNotThrowAnyException();
        }
    }

    @Test
    void shouldNoticeTheAnswerToAnotherCall() {
        MarkedBytes bytes = new MarkedBytes(40);
        byte[] early = bytes.next().clone();
        bytes.next();
        assertThatThrownBy(() -> bytes.expect(early, 40)).isInstanceOf(IllegalStateException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 38})
    void shouldNoticeAByteThatIsWrongInTheFirstCall(int index) {
        MarkedBytes bytes = new MarkedBytes(40);
        byte[] answer = bytes.next().clone();
        answer[index]++;
        assertThatThrownBy(() -> bytes.expect(answer, 40)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldNoticeAnotherLength() {
        MarkedBytes bytes = new MarkedBytes(40);
        bytes.next();
        assertThatThrownBy(() -> bytes.expect(new byte[41], 40)).isInstanceOf(IllegalStateException.class);
    }
}
