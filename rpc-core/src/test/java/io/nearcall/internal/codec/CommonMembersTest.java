// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.esotericsoftware.kryo.kryo5.KryoException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Classes that have fewer members on the other side. Both sides are this one, so those members are missing afterwards.
 */
@Timeout(60)
class CommonMembersTest {

    private static final int ROUNDS = 20_000;

    private final TestLane lane = new TestLane(1 << 16);

    /** The other side's version has these lines. */
    private void define(Class<?> type, String... lines) {
        ClassShape ours = ClassShape.of(type);
        String rest =
                ours.text().contains("\n\n") ? ours.text().substring(ours.text().indexOf("\n\n")) : "";
        ClassShape theirs = new ClassShape(type.getName(), String.join("\n", lines) + rest);
        lane.table.define(4_000 + Math.abs(type.hashCode() % 100), type, ShapeMatch.of(ours, theirs));
    }

    @Test
    void shouldGiveARecordWhatBothHaveAndZeroForTheRest() {
        define(Shop.Line.class, "record", "price double exact", "colour int exact", "sku java.lang.String exact");

        assertThat(lane.copy(new Shop.Line("tea", 3, 1.5))).isEqualTo(new Shop.Line("tea", 0, 1.5));
        assertThat(lane.copy(new ArrayList<>(Arrays.asList(new Shop.Line("a", 1, 2), null))))
                .containsExactly(new Shop.Line("a", 0, 2), null);
    }

    private record Labels(int count, String... texts) {}

    @Test
    void shouldReadARecordWhoseLastComponentTakesAnyNumberOfArguments() {
        define(Labels.class, "record", "texts [Ljava.lang.String; exact");

        assertThat(lane.copy(new Labels(2, "a", "b")).texts()).containsExactly("a", "b");
    }

    @Test
    void shouldKeepCyclesAndInheritedFieldsOfABean() {
        define(
                Shop.Employee.class,
                "class extends java.lang.Object",
                "boss shop.Person",
                Shop.Person.class.getName() + ".friends java.util.List",
                Shop.Person.class.getName() + ".name java.lang.String exact");
        Shop.Employee ann = new Shop.Employee("Ann", 40, "A-1", null);
        ann.friends.add(new Shop.Employee("Bob", 50, "B-2", ann));
        ann.friends.add(ann);

        Shop.Employee copy = lane.copy(ann);
        assertThat(copy).isEqualTo(new Shop.Person("Ann", 0));
        assertThat(copy.badge()).isNull();
        assertThat(copy.friends.get(1)).isSameAs(copy);
        assertThat(((Shop.Employee) copy.friends.get(0)).boss()).isSameAs(copy);
    }

    @Test
    void shouldSayWhichMemberAConstructorDoesNotDoWithout() {
        define(Shop.Positive.class, "record");

        assertThatThrownBy(() -> lane.copy(new Shop.Positive(3)))
                .isInstanceOfSatisfying(
                        IncompatibleClass.class, e -> assertThat(e.member()).isEqualTo("value"))
                .hasMessageContaining("value=0");
    }

    @Test
    void shouldRefuseOrReadWhateverComesInPlaceOfAValue() {
        define(Shop.Order.class, "record", "lines java.lang.Object", "total float exact", "id int exact");
        lane.write(out -> lane.codec.writeClassAndObject(
                out, new Shop.Order(7, "Ann", Shop.Status.PAID, true, 3, List.of(new Shop.Line("tea", 3, 1.5)))));
        byte[] message = lane.message();
        Random random = new Random(5);
        int refused = 0;
        for (int i = 0; i < ROUNDS; i++) {
            byte[] hostile =
                    Arrays.copyOf(message, random.nextInt(4) == 0 ? random.nextInt(message.length) : message.length);
            for (int changes = random.nextInt(3); changes >= 0 && hostile.length > 0; changes--) {
                hostile[random.nextInt(hostile.length)] = (byte) random.nextInt();
            }
            try {
                lane.read(hostile);
            } catch (KryoException e) {
                refused++;
                lane.codec = LaneCodec.of(lane.table, lane.throwables);
            }
        }
        assertThat(refused).isBetween(ROUNDS / 10, ROUNDS);
    }

    /** What a peer with an empty version of it could have made of two bytes. */
    record Wide(
            long a,
            long b,
            long c,
            long d,
            long e,
            long f,
            long g,
            long h,
            long i,
            long j,
            long k,
            long l,
            long m,
            long n,
            long o,
            long p,
            long q,
            long r,
            long s,
            long t,
            long u,
            long v,
            long w,
            long x,
            long y,
            long z) {}

    @Test
    void shouldNotMakeMoreOfAMessageThanItsSizeAllows() {
        define(Wide.class, "record");
        Wide empty = new Wide(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        Object[] some = new Object[20];
        Arrays.setAll(
                some, i -> new Wide(i, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        assertThat(lane.copy(some)).containsOnly(empty);

        Object[] many = new Object[20_000];
        Arrays.setAll(
                many, i -> new Wide(i, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
        assertThatThrownBy(() -> lane.copy(many)).hasMessageContainingAll("Wide", "26 members");
    }
}
