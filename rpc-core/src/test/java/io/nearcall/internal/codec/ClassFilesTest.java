// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.rmi.Remote;
import org.junit.jupiter.api.Test;

class ClassFilesTest {

    /** Of RMI's kind, by way of another. */
    interface Savings extends Account {}

    /** Of RMI's kind. */
    interface Account extends Comparable<Account>, Remote {
        long ODD = 0x1234_5678_9abc_def0L; // a constant of two places
        double RATE = 0.5;
    }

    interface Ordinary extends Comparable<Ordinary> {}

    static class Implementation implements Remote {}

    private static final ClassLoader LOADER = ClassFilesTest.class.getClassLoader();

    private static boolean isRemote(Class<?> type) {
        return ClassFiles.isRemoteInterface(type.getName(), LOADER);
    }

    @Test
    void shouldTellRemoteInterfacesByTheirFiles() {
        assertThat(isRemote(Account.class)).isTrue();
        assertThat(isRemote(Savings.class)).isTrue();
        assertThat(isRemote(io.nearcall.rmi.Registry.class)).isTrue(); // by way of one of the JDK's
        assertThat(isRemote(Ordinary.class)).isFalse();
        assertThat(isRemote(Implementation.class)).isFalse();
    }

    @Test
    void shouldKnowNoneOfTheJdk() {
        assertThat(isRemote(Remote.class)).isFalse();
        assertThat(isRemote(java.rmi.registry.Registry.class)).isFalse();
    }

    @Test
    void shouldLookForNothingButClasses() {
        ClassLoader careless = new ClassLoader(null) {
            @Override
            public InputStream getResourceAsStream(String name) {
                throw new AssertionError(name);
            }
        };
        for (String name : new String[] {"", ".", "a..b", "../secret", "a/b", ".a", "a.", "[La;", "a b", "1a"}) {
            assertThat(ClassFiles.isRemoteInterface(name, careless)).as(name).isFalse();
        }
    }

    @Test
    void shouldBeReadyForFilesThatAreNone() {
        for (String content : new String[] {"", "no class file at all", "\u00ca"}) {
            ClassLoader odd = new ClassLoader(null) {
                @Override
                public InputStream getResourceAsStream(String name) {
                    return new ByteArrayInputStream(content.getBytes(StandardCharsets.ISO_8859_1));
                }
            };
            assertThat(ClassFiles.isRemoteInterface("shop.Orders", odd)).isFalse();
        }
        assertThat(ClassFiles.isRemoteInterface("shop.Missing", LOADER)).isFalse();
    }
}
