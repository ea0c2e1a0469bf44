// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.balance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubsetTest {

    private static final int CLIENTS = 1_000;
    private static final int MOST = 20;

    private final Random random = new Random(7);

    private static List<String> places(int count) {
        return IntStream.range(0, count).mapToObj(i -> "h" + i + ":7443").toList();
    }

    private UUID client() {
        return new UUID(random.nextLong(), random.nextLong());
    }

    @Test
    void shouldTakeAllOfFew() {
        assertThat(Subset.of(places(MOST), client(), MOST)).isEqualTo(places(MOST));
    }

    @Test
    void shouldTakeSomeOfManyInTheirOrder() {
        List<String> subset = Subset.of(places(100), client(), MOST);
        assertThat(subset).hasSize(MOST).doesNotHaveDuplicates();
        List<String> inOrder = new ArrayList<>(places(100));
        inOrder.retainAll(subset);
        assertThat(subset).isEqualTo(inOrder);
    }

    @Test
    void shouldTakeTheSameForOneClientAndOthersForAnother() {
        UUID client = client();
        assertThat(Subset.of(places(100), client, MOST)).isEqualTo(Subset.of(places(100), client, MOST));
        assertThat(Subset.of(places(100), client, MOST)).isNotEqualTo(Subset.of(places(100), client(), MOST));
    }

    /** Each of a hundred is in a fifth of the subsets. The standard deviation is 13 clients. */
    @Test
    void shouldTakeEachAboutEquallyOften() {
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < CLIENTS; i++) {
            Subset.of(places(100), client(), MOST).forEach(place -> counts.merge(place, 1, Integer::sum));
        }
        assertThat(counts).hasSize(100);
        assertThat(counts.values()).allMatch(count -> count > 140 && count < 260);
    }

    @Test
    void shouldChangeOnePlaceAtMostIfAServerComesOrGoes() {
        for (int i = 0; i < 100; i++) {
            UUID client = client();
            Set<String> before = new HashSet<>(Subset.of(places(100), client, MOST));
            before.removeAll(Subset.of(places(101), client, MOST));
            assertThat(before).hasSizeLessThanOrEqualTo(1);
            Set<String> fewer = new HashSet<>(Subset.of(places(100), client, MOST));
            fewer.removeAll(Subset.of(places(99), client, MOST));
            assertThat(fewer).hasSizeLessThanOrEqualTo(1);
        }
    }
}
