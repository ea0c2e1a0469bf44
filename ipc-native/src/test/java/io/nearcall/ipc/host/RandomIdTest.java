// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RandomIdTest {

    /** So many that no bit of random ones is likely to be the same in all. */
    private final List<UUID> ids = Stream.generate(Host::randomId).limit(100).toList();

    @Test
    void shouldSayThatItIsRandom() {
        assertThat(ids).allMatch(id -> id.version() == 4 && id.variant() == 2);
    }

    /** The process id, and most bits of the time, are the same in all. */
    @Test
    void shouldHaveNoBitThatTheProcessOrTheTimeDetermines() {
        assertThat(differing(ids.stream().map(UUID::getMostSignificantBits))).isEqualTo(0xffffffff_ffff0fffL);
        assertThat(differing(ids.stream().map(UUID::getLeastSignificantBits))).isEqualTo(0x3fffffff_ffffffffL);
    }

    /** The bits that are not the same in all numbers. */
    private static long differing(Stream<Long> numbers) {
        List<Long> all = numbers.toList();
        return all.stream().reduce(0L, (bits, each) -> bits | each ^ all.get(0));
    }
}
