// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.internal.codec.AllowedClasses;
import io.nearcall.internal.codec.ClassNotAllowed;
import io.nearcall.test.allowed.Lift;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class KnownClassesTest {

    private static final Reference<ClassLoader> LOADER = new WeakReference<>(KnownClassesTest.class.getClassLoader());

    private static final int MANY = 200_000;

    private static final class Crate {}

    private static final class Stranger {}

    private static KnownClasses known(AllowedClasses allowed) {
        KnownClasses known = new KnownClasses(allowed, true, LOADER);
        known.add(List.of(Crate.class));
        return known;
    }

    private final KnownClasses known = known(AllowedClasses.NONE);

    private static String nameOfArray(int dimensions, Class<?> element) {
        return "[".repeat(dimensions) + "L" + element.getName() + ";";
    }

    @Test
    void shouldFindArraysOfWhatIsKnown() {
        assertThat(known.find(Crate.class.getName())).isEqualTo(Crate.class);
        assertThat(known.find(Crate[].class.getName())).isEqualTo(Crate[].class);
        assertThat(known.find(Crate[][][].class.getName())).isEqualTo(Crate[][][].class);
        assertThat(known.find(int[][].class.getName())).isEqualTo(int[][].class);
        assertThat(known.find(String[][].class.getName())).isEqualTo(String[][].class);
        assertThat(known.find(nameOfArray(8, Crate.class)).getName()).isEqualTo(nameOfArray(8, Crate.class));
        assertThat(known.find(Stranger[][].class.getName())).isNull();
        assertThat(known(AllowedClasses.NONE.with(List.of(Stranger.class))).find(Stranger[][].class.getName()))
                .isEqualTo(Stranger[][].class);
    }

    @Test
    void shouldFindRemoteInterfacesOfAPackageAsAnyOthers() {
        String allowed = Lift.class.getPackageName();
        KnownClasses plain = new KnownClasses(AllowedClasses.NONE.withPackage(allowed), false, LOADER);
        assertThat(plain.find(Lift.class.getName())).isEqualTo(Lift.class);
        assertThat(plain.find(Lift[].class.getName())).isEqualTo(Lift[].class);
        assertThat(plain.find(Crate.class.getName())).isNull();
    }

    @Test
    void shouldFindArraysOfManyDimensionsOnlyIfTheyAreNamed() {
        assertThat(known.find(nameOfArray(9, Crate.class))).isNull();
        assertThat(known.find(nameOfArray(9, String.class))).isNull();
        assertThat(known.find("[".repeat(9) + "I")).isNull();
        assertThatThrownBy(() -> known.allowed().load(nameOfArray(9, Crate.class), LOADER.get()))
                .isInstanceOf(ClassNotAllowed.class);
        known.add(List.of(Crate[][][][][][][][][].class));
        assertThat(known.find(nameOfArray(9, Crate.class))).isEqualTo(Crate[][][][][][][][][].class);
        assertThat(known.allowed().load(nameOfArray(9, Crate.class), LOADER.get()))
                .isEqualTo(Crate[][][][][][][][][].class);
        assertThat(known.find(nameOfArray(10, Crate.class))).isNull();
    }

    @Test
    void shouldFindNoArrayOfMoreDimensionsThanThereCanBe() {
        assertThat(known.find(nameOfArray(256, Crate.class))).isNull();
        assertThat(known.find(nameOfArray(MANY, Crate.class))).isNull();
        assertThat(known.find("[".repeat(256) + "I")).isNull();
        assertThat(known.find("[".repeat(MANY))).isNull();
    }

    @Test
    void shouldFindNothingUnderANameThatPretendsToBeOfArraysInArrays() {
        String name = "[L".repeat(MANY) + Crate.class.getName() + ";".repeat(MANY);
        assertThat(known.find(name)).isNull();
        assertThat(known.find("[L" + Crate[].class.getName() + ";")).isNull();
        assertThat(known.find("[[L")).isNull();
    }

    @Test
    void shouldTakeNoLongerForANameOfManyParts() {
        KnownClasses ofPackage = known(AllowedClasses.NONE.withPackage("org.example"));
        assertThat(ofPackage.find("a.".repeat(MANY) + "A")).isNull();
    }
}
