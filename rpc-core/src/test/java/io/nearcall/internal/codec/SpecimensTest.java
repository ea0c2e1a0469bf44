// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.Specimens;
import io.nearcall.test.Specimens.Specimen;
import java.io.Serializable;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every class of the JDK that travels, through the codec. */
@Timeout(60)
class SpecimensTest {

    static List<Specimen> specimens() {
        return Specimens.all();
    }

    @ParameterizedTest
    @MethodSource("specimens")
    void shouldArriveEqual(Specimen specimen) {
        Object copy = new TestLane(1 << 16).copy(specimen.value());

        assertThat(specimen.arrivesAs()).isAssignableFrom(copy.getClass());
        assertThat(specimen.essenceOf(copy)).isEqualTo(specimen.essenceOf(specimen.value()));
    }

    @ParameterizedTest
    @MethodSource("specimens")
    void shouldStayOneObjectThatOccursTwice(Specimen specimen) {
        Object value = specimen.value();
        List<Object> copy = new TestLane(64).copy(List.of(value, new Object[] {value}));

        Object again = ((Object[]) copy.get(1))[0];
        assertThat(specimen.essenceOf(again)).isEqualTo(specimen.essenceOf(value));
        if (!BuiltInClasses.isValue(value.getClass())) {
            assertThat(again).isSameAs(copy.get(0));
        }
    }

    static List<Specimen> serialisable() {
        return Specimens.all().stream()
                .filter(specimen -> isSerialisable(specimen.value()))
                .toList();
    }

    private static boolean isSerialisable(Object value) {
        try {
            new JavaFormStreams().write(value);
            return value instanceof Serializable;
        } catch (java.io.IOException e) {
            return false;
        }
    }

    @ParameterizedTest
    @MethodSource("serialisable")
    void shouldArriveWithinAJavaForm(Specimen specimen) {
        JavaFormTest.Holder holder = new JavaFormTest.Holder((Serializable) specimen.value());

        Object copy = new TestLane(1 << 16).copy(holder).content();

        assertThat(specimen.essenceOf(copy)).isEqualTo(specimen.essenceOf(specimen.value()));
    }
}
