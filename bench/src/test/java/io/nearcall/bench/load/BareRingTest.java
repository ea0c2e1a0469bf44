// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits for a message spins, and heeds no interrupt. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BareRingTest {

    private static final int LAPS = 20;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(BareRing.LENGTH_BYTES);
    private final BareRing writer = new BareRing(memory);
    private final BareRing reader = new BareRing(memory.duplicate());

    @Test
    void shouldPassEveryMessageInItsOrder() {
        int messages = LAPS * BareRing.RECORDS + 7;
        CompletableFuture<Void> written = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < messages; i++) {
                writer.put(i);
            }
        });

        for (int i = 0; i < messages; i++) {
            assertThat(reader.take()).isEqualTo(i);
        }
        assertThat(written).succeedsWithin(Duration.ofSeconds(30));
    }

    @Test
    void shouldNotOverwriteWhatHasNotBeenRead() throws Exception {
        for (int i = 0; i < BareRing.RECORDS; i++) {
            writer.put(i);
        }
        CompletableFuture<Void> another = CompletableFuture.runAsync(() -> writer.put(BareRing.RECORDS));
        Thread.sleep(20); // a put that did not wait for room would have ended by then
        assertThat(another).isNotDone();

        for (int i = 0; i <= BareRing.RECORDS; i++) {
            assertThat(reader.take()).isEqualTo(i);
        }
        assertThat(another).succeedsWithin(Duration.ofSeconds(30));
    }
}
