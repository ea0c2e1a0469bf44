// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.reference;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ReferenceList;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class UntoldReleasesTest {

    private static final int MOST = 1 << 20;

    private final UntoldReleases releases = new UntoldReleases(MOST);

    @Test
    void shouldTellOfEachObjectOnceHoweverOftenItWasGivenUp() {
        for (int i = 0; i < 1_000_000; i++) {
            releases.add(ReferenceList.FIRST_REFERENCE_ID + i % 3, 2, -1);
        }
        assertThat(releases.next(10))
                .containsExactly(
                        new ControlMessage.Release(ReferenceList.FIRST_REFERENCE_ID, 666_668, -333_334),
                        new ControlMessage.Release(ReferenceList.FIRST_REFERENCE_ID + 1, 666_666, -333_333),
                        new ControlMessage.Release(ReferenceList.FIRST_REFERENCE_ID + 2, 666_666, -333_333));
    }

    @Test
    void shouldTellOfAllInParts() {
        Random random = new Random(4711);
        for (int round = 0; round < 3; round++) {
            Map<Integer, Long> given = new HashMap<>();
            for (int i = 0; i < 20_000; i++) {
                int id = ReferenceList.FIRST_REFERENCE_ID | random.nextInt(10_000) << random.nextInt(16);
                releases.add(id, 1, 0);
                given.merge(id, 1L, Long::sum);
            }
            Map<Integer, Long> told = new HashMap<>();
            while (!releases.isEmpty()) {
                List<ControlMessage.Release> next = releases.next(1 + random.nextInt(200));
                assertThat(next).isNotEmpty();
                next.forEach(release -> told.merge(release.objectId(), release.received(), Long::sum));
                releases.told(next);
            }
            assertThat(told).isEqualTo(given);
        }
    }

    @Test
    void shouldNoticeThatAPeerHasMadeObjectsUp() {
        for (int i = 0; i < MOST; i++) {
            assertThat(releases.add(ReferenceList.FIRST_REFERENCE_ID + i, 1, 0)).isTrue();
        }
        assertThat(releases.add(ReferenceList.FIRST_REFERENCE_ID, 1, 0)).isTrue();
        assertThat(releases.add(ReferenceList.FIRST_REFERENCE_ID + MOST, 1, 0)).isFalse();
    }

    /** In the order in which a table with Fibonacci hashing has them side by side. */
    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldTakeObjectsWhoseNumbersAPeerHasChosenSoThatTheyCollide() {
        int inverse = BigInteger.valueOf(0x9E3779B9L)
                .modInverse(BigInteger.ONE.shiftLeft(Integer.SIZE))
                .intValue();
        int given = 0;
        for (int place = 0; given < MOST; place++) {
            if (ReferenceList.isReference(place * inverse)) {
                assertThat(releases.add(place * inverse, 1, 0)).isTrue();
                given++;
            }
        }
        assertThat(releases.next(Integer.MAX_VALUE)).hasSize(given);
    }
}
