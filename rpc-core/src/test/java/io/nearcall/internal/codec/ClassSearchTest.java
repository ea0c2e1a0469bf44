// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.ByteBuddy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The JDK's class loaders keep every name that they were ever asked for, so they are not to be asked for any. */
@Timeout(60)
class ClassSearchTest {

    private static final int MANY = 5_000;
    private static final int FEW = 1_000;

    private final List<String> asked = new ArrayList<>();

    private final ClassLoader watching = new ClassLoader(getClass().getClassLoader()) {
        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            asked.add(name);
            return super.loadClass(name);
        }
    };

    private final AllowedClasses ofPackage = AllowedClasses.NONE.withPackage("io.nearcall");

    private void shouldNotAskFor(String name, AllowedClasses allowed) {
        assertThatThrownBy(() -> allowed.named(name, watching))
                .isInstanceOf(ClassNotAllowed.class)
                .hasMessageContaining("this side does not have it");
        assertThat(asked).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.MissingError",
                "java.MissingException",
                "java.missing.MissingException",
                "javax.missing.MissingException",
                "java.lang.a/../StackOverflowError",
                "java.lang..StackOverflowError",
                "[[Ljava.lang.MissingError;"
            })
    void shouldAskForNoClassOfTheJdkThatDoesNotExist(String name) {
        shouldNotAskFor(name, AllowedClasses.NONE);
        shouldNotAskFor(name, ofPackage);
    }

    @Test
    void shouldAskForNoClassOfALongName() {
        shouldNotAskFor("java." + "x".repeat(60_000) + "Error", AllowedClasses.NONE);
        shouldNotAskFor("io.nearcall." + "x".repeat(600), ofPackage);
    }

    @Test
    void shouldAskForNoExceptionThatDoesNotExist() {
        for (String name : List.of("java.lang.MissingError", "java.util.Collections$Missing")) {
            ThrownParts parts =
                    new ThrownParts(name, "", "", new StackTraceElement[0], -1, new int[0], new byte[0], null);
            assertThatThrownBy(() -> PlainExceptions.make(parts, AllowedClasses.NONE, watching, List.of()))
                    .isInstanceOf(Exception.class);
            assertThat(asked).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.StackOverflowError",
                "java.sql.SQLException",
                "javax.naming.NamingException",
                "[[Ljava.io.IOException;",
                "java.lang.Number",
                "int"
            })
    void shouldFindWhatTheJdkHas(String name) {
        for (int i = 0; i < 2; i++) {
            assertThat(AllowedClasses.NONE.named(name, watching).getName()).isEqualTo(name);
        }
    }

    /** As those of class path and module path are, which are no files that a name of another form leads to. */
    @ParameterizedTest
    @ValueSource(strings = {"io.nearcall.internal.codec..Shop", "io.nearcall.internal/codec.Shop"})
    void shouldNotTakeANameForAnotherOfTheSameFile(String name) {
        shouldNotAskFor(name, ofPackage);
        assertThat(ofPackage.named(Shop.class.getName(), watching)).isSameAs(Shop.class);
    }

    @Test
    void shouldAskForFewClassesOfAPackageThatDoNotExist() throws Exception {
        Class<?> generated = generate("io.nearcall.internal.codec.Generated");
        assertThat(ofPackage.named(generated.getName(), watching)).isSameAs(generated);
        for (int i = 0; i < MANY; i++) {
            String name = "io.nearcall.missing.Missing" + i;
            assertThatThrownBy(() -> ofPackage.named(name, watching)).isInstanceOf(ClassNotAllowed.class);
        }
        assertThat(asked.size()).isLessThan(FEW);

        assertThat(ofPackage.named(Shop.Order.class.getName(), watching)).isSameAs(Shop.Order.class);
        assertThat(ofPackage.named(generated.getName(), watching)).isSameAs(generated);
    }

    @Test
    void shouldFindAClassThatIsGeneratedAfterItWasMissed() throws Exception {
        String name = "io.nearcall.internal.codec.GeneratedLate";
        for (int i = 0; i < FEW; i++) {
            assertThatThrownBy(() -> ofPackage.named(name, watching)).isInstanceOf(ClassNotAllowed.class);
        }
        Class<?> generated = generate(name);
        assertThat(ofPackage.named(name, watching)).isSameAs(generated);
        Class<?> another = generate("io.nearcall.internal.codec.GeneratedEarly");
        assertThat(ofPackage.named(another.getName(), watching)).isSameAs(another);
    }

    @Test
    void shouldFindAnyNumberOfClassesThatHaveNoFile() throws Exception {
        for (int i = 0; i < FEW; i++) {
            Class<?> generated = generate("io.nearcall.internal.codec.GeneratedOf" + i);
            assertThat(ofPackage.named(generated.getName(), watching)).isSameAs(generated);
        }
    }

    /** In this class' loader, where no file has it. */
    private static Class<?> generate(String name) throws IllegalAccessException {
        byte[] bytes = new ByteBuddy().subclass(Object.class).name(name).make().getBytes();
        return MethodHandles.lookup().defineClass(bytes);
    }
}
