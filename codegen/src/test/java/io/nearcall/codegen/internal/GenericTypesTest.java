// SPDX-License-Identifier: Apache-2.0
package io.nearcall.codegen.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GenericTypesTest {

    interface Store<K, V> {
        Map<K, List<? extends V>> select(K[] keys, List<V>[] defaults, Comparator<? super V> order);

        <X> X newest(X otherwise, List<?> ignored);

        @SuppressWarnings("unchecked")
        void putAll(V... values);
    }

    interface NamedStore<V> extends Store<String, V> {}

    interface Stock extends NamedStore<Integer> {
        Map<String, List<? extends Integer>> same(String[] a, List<Integer>[] b, Comparator<? super Integer> c);
    }

    @SuppressWarnings("rawtypes")
    interface RawStock extends Store {}

    private static Method method(Class<?> type, String name) {
        return Arrays.stream(type.getMethods())
                .filter(m -> m.getName().equals(name))
                .findAny()
                .orElseThrow();
    }

    @Test
    void shouldReplaceTypeVariablesWhereverTheyStand() {
        GenericTypes generics = new GenericTypes(Stock.class);
        Method same = method(Stock.class, "same");

        Type result = generics.resolve(method(Stock.class, "select").getGenericReturnType());
        List<Type> parameters = generics.parameterTypes(method(Stock.class, "select"));

        assertThat(result).isEqualTo(same.getGenericReturnType()).hasSameHashCodeAs(same.getGenericReturnType());
        assertThat(result).hasToString(same.getGenericReturnType().getTypeName());
        assertThat(parameters).containsExactly(same.getGenericParameterTypes());
    }

    @Test
    void shouldWriteSignaturesAsAPersonDoes() {
        GenericTypes generics = new GenericTypes(Stock.class);

        assertThat(generics.signature(method(Stock.class, "select")))
                .isEqualTo("select(String[], List<Integer>[], Comparator<? super Integer>):"
                        + " Map<String, List<? extends Integer>>");
        assertThat(generics.signature(method(Stock.class, "newest"))).isEqualTo("newest(X, List<?>): X");
        assertThat(generics.signature(method(Stock.class, "putAll"))).isEqualTo("putAll(Integer...): void");
    }

    @Test
    void shouldLeaveVariablesOfARawSuperInterfaceAlone() {
        assertThat(new GenericTypes(RawStock.class).signature(method(RawStock.class, "putAll")))
                .isEqualTo("putAll(V...): void");
    }
}
