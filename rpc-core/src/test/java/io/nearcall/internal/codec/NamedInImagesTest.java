// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.build.Metadata;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What a peer may name without an interface that names it: the metadata for {@code native-image} name it too. */
class NamedInImagesTest {

    @Test
    void shouldBeInTheMetadata() throws IOException {
        Set<String> expected = new TreeSet<>(FilteredObjectInput.PARTS);
        expected.remove(Object.class.getName());
        for (Class<?> type : BuiltInClasses.all()) {
            if (!type.isPrimitive()) {
                expected.add(type.getTypeName());
            }
        }
        assertThat(expected).hasSizeGreaterThan(100);
        assertThat(Metadata.ofNearcall().members().keySet()).containsAll(expected);
    }
}
