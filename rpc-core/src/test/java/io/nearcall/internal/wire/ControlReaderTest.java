// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.wire.ControlMessage.Doorbell;
import io.nearcall.internal.wire.ControlMessage.Lanes;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.UnixSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Descriptors that the kernel shows before the bytes with which they come, as Linux does where a read is full. */
@Timeout(60)
class ControlReaderTest {

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(256).order(ByteOrder.LITTLE_ENDIAN);
    private final ControlReader reader = new ControlReader();
    private final List<Integer> disposed = new ArrayList<>();
    private final int[] two = new int[2];

    @BeforeEach
    void sendAMessageWithADescriptorBehindOneWithout() {
        UnixSocket.pair(two);
        int memory = Memory.memfd("lanes", 8192);
        send(new Doorbell(1), -1);
        send(new Lanes(1, 2, 64, true, ""), memory);
        Descriptors.close(memory);
    }

    private void send(ControlMessage message, int passed) {
        bytes.clear();
        ControlEncoder.encode(message, bytes);
        assertThat(UnixSocket.send(two[1], bytes, 0, bytes.position(), passed)).isEqualTo(bytes.position());
    }

    @AfterEach
    void close() {
        disposed.forEach(Descriptors::close); // each once: it throws if the descriptor is closed
        Descriptors.close(two[0]);
        Descriptors.close(two[1]);
    }

    @Test
    void shouldGiveThemWithTheirMessage() {
        assertThat(reader.fill(two[0], 1)).isEqualTo(1);
        assertThat(reader.next()).isNull();
        while (reader.fill(two[0], 1) > 0) {
            Received received = reader.next();
            if (received != null && received.descriptor() >= 0) {
                disposed.add(received.descriptor());
            }
        }
        assertThat(disposed).hasSize(1);
        assertThat(Memory.length(disposed.get(0))).isEqualTo(8192);
    }

    @Test
    void shouldGiveThemAwayIfTheirBytesAreNotRead() {
        assertThat(reader.fill(two[0], 1)).isEqualTo(1);
        boolean end = reader.isAtEnd(two[0]);
        reader.discard(disposed::add);
        assertThat(end).isFalse();
        assertThat(disposed).hasSize(1);
        assertThat(Memory.length(disposed.get(0))).isEqualTo(8192);
    }
}
