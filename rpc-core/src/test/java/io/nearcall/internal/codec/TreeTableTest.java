// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.test.Specimens;
import io.nearcall.test.Specimens.Specimen;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values for a peer that reads no references to objects that it has met before. */
@Timeout(60)
class TreeTableTest {

    private static final int LANE_BYTES = 1 << 16;

    private final TestLane lane = lane(1 << 20);

    private static TestLane lane(long maxMessageBytes) {
        TestLane lane = new TestLane(LANE_BYTES, LANE_BYTES, maxMessageBytes);
        lane.codec = LaneCodec.of(
                lane.table, lane.throwables, RemoteObjects.NONE, LaneCodec.DEFAULT_MAX_DEPTH, Patience.UNHURRIED, true);
        return lane;
    }

    static List<Specimen> specimens() {
        return Specimens.all();
    }

    @ParameterizedTest
    @MethodSource("specimens")
    void shouldWriteWhatIsThereTwiceTwice(Specimen specimen) {
        Object[] copies = lane.copy(new Object[] {specimen.value(), specimen.value()});

        assertThat(((ReferenceTable) lane.codec.getReferenceResolver()).repeats())
                .isZero();
        for (Object copy : copies) {
            assertThat(copy).isInstanceOf(specimen.arrivesAs());
            assertThat(specimen.essenceOf(copy)).isEqualTo(specimen.essenceOf(specimen.value()));
        }
    }

    @Test
    void shouldWriteWhatIsSharedBetweenDepths() {
        Shop.Person shared = new Shop.Person("Ada", 40);
        List<Object> value = Arrays.asList(
                shared,
                List.of(shared, Arrays.asList(shared, new Object[] {shared})),
                new Shop.Pair(shared, new Shop.Pair(shared, shared)),
                shared);

        List<Object> copy = lane.copy(value);

        assertThat(copy.get(0)).isInstanceOf(Shop.Person.class).isNotSameAs(copy.get(3));
        assertThat(copy).usingRecursiveComparison().isEqualTo(value);
    }

    @Test
    void shouldEndAtTheLimitOfAMessageWhereSharingMakesItGrowWithoutEnd() {
        TestLane small = lane(1 << 16);
        Object bomb = "bolt";
        for (int i = 0; i < 60; i++) {
            bomb = new ArrayList<>(Arrays.asList(bomb, bomb));
        }
        Object value = bomb;

        assertThatThrownBy(() -> small.write(out -> small.codec.writeClassAndObject(out, value)))
                .isInstanceOf(FrameTooLarge.class);
    }

    @Test
    void shouldRefuseWhatIsTooDeepAsEver() {
        Object deep = "bolt";
        for (int i = 0; i < 100; i++) {
            deep = Collections.singletonList(deep);
        }
        Object value = deep;

        assertThatThrownBy(() -> lane.write(out -> lane.codec.writeClassAndObject(out, value)))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("Max depth exceeded: 64");
    }

    @Test
    void shouldNameTheClassOfAnObjectThatContainsItselfByWayOfOthers() {
        Shop.Node first = new Shop.Node();
        Shop.Node second = new Shop.Node();
        first.next = second;
        second.next = first;

        assertThatThrownBy(() -> lane.write(out -> lane.codec.writeClassAndObject(out, List.of(first))))
                .isInstanceOf(CodecException.class)
                .hasMessageContaining("An object of " + Shop.Node.class.getName() + " contains itself");
    }
}
