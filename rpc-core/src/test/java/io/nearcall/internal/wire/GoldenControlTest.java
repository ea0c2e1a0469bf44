// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.test.GoldenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class GoldenControlTest {

    @Test
    void shouldWriteAndReadTheMessagesOfThisVersionAsEver() throws IOException {
        GoldenFile golden = new GoldenFile("control.txt");
        ControlCodecTest.messages().forEach(message -> {
            ByteBuffer bytes = ByteBuffer.allocate(ControlFormat.LENGTH_BYTES + ControlFormat.MAX_LENGTH)
                    .order(ByteOrder.LITTLE_ENDIAN);
            ControlEncoder.encode(message, bytes);
            golden.add(message.getClass().getSimpleName(), bytes.flip());
            bytes.position(ControlFormat.LENGTH_BYTES);
            assertThat(ControlDecoder.decode(bytes.slice().order(ByteOrder.LITTLE_ENDIAN)))
                    .isEqualTo(message);
        });
        golden.check();
    }
}
