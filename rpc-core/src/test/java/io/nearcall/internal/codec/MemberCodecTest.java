// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.kryo5.Serializer;
import io.nearcall.codegen.MemberCodec;
import io.nearcall.internal.codec.elsewhere.Parent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which classes have generated codecs, and that these write what reflection writes and read it. */
class MemberCodecTest {

    private record Everything(
            boolean a,
            byte b,
            char c,
            short d,
            int e,
            long f,
            float g,
            double h,
            String text,
            TimeUnit unit,
            Point point,
            Integer boxed,
            int[] array,
            Point[] points,
            Duration duration,
            List<String> list,
            Object any) {}

    private record Point(int x, int y) {
        private Point {
            if (x == 13) {
                throw new IllegalArgumentException("x=" + x);
            }
        }
    }

    private static class Bean {
        private long id;
        private String name = "initial";
        private TimeUnit unit;
        private Bean next;
        private List<Object> parts = new ArrayList<>();
        private transient String cache = "filled";
    }

    private static class Child extends Bean {
        private byte kind;

        private Child(byte kind) {
            this.kind = kind;
        }
    }

    private static final class Sealed {
        private char mark = 'm';
        private double[] values = {1.5};
        private Map<String, Point> points = Map.of();

        private Sealed() {}
    }

    private static class Unchangeable {
        private final int value;

        private Unchangeable(int value) {
            this.value = value;
        }
    }

    private static class Heir extends Parent {
        private int own = 1;
    }

    private final TestLane lane = new TestLane(1 << 12);

    static Stream<Object> values() {
        Bean bean = new Bean();
        bean.id = -1;
        bean.unit = TimeUnit.DAYS;
        bean.next = bean;
        bean.parts.addAll(Arrays.asList(new Point(1, 2), "text", null, bean, 7L, bean.parts));
        Child child = new Child((byte) 3);
        ((Bean) child).next = bean;
        return Stream.of(
                new Point(-1, Integer.MAX_VALUE),
                new Everything(
                        true,
                        (byte) 1,
                        'c',
                        (short) -2,
                        3,
                        -4,
                        5,
                        6,
                        "text",
                        TimeUnit.HOURS,
                        new Point(1, 2),
                        42,
                        new int[] {1},
                        new Point[] {null, new Point(0, 0)},
                        Duration.ofMillis(5),
                        List.of("a"),
                        new Point(3, 4)),
                new Everything(
                        false, (byte) 0, '\0', (short) 0, 0, 0, 0, 0, null, null, null, null, null, null, null, null,
                        null),
                bean,
                child,
                new Sealed());
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldWriteAndReadWhatReflectionDoes(Object value) {
        Class<?> type = value.getClass();
        Serializer<?> reflective = type.isRecord() ? new RecordCodec(type) : new BeanCodec(type);
        Serializer<?> generated = Serializers.of(type);
        assertThat(generated)
                .isInstanceOf(
                        Boolean.getBoolean("io.nearcall.codec.reflective") ? reflective.getClass() : MemberCodec.class);

        byte[] bytes = written(value, reflective);
        assertThat(written(value, generated)).isEqualTo(bytes);
        for (Serializer<?> serializer : List.of(generated, reflective)) {
            lane.write(out -> lane.codec.writeObject(out, value, reflective));
            Object copy = lane.read(in -> lane.codec.readObject(in, type, serializer));
            assertThat(copy)
                    .usingRecursiveComparison()
                    .ignoringFieldsMatchingRegexes(".*cache") // transient
                    .isEqualTo(value);
            assertThat(written(copy, generated)).isEqualTo(bytes);
        }
    }

    private byte[] written(Object value, Serializer<?> serializer) {
        lane.write(out -> lane.codec.writeObject(out, value, serializer));
        return lane.message();
    }

    @ParameterizedTest
    @ValueSource(classes = {Unchangeable.class, Heir.class})
    void shouldLeaveToReflectionWhatGeneratedCodeMayNotAccess(Class<?> type) {
        assertThat(Serializers.of(type)).isInstanceOf(BeanCodec.class);
    }

    @Test
    void shouldBringMembersOfAParentOfAnotherPackageAcross() {
        Heir heir = new Heir();
        heir.keep("safe");
        assertThat(lane.copy(heir).secret()).isEqualTo("safe");
        assertThat(lane.copy(new Unchangeable(7)).value).isEqualTo(7);
    }

    @Test
    void shouldMakeABeanByItsConstructorAndOneWithoutByNone() {
        Bean bean = new Bean();
        bean.cache = "not sent";
        assertThat(lane.copy(bean).cache).isEqualTo("filled");
        assertThat(lane.copy(new Child((byte) 1)).kind).isEqualTo((byte) 1);
        assertThat(((Bean) lane.copy(new Child((byte) 1))).cache).isNull();
    }

    @Test
    void shouldLetTheConstructorOfARecordRefuse() {
        byte[] bytes = written(new Point(12, 0), Serializers.of(Point.class));
        byte[] unlucky = bytes.clone();
        unlucky[bytes.length - 2 * Integer.BYTES] = 13;
        lane.write(out -> out.writeBytes(unlucky));
        assertThatThrownBy(() -> lane.read(in -> lane.codec.readObject(in, Point.class)))
                .hasStackTraceContaining("x=13");
    }
}
