// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrimesTest {

    @Test
    void shouldFindAsManyByDivisionAsByTheSieve() {
        assertThat(Primes.count(0, 10)).isEqualTo(4);
        assertThat(Primes.count(10, 20)).isEqualTo(4);
        assertThat(Primes.count(0, 100_000)).isEqualTo(9_592).isEqualTo(Primes.sieve(100_000));
    }
}
