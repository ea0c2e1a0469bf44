// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.bigpayload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class CheckingDepotTest {

    private final Depot depot = new CheckingDepot();

    @Test
    void shouldMakeTheSameChecksumOfChunksAsOfTheWhole() {
        byte[] whole = sent("one two three");

        assertThat(sent("one ", "two ", "three"))
                .isEqualTo(whole)
                .isEqualTo(Checksums.sha256().digest("one two three".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void shouldNoticeAChunkThatIsMissing() {
        assertThat(sent("one ", "three")).isNotEqualTo(sent("one ", "two ", "three"));
    }

    @Test
    void shouldTakeSeveralFilesAtATime() {
        long first = depot.open();
        long second = depot.open();
        write(first, "a");
        write(second, "b");

        assertThat(depot.close(first)).isEqualTo(sent("a"));
        assertThat(depot.close(second)).isEqualTo(sent("b"));
    }

    @Test
    void shouldForgetAPlaceThatIsClosed() {
        long place = depot.open();
        depot.close(place);

        assertThatThrownBy(() -> depot.check(place))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("place=" + place);
    }

    private byte[] sent(String... chunks) {
        long place = depot.open();
        for (String chunk : chunks) {
            write(place, chunk);
        }
        return depot.close(place);
    }

    private void write(long place, String chunk) {
        depot.write(place, chunk.getBytes(StandardCharsets.UTF_8));
        depot.check(place);
    }
}
