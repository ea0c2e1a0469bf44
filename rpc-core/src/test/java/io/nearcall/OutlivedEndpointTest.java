// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.test.PrivateDirectory;
import io.nearcall.test.SysVLeftovers;
import io.nearcall.test.TwoEndpoints;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A method that ignores interrupts, so the lanes of its endpoint cannot be closed with the endpoint. */
@Timeout(60)
@ExtendWith(PrivateDirectory.class)
public class OutlivedEndpointTest {

    /** Takes as long as it takes. */
    public interface Errand {
        void run();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sysvmq", "sysvshm"})
    void shouldLeaveNothingThatWouldOutliveTheProcess(String channel) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        CompletableFuture<Throwable> failure;
        Path directory = Path.of(System.getProperty("io.nearcall.dir"));
        List<Integer> keys;
        try (TwoEndpoints endpoints = new TwoEndpoints(
                Endpoint.builder().channel(channel), Endpoint.builder().channel(channel))) {
            Errand errand = endpoints.connect(Errand.class, () -> {
                running.countDown();
                awaitWhateverComes(released);
            });
            failure = CompletableFuture.supplyAsync(() -> catchThrowable(errand::run));
            running.await();
            keys = SysVLeftovers.keysIn(directory);
            assertThat(keys).isNotEmpty().allMatch(SysVLeftovers::isThere);
            endpoints.server().close();
        }
        try {
            assertThat(keys).noneMatch(SysVLeftovers::isThere);
            assertThat(SysVLeftovers.keysIn(directory)).isEmpty();
            assertThat(failure.get(10, TimeUnit.SECONDS)).isInstanceOf(ConnectionLostException.class);
        } finally {
            released.countDown();
        }
    }

    private static void awaitWhateverComes(CountDownLatch latch) {
        while (true) {
            try {
                latch.await();
                return;
            } catch (InterruptedException e) {
                // nor is it told to anybody
            }
        }
    }
}
