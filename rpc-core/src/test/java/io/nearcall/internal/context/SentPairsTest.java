// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.context;

import static org.assertj.core.api.Assertions.assertThat;

import com.esotericsoftware.kryo.kryo5.io.Output;
import org.junit.jupiter.api.Test;

/** When the pairs of a call are sent, and when the peer has them already. */
class SentPairsTest {

    private static final int WITHOUT_PAIRS = 10;
    private static final Metadata ACME = Metadata.NONE.with("tenant", "acme");
    private static final int WITH_PAIRS = WITHOUT_PAIRS + 2 + "tenant".length() + 2 + "acme".length();

    private final Output output = new Output(4096);
    private final SentPairs sent = new SentPairs(true);

    private int lengthOf(SentPairs pairs, Metadata metadata) {
        output.reset();
        pairs.write(output, 0, metadata);
        return output.position();
    }

    private int repeatedOrNot() {
        return (output.getBuffer()[8] & 0xFF) | (output.getBuffer()[9] & 0xFF) << 8;
    }

    @Test
    void shouldSendThePairsOfALaneOnce() {
        assertThat(lengthOf(sent, ACME)).isEqualTo(WITH_PAIRS);
        for (int i = 0; i < 3; i++) {
            assertThat(lengthOf(sent, ACME)).isEqualTo(WITHOUT_PAIRS);
            assertThat(repeatedOrNot()).isEqualTo(0xFFFF);
        }
    }

    @Test
    void shouldSendOtherPairsEvenIfTheyAreEqual() {
        lengthOf(sent, ACME);
        Metadata equal = Metadata.NONE.with("tenant", "acme");
        assertThat(lengthOf(sent, equal)).isEqualTo(WITH_PAIRS);
        assertThat(lengthOf(sent, ACME)).isEqualTo(WITH_PAIRS);
    }

    @Test
    void shouldKeepThePairsOverACallWithoutAny() {
        assertThat(lengthOf(sent, Metadata.NONE)).isEqualTo(WITHOUT_PAIRS);
        assertThat(repeatedOrNot()).isZero();
        lengthOf(sent, ACME);
        lengthOf(sent, Metadata.NONE);
        assertThat(repeatedOrNot()).isZero();
        lengthOf(sent, ACME);
        assertThat(repeatedOrNot()).isEqualTo(0xFFFF);
    }

    @Test
    void shouldSendThePairsAgainAfterAFailure() {
        lengthOf(sent, ACME);
        sent.forget();
        assertThat(lengthOf(sent, ACME)).isEqualTo(WITH_PAIRS);
    }

    @Test
    void shouldSendAllPairsToAPeerThatKeepsNone() {
        SentPairs plain = new SentPairs(false);
        assertThat(lengthOf(plain, ACME)).isEqualTo(WITH_PAIRS);
        assertThat(lengthOf(plain, ACME)).isEqualTo(WITH_PAIRS);
    }
}
