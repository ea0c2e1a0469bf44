// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RingLengthTest {

    private static final String CONTROL =
            "7f0000000000-7f0000001000 rw-s 00000000 00:01 77  /memfd:nearcall-batch-0 (deleted)";

    @Test
    void shouldMeasureARingThatLiesThereTwiceInARow() {
        assertThat(RingLength.parse(List.of(
                        CONTROL,
                        "7f0000100000-7f0000110000 rw-s 00001000 00:01 77  /memfd:nearcall-batch-0 (deleted)",
                        "7f0000110000-7f0000120000 rw-s 00001000 00:01 77  /memfd:nearcall-batch-0 (deleted)")))
                .hasValue(64 << 10);
    }

    /** The kernel shows what continues the mapping before it as one with that. */
    @Test
    void shouldMeasureRingsThatLieSideBySide() {
        assertThat(RingLength.parse(List.of(
                        CONTROL,
                        "7f0000100000-7f0000110000 rw-s 00001000 00:01 77  /memfd:nearcall-batch-0 (deleted)",
                        "7f0000110000-7f0000130000 rw-s 00001000 00:01 77  /memfd:nearcall-batch-0 (deleted)",
                        "7f0000130000-7f0000140000 rw-s 00011000 00:01 77  /memfd:nearcall-batch-0 (deleted)")))
                .hasValue(64 << 10);
    }

    @Test
    void shouldNotTakeOtherMemoryForARing() {
        assertThat(RingLength.parse(List.of(
                        CONTROL,
                        "7f0000100000-7f0000110000 rw-s 00001000 00:01 78  /memfd:something-else (deleted)",
                        "7f0000110000-7f0000120000 rw-s 00001000 00:01 78  /memfd:something-else (deleted)",
                        "7f0000120000-7f0000130000 rw-s 00001000 00:01 79  /memfd:nearcall-batch-0 (deleted)")))
                .isEmpty();
    }
}
