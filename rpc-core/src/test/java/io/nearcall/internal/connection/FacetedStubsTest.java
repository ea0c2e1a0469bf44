// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.codegen.FacetedStub;
import io.nearcall.codegen.RemoteInterface;
import io.nearcall.internal.codec.MalformedMessage;
import io.nearcall.test.FitInterfaces;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FacetedStubsTest {

    private static final List<RemoteInterface<?>> MANY = new ArrayList<>();

    static {
        Stream.of("A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L")
                .map(FacetedStubsTest::makeInterface)
                .forEach(type -> MANY.add(RemoteInterface.of(type, FitInterfaces.RULES)));
    }

    private static Class<?> makeInterface(String name) {
        return new ByteBuddy()
                .makeInterface()
                .name("io.nearcall.internal.connection.Facet" + name)
                .make()
                .load(FacetedStubsTest.class.getClassLoader(), ClassLoadingStrategy.Default.WRAPPER)
                .getLoaded();
    }

    private final FacetedStubs stubs = new FacetedStubs();

    private static List<RemoteInterface<?>> some(int... indexes) {
        List<RemoteInterface<?>> some = new ArrayList<>();
        for (int index : indexes) {
            some.add(MANY.get(index));
        }
        return some;
    }

    @Test
    void shouldMakeTheSameOfAllOrdersThatBeginWithTheSameInterface() {
        FacetedStub first = stubs.of(some(1, 0, 2, 3));

        assertThat(stubs.of(some(1, 3, 2, 0))).isSameAs(first);
        assertThat(stubs.of(some(1, 0, 3, 2))).isSameAs(first);
        assertThat(stubs.of(some(0, 1, 2, 3))).isNotSameAs(first);
        assertThat(first.facets().get(0)).isSameAs(MANY.get(1));
    }

    @Test
    void shouldRefuseAnInterfaceThatIsThereTwice() {
        assertThatThrownBy(() -> stubs.of(some(0, 0, 1))).isInstanceOf(MalformedMessage.class);
        assertThatThrownBy(() -> stubs.of(some(0, 1, 0))).isInstanceOf(MalformedMessage.class);
        assertThat(stubs.keptCount()).isZero();
    }

    @Test
    void shouldMakeAnyNumberOfCombinationsAndKeepSome() {
        for (int others = 1; others < 1 << MANY.size() - 1; others++) {
            List<RemoteInterface<?>> combination = some(0);
            for (int i = 1; i < MANY.size(); i++) {
                if ((others >> i - 1 & 1) != 0) {
                    combination.add(MANY.get(i));
                }
            }
            FacetedStub stub = stubs.of(combination);
            assertThat(stubs.of(combination)).isSameAs(stub);
            assertThat(stubs.keptCount()).isBetween(1, FacetedStubs.MAX_KEPT);
        }
    }
}
