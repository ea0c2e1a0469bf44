// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
                .hasSize(2)
                .anySatisfy(fault -> assertThat(fault).contains("parameter 1", "java.lang.Runnable"))
                .anySatisfy(fault -> assertThat(fault).contains("result", "java.io.InputStream"));
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
        new TestLane(64).table.define(5_000, canary);
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
        assertThat(shape.differenceFrom(ClassShape.of(Shop.Line.class))).isNull();
        assertThat(ClassShape.of(Shop.Employee.class).text())
                .contains("class extends ", "Shop$Person.age int exact", "\nname java.lang.String exact");
    }

    @Test
    void shouldNameTheClassAndTheFieldThatDiffer() {
        ClassShape here = ClassShape.of(Shop.Line.class);

        assertDiffers(here, here.text().replace("int exact", "long exact"), "quantity", "int here and long there");
        assertDiffers(here, here.text() + "\nnote java.lang.String exact", "note", "only the other side");
        assertDiffers(here, "record\nsku java.lang.String exact\nprice double exact", "quantity", "only this side");
        assertDiffers(
                here,
                "record\nprice double exact\nsku java.lang.String exact\nquantity int exact",
                "sku",
                "another order");
        assertDiffers(here, here.text().replace("record", "class extends java.lang.Object"), "", "a record here");
    }

    private static void assertDiffers(ClassShape here, String there, String member, String words) {
        IncompatibleClass difference = here.differenceFrom(new ClassShape(here.className(), there));
        assertThat(difference).hasMessageContaining(here.className()).hasMessageContaining(words);
        assertThat(difference.member()).isEqualTo(member);
        assertThat(new ClassShape(here.className(), there).fingerprint()).isNotEqualTo(here.fingerprint());
    }

    @Test
    void shouldLetEnumsHaveDifferentConstants() {
        ClassShape here = ClassShape.of(Shop.Status.class);

        assertThat(here.differenceFrom(new ClassShape(here.className(), here.text() + "\nSHIPPED")))
                .isNull();
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
        table.define(200, Shop.Order.class);
        table.define(200, Shop.Order.class);

        assertThatThrownBy(() -> table.define(200, Shop.Line.class)).isInstanceOf(MalformedMessage.class);
        assertThatThrownBy(() -> table.define(201, Shop.Order.class)).isInstanceOf(MalformedMessage.class);
        assertThatThrownBy(() -> table.define(3, Shop.Line.class)).isInstanceOf(MalformedMessage.class);
        assertThatThrownBy(() -> table.define(1 << 20, Shop.Line.class)).isInstanceOf(MalformedMessage.class);
        assertThat(table.idOf(Shop.Order.class)).isEqualTo(200);
        assertThat(table.classOf(200)).isEqualTo(Shop.Order.class);
        assertThat(table.classOf(199)).isNull();
        assertThat(table.idOf(Shop.Line.class)).isEqualTo(-1);
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
