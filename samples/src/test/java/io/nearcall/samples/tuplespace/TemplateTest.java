// SPDX-License-Identifier: Apache-2.0
package io.nearcall.samples.tuplespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TemplateTest {

    private static final Tuple LAMP = Tuple.of("lamp", 2, 29.90);

    @Test
    void shouldMatchByValueAndByType() {
        assertThat(Template.of("lamp", 2, 29.90).matches(LAMP)).isTrue();
        assertThat(Template.of("lamp", int.class, double.class).matches(LAMP)).isTrue();
        assertThat(Template.of(String.class, Number.class, Object.class).matches(LAMP))
                .isTrue();
    }

    @Test
    void shouldNotMatchAnotherValueTypeOrLength() {
        assertThat(Template.of("lamp", 3, 29.90).matches(LAMP)).isFalse();
        assertThat(Template.of("lamp", 2L, 29.90).matches(LAMP)).isFalse();
        assertThat(Template.of("lamp", long.class, double.class).matches(LAMP)).isFalse();
        assertThat(Template.of("lamp", int.class).matches(LAMP)).isFalse();
        assertThat(Template.of().matches(LAMP)).isFalse();
    }

    @Test
    void shouldCompareArraysByWhatIsInThem() {
        assertThat(Template.of("pixels", new int[] {1, 2}).matches(Tuple.of("pixels", new int[] {1, 2})))
                .isTrue();
        assertThat(Template.of("pixels", new int[] {1, 2}).matches(Tuple.of("pixels", new int[] {2, 1})))
                .isFalse();
    }

    @Test
    void shouldRefuseATupleWithoutFields() {
        assertThatThrownBy(Tuple::of).isInstanceOf(IllegalArgumentException.class);
    }
}
