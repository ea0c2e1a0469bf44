// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.Vectors;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** docs/vectors/control.txt. */
class ControlVectorsTest {

    private final Vectors vectors = new Vectors("control.txt");

    /** A longer one says nothing new. */
    private final List<ControlMessage> messages = ControlCodecTest.messages()
            .filter(message -> ControlBytes.of(message).length < 256)
            .toList();

    @Test
    void shouldWriteEachMessageAsTheVectors() throws IOException {
        messages.forEach(message -> vectors.add(name(message), ControlBytes.of(message)));
        vectors.check();
    }

    private static String name(ControlMessage message) {
        return message.getClass()
                .getSimpleName()
                .replaceAll("(?<=[a-z])(?=[A-Z])", "_")
                .toUpperCase(Locale.ROOT);
    }

    @Test
    void shouldReadEachMessageOfTheVectors() {
        assertThat(vectors.all()).map(ControlBytes::read).containsExactlyElementsOf(messages);
    }

    @Test
    void shouldHaveAVectorOfEachTypeOfMessage() {
        assertThat(vectors.all().stream()
                        .<Class<?>>map(bytes -> ControlBytes.read(bytes).getClass())
                        .toList())
                .contains(ControlMessage.class.getPermittedSubclasses());
    }
}
