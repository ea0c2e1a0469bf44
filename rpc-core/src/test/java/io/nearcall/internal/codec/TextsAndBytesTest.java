// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Strings and arrays of bytes of each length at which they are copied in another way, in fragments that end anywhere. */
class TextsAndBytesTest {

    private static final int[] LENGTHS = {
        0, 1, 3, 4, 7, 8, 9, 15, 16, 23, 24, 25, 47, 48, 49, 62, 63, 64, 65, 511, 513, 2047, 2048, 2049, 5_000
    };

    private final Random random = new Random(7);

    @ParameterizedTest
    @ValueSource(ints = {7, 61, 64, 70, 600, 16_384})
    void shouldKeepAnyString(int fragmentBytes) {
        TestLane lane = new TestLane(fragmentBytes);
        for (int length : LENGTHS) {
            String latin = text(length, 0x100);
            assertThat(copy(lane, latin)).isEqualTo(latin);
            for (int at : new int[] {0, length / 2, length - 1}) {
                if (at >= 0 && at < length) {
                    for (String wide : new String[] {"\u0100", "\u013F", "\uD83D", "\uDE00", "\uFFFF"}) {
                        String mixed = latin.substring(0, at) + wide + latin.substring(at + 1);
                        assertThat(copy(lane, mixed)).isEqualTo(mixed);
                    }
                }
            }
        }
    }

    /** A pair at the border between two runs belongs together, and each half is a character of its own for all that. */
    @Test
    void shouldKeepPairsThatTwoRunsShare() {
        TestLane lane = new TestLane(16_384);
        for (int before = 2_040; before < 2_056; before++) {
            String text = text(before, 0x80) + "\uD83D\uDE00" + text(600, 0x80);
            assertThat(copy(lane, text)).isEqualTo(text);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 61, 64, 70, 600, 16_384})
    void shouldKeepAnyArrayAndWhatIsAroundIt(int fragmentBytes) {
        TestLane lane = new TestLane(fragmentBytes);
        for (int length : LENGTHS) {
            for (int offset = 0; offset < 9; offset++) {
                int from = offset;
                byte[] bytes = new byte[length + 10];
                random.nextBytes(bytes);
                lane.write(out -> out.writeBytes(bytes, from, length));
                byte[] read = new byte[length + 10];
                read[from + length] = 42;
                lane.read(in -> {
                    in.readBytes(read, from, length);
                    return null;
                });
                assertThat(read[from + length]).isEqualTo((byte) 42);
                for (int i = 0; i < length; i++) {
                    assertThat(read[from + i]).isEqualTo(bytes[from + i]);
                }
            }
        }
    }

    private static String copy(TestLane lane, String text) {
        lane.write(out -> out.writeString(text));
        return lane.read(FrameInput::readString);
    }

    private String text(int length, int bound) {
        return random.ints(length, 0, bound)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
