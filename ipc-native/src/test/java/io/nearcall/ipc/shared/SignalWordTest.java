// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shared;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.wait.SleepingWord;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** That signals wake, and not the end of a slice, which hides it where they do not: these sleepers have one long slice. */
@Timeout(60)
class SignalWordTest {

    private static final int LENGTH = 4096;
    private static final int SLEEPERS = 3;
    private static final long SLICE_NS = TimeUnit.SECONDS.toNanos(10);

    private final int fd = Memory.memfd("nearcall-signals", LENGTH);
    private final long address = Memory.map(fd, 0, LENGTH, true);
    private final SignalWord word = new SignalWord(Memory.buffer(address, LENGTH), 0, address);

    @AfterEach
    void giveBack() {
        Memory.unmap(address, LENGTH);
        Descriptors.close(fd);
    }

    /** Whether each was woken. */
    private List<CompletableFuture<Boolean>> sleeping() throws InterruptedException {
        int ticket = word.announce();
        List<CompletableFuture<Boolean>> sleepers = Stream.generate(() -> CompletableFuture.supplyAsync(
                        () -> !SleepingWord.sleep(address, ticket, SLICE_NS), body -> new Thread(body).start()))
                .limit(SLEEPERS)
                .toList();
        Thread.sleep(100); // by then all mostly sleep; later ones must see the signals without a sleep
        return sleepers;
    }

    @Test
    void shouldWakeAllWithOneSignal() throws Exception {
        List<CompletableFuture<Boolean>> sleepers = sleeping();
        word.signal(true);
        for (CompletableFuture<Boolean> each : sleepers) {
            assertThat(each.get(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void shouldWakeOneMoreWithEachSignal() throws Exception {
        List<CompletableFuture<Boolean>> sleepers = sleeping();
        for (int i = 0; i < SLEEPERS; i++) {
            word.signal(false);
        }
        for (CompletableFuture<Boolean> each : sleepers) {
            assertThat(each.get(30, TimeUnit.SECONDS)).isTrue();
        }
    }
}
