// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Elements of a stream as they are written. */
class BatchElementsTest {

    private static final Object[] ONE_OF_EACH = {
        true,
        (byte) -1,
        'x',
        (short) -300,
        70_000,
        1L << 40,
        1.5f,
        -2.5,
        "text",
        "\u20ac",
        null,
        List.of(1),
        Shop.Status.NEW
    };

    /** Runs of the same class, and each class behind each other one. */
    private static Object[] elements() {
        List<Object> elements = new ArrayList<>();
        for (Object one : ONE_OF_EACH) {
            for (Object other : ONE_OF_EACH) {
                elements.addAll(Arrays.asList(one, other, other));
            }
        }
        return elements.toArray();
    }

    @Test
    void shouldBringElementsOfAllClassesWhereverAFragmentEnds() {
        for (int fragmentBytes = 16; fragmentBytes < 40; fragmentBytes++) {
            Batch batch = new TestLane(fragmentBytes).copy(new Batch(elements(), true));
            assertThat(batch.elements()).containsExactly(elements());
            assertThat(batch.isLast()).isTrue();
        }
    }

    @Test
    void shouldWriteElementsAsAnyOtherValueAfterAByteEach() {
        TestLane lane = new TestLane(4096);
        for (Object element : ONE_OF_EACH) {
            lane.write(out -> {
                for (int i = 0; i < 3; i++) {
                    out.writeBoolean(true);
                    lane.codec.writeClassAndObject(out, element);
                }
            });
            byte[] values = lane.message();
            lane.write(out ->
                    lane.codec.writeClassAndObject(out, new Batch(new Object[] {element, element, element}, true)));
            assertThat(Arrays.copyOfRange(lane.message(), 1, 1 + values.length)).isEqualTo(values);
        }
    }

    @Test
    void shouldRefuseElementsWithinElements() {
        TestLane lane = new TestLane(4096);
        lane.write(out -> lane.codec.writeClassAndObject(
                out, new Batch(new Object[] {1, new Batch(new Object[] {1}, true)}, true)));
        assertThatThrownBy(() -> lane.read(lane.codec::readClassAndObject)).isInstanceOf(MalformedMessage.class);
    }
}
