// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import io.nearcall.test.Specimens.Specimen;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Makes specimens of some kinds. */
abstract class SpecimenMaker {

    private final List<Specimen> made = new ArrayList<>();

    /** In the order in which they were made. */
    final List<Specimen> made() {
        return made;
    }

    final void same(String name, Object value) {
        made.add(new Specimen(name, value, value.getClass(), thing -> thing));
    }

    final <T> void by(String name, T value, Function<T, Object> essence) {
        as(name, value, value.getClass(), essence);
    }

    @SuppressWarnings("unchecked")
    final <T> void as(String name, T value, Class<?> arrivesAs, Function<T, Object> essence) {
        made.add(new Specimen(name, value, arrivesAs, thing -> essence.apply((T) thing)));
    }

    /** The class of the copy is another one: order and elements count. */
    final void ordered(String name, Collection<?> value, Class<?> arrivesAs) {
        made.add(new Specimen(name, value, arrivesAs, thing -> new ArrayList<>((Collection<?>) thing)));
    }

    final void ordered(String name, Map<?, ?> value, Class<?> arrivesAs) {
        made.add(new Specimen(name, value, arrivesAs, thing -> new ArrayList<>(((Map<?, ?>) thing).entrySet())));
    }
}
