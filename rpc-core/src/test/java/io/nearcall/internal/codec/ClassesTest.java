// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClassesTest {

    private static final ClassLoader LOADER = ClassesTest.class.getClassLoader();

    @Test
    void shouldFindWhatTheSignaturesReachByName() {
        ReachableClasses reached = ReachableClasses.ofInterface(Shop.Orders.class);

        assertThat(reached.faults()).isEmpty();
        assertThat(reached.classes().values())
                .containsExactlyInAnyOrder(
                        Shop.Order.class,
                        Shop.Status.class,
                        Shop.Line.class,
                        Shop.Circle.class,
                        Shop.Square.class,
                        Shop.Positive.class,
                        Shop.Person.class,
                        Shop.Person[].class);
        assertThat(reached.throwables().keySet())
                .containsExactly(Shop.OutOfStock.class.getName(), "java.io.IOException");
    }

    @Test
    void shouldFindWhatTypeVariablesStandFor() {
        assertThat(ReachableClasses.ofInterface(Shop.Employees.class).classes().values())
                .containsExactlyInAnyOrder(Shop.Employee.class, Shop.Person.class);
    }

    @Test
    void shouldNameEveryPlaceThatCannotWork() {
        assertThat(ReachableClasses.ofInterface(Shop.Impossible.class).faults())
                .hasSize(3)
                .anySatisfy(fault -> assertThat(fault).contains("Impossible.run, parameter 1: java.lang.Runnable"))
                .anySatisfy(fault -> assertThat(fault).contains("Impossible.open, parameter 1", "java.lang.Runnable"))
                .anySatisfy(fault -> assertThat(fault).contains("result", "java.io.InputStream"));
    }

    @Test
    void shouldNameEveryPlaceOfWhatCannotTravel() {
        assertThat(ReachableClasses.ofInterface(Shop.Threaded.class).faults())
                .anySatisfy(fault -> assertThat(fault).contains("Threaded.same, parameter 1", "java.lang.Thread"))
                .anySatisfy(fault -> assertThat(fault).contains("Threaded.same, result", "java.lang.Thread"))
                .anySatisfy(fault -> assertThat(fault).contains("Threaded.list, result", "java.lang.Thread"))
                .hasSize(3);
    }

    @Test
    void shouldRefuseByValueWhatAnotherPlacePassesByReference() {
        assertThat(ReachableClasses.ofInterface(Shop.HalfMarked.class).faults())
                .singleElement()
                .asString()
                .contains("HalfMarked.change, result", "java.util.function.Function");
    }

    @Test
    void shouldSayOfAnInterfaceOfTheJdkThatItCanBePassedByReference() {
        assertThat(ReachableClasses.ofInterface(Shop.Impossible.class).faults())
                .anySatisfy(fault -> assertThat(fault).contains("java.lang.Runnable", "@ByRef"))
                .anySatisfy(fault ->
                        assertThat(fault).contains("java.io.InputStream").doesNotContain("@ByRef"));
    }

    @Test
    void shouldDecideByNameWhatIsAllowed() {
        AllowedClasses allowed =
                AllowedClasses.NONE.with(List.of(Shop.Order.class)).withPackage("org.example.shop");

        assertThat(allowed.allows(Shop.Order.class.getName())).isTrue();
        assertThat(allowed.allows(Shop.Order[][].class.getName())).isTrue();
        assertThat(allowed.allows("org.example.shop.Cart")).isTrue();
        assertThat(allowed.allows("org.example.shop.basket.Cart")).isTrue();
        assertThat(allowed.allows("java.lang.String")).isTrue();
        assertThat(allowed.allows("[I")).isTrue();
        for (String none : List.of("", "[", "[X", "[Djava.lang.Object;", "[Lorg.example.shop.Cart", "[[II")) {
            assertThat(allowed.allows(none)).as(none).isFalse();
        }
        assertThat(allowed.allows("org.example.shopping.Cart")).isFalse();
        assertThat(allowed.allows(Shop.Line.class.getName())).isFalse();
        assertThat(allowed.allows("java.lang.Runtime")).isFalse();
        assertThatThrownBy(() -> allowed.withPackage("java.util")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldSayWhatToDoAboutAClassThatIsNotAllowed() {
        assertThatThrownBy(() -> AllowedClasses.NONE.load("org.example.Cart", LOADER))
                .isInstanceOf(ClassNotAllowed.class)
                .hasMessageContaining("org.example.Cart")
                .hasMessageContaining("allow(");
        assertThat(ClassNotAllowed.because(Shop.Order.class))
                .hasMessageContainingAll(
                        Shop.Order.class.getName(), "allow(io.nearcall.internal.codec.Shop.Order.class)")
                .hasMessageContainingAll(
                        "Rmi.configure", "-Dio.nearcall.rmi.allow=io.nearcall.internal.codec.Shop.Order");
        assertThat(ClassNotAllowed.because("[Lshop.Orders$Order;"))
                .hasMessageContainingAll("allow(shop.Orders.Order.class)", "-Dio.nearcall.rmi.allow=shop.Orders.Order");
    }

    @Test
    void shouldNeitherLoadNorInitialiseWhatIsNotAllowed() {
        String name = getClass().getName() + "$Canary";
        System.clearProperty("nearcall.canary");
        boolean[] asked = new boolean[1];
        ClassLoader watching = new ClassLoader(LOADER) {
            @Override
            public Class<?> loadClass(String wanted) throws ClassNotFoundException {
                asked[0] |= wanted.equals(name);
                return super.loadClass(wanted);
            }
        };

        assertThatThrownBy(() -> AllowedClasses.NONE.load(name, watching)).isInstanceOf(ClassNotAllowed.class);
        assertThat(asked[0]).isFalse();

        Class<?> canary = AllowedClasses.NONE.withPackage("io.nearcall").load(name, watching);
        ClassShape.of(canary);
        new TestLane(64).table.define(5_000, canary, ShapeMatch.SAME);
        assertThat(asked[0]).isTrue();
        assertThat(System.getProperty("nearcall.canary")).isNull();
    }

    @SuppressWarnings("unused")
    static final class Canary {
        static final int SUNG = sing();
        int field;

        private static int sing() {
            System.setProperty("nearcall.canary", "sang");
            return 1;
        }
    }

    @Test
    void shouldGiveTheSameShapeTheSameFingerprint() {
        ClassShape shape = ClassShape.of(Shop.Line.class);

        assertThat(shape.text())
                .isEqualTo("record\nsku java.lang.String exact\nquantity int exact\nprice double exact");
        assertThat(shape.fingerprint()).isEqualTo(ClassShape.of(Shop.Line.class).fingerprint());
        assertThat(ShapeMatch.of(shape, ClassShape.of(Shop.Line.class))).isSameAs(ShapeMatch.SAME);
        assertThat(ClassShape.of(Shop.Employee.class).text())
                .contains("class extends ", "Shop$Person.age int exact", "\nname java.lang.String exact");
    }

    /** A peer may have as many offers compared as it likes. */
    @Test
    void shouldComputeTheFingerprintOfAClassOnce() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        ClassShape shape = ClassShape.of(Shop.Order.class);
        assertThat(ClassShape.fingerprintOf(Shop.Order.class)).isEqualTo(shape.fingerprint());

        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100; i++) {
            ClassShape.fingerprintOf(Shop.Order.class);
        }
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .isLessThan(100L * shape.text().length());
    }

    @Test
    void shouldDescribeTheClassesWithinAClassToo() {
        assertThat(ClassShape.of(Shop.Line[][].class).text())
                .isEqualTo("array exact\n\n" + Shop.Line.class.getName() + "\n"
                        + ClassShape.of(Shop.Line.class).text());
    }

    @Test
    void shouldNameTheClassAndTheMemberWhoseTypesDoNotFit() {
        ClassShape here = ClassShape.of(Shop.Line.class);

        assertDiffers(
                here,
                here.text().replace("int exact", "java.util.UUID exact"),
                "quantity",
                "int here and java.util.UUID");
        assertDiffers(
                here, here.text().replace("int exact", "java.util.List"), "quantity", "int here and java.util.List");
        assertDiffers(here, "enum\nA", "", "a record here");
        assertDiffers(here, "", "", "a record here");
        assertDiffers(here, "x".repeat(ClassShape.MAX_LENGTH + 1), "", "too many words");
    }

    private static void assertDiffers(ClassShape here, String there, String member, String words) {
        assertThatThrownBy(() -> ShapeMatch.of(here, new ClassShape(here.className(), there)))
                .isInstanceOfSatisfying(
                        IncompatibleClass.class, e -> assertThat(e.member()).isEqualTo(member))
                .hasMessageContaining(here.className())
                .hasMessageContaining(words);
        assertThat(new ClassShape(here.className(), there).fingerprint()).isNotEqualTo(here.fingerprint());
    }

    @Test
    void shouldComeToTheSameOnBothSides() {
        String one = "record\na int exact\nb long exact was z,y\nc java.lang.String exact";
        String other = "record\ny long exact\nshop.Base.c java.lang.Object\na int exact\nd int exact";
        ShapeMatch here = ShapeMatch.of(new ClassShape("shop.Thing", one), new ClassShape("shop.Thing", other));
        ShapeMatch there = ShapeMatch.of(new ClassShape("shop.Thing", other), new ClassShape("shop.Thing", one));

        List<ShapeMatch.Pair> ours = here.byClass().get("shop.Thing").members();
        List<ShapeMatch.Pair> theirs = there.byClass().get("shop.Thing").members();
        assertThat(ours).extracting(ShapeMatch.Pair::index).containsExactly(0, 1, 2);
        assertThat(theirs).extracting(ShapeMatch.Pair::index).containsExactly(2, 0, 1);
        assertThat(ours).extracting(ShapeMatch.Pair::asDeclared).containsExactly(true, true, false);
        assertThat(theirs).extracting(ShapeMatch.Pair::asDeclared).containsExactly(true, true, false);
        assertThat(there.byClass().get("shop.Thing").missing()).containsExactly("d");
    }

    @Test
    void shouldLetEnumsHaveDifferentConstants() {
        ClassShape here = ClassShape.of(Shop.Status.class);

        assertThat(ShapeMatch.of(here, new ClassShape(here.className(), here.text() + "\nSHIPPED")))
                .isSameAs(ShapeMatch.SAME);
    }

    @Test
    void shouldNameAnEnumConstantThatThisSideLacks() {
        TestLane lane = new TestLane(4096);
        lane.write(out -> lane.codec.writeClassAndObject(out, Shop.Status.NEW));
        byte[] message = lane.message();
        message[message.length - 1] = 'X';

        assertThatThrownBy(() -> lane.read(message))
                .isInstanceOf(IncompatibleClass.class)
                .hasMessageContaining("Shop$Status")
                .hasMessageContaining("NEX");
    }

    @Test
    void shouldRefuseContradictingIds() {
        ClassTable table = new TestLane(64).table;
        table.define(200, Shop.Order.class, ShapeMatch.SAME);
        table.define(200, Shop.Order.class, ShapeMatch.SAME);

        assertThatThrownBy(() -> table.define(200, Shop.Line.class, ShapeMatch.SAME))
                .isInstanceOf(MalformedMessage.class);
        assertThatThrownBy(() -> table.define(201, Shop.Order.class, ShapeMatch.SAME))
                .isInstanceOf(MalformedMessage.class);
        assertThatThrownBy(() -> table.define(3, Shop.Line.class, ShapeMatch.SAME))
                .isInstanceOf(MalformedMessage.class);
        assertThatThrownBy(() -> table.define(1 << 20, Shop.Line.class, ShapeMatch.SAME))
                .isInstanceOf(MalformedMessage.class);
        assertThat(table.idOf(Shop.Order.class)).isEqualTo(200);
        assertThat(table.classOf(200)).isEqualTo(Shop.Order.class);
        assertThat(table.classOf(199)).isNull();
        assertThat(table.idOf(Shop.Line.class)).isEqualTo(-1);
    }

    /** As its constructor, which sets the resolver before it adds serialisers, and registers classes after that. */
    @Test
    void shouldNameTheVersionOfKryoThatIsWanted() {
        LaneClasses classes = new LaneClasses(new ClassTable((type, patience) -> -1), Patience.UNHURRIED);

        assertThatThrownBy(classes::kryo)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("Kryo 5.6.2", "kryo5-5.6.2.jar");
        assertThatThrownBy(() -> classes.register(null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("Kryo 5.6.2", "kryo5-5.6.2.jar");
    }

    @Test
    void shouldKeepTheIdsOfBuiltInClasses() {
        ClassTable table = new TestLane(64).table;

        // Part of the protocol: if this fails, ids have moved.
        assertThat(table.idOf(Boolean.class)).isEqualTo(0);
        assertThat(table.idOf(String.class)).isEqualTo(8);
        assertThat(table.idOf(java.util.ArrayList.class)).isEqualTo(19);
        assertThat(table.idOf(IllegalStateException.class))
                .isEqualTo(table.idOf(Throwable.class))
                .isEqualTo(95);
    }
}
