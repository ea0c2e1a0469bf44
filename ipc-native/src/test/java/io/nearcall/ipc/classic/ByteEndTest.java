// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several threads at one end. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ByteEndTest {

    private final MessageQueue queue = MessageQueue.create(IpcKey.PRIVATE);
    private final ByteSource source = queue.openSource(1);
    private final ByteSink sink = queue.openSink(1);

    @AfterEach
    void remove() {
        queue.close();
    }

    private CompletableFuture<Throwable> reading(Thread[] who) throws InterruptedException {
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        who[0] = new Thread(() -> {
            Throwable thrown = catchThrowable(() -> source.read(ByteBuffer.allocate(1)));
            failure.complete(Thread.currentThread().isInterrupted() ? thrown : null);
        });
        who[0].start();
        Thread.sleep(50); // by then it mostly waits in the read; the tests must work out either way
        return failure;
    }

    @Test
    void shouldNotWaitForAnotherThreadWhereItIsToldToTry() throws Exception {
        CompletableFuture<Throwable> reading = reading(new Thread[1]);
        assertThat(source.tryRead(ByteBuffer.allocate(1))).isZero();
        assertThat(reading).isNotDone();
        assertThat(sink.tryWrite(ByteBuffer.allocate(1))).isEqualTo(1);
        assertThat(reading.get(30, TimeUnit.SECONDS)).isNull();
        assertThat(sink.tryWrite(ByteBuffer.allocate(1))).isEqualTo(1);
        assertThat(source.tryRead(ByteBuffer.allocate(1))).isEqualTo(1);
    }

    @Test
    void shouldLetGoWhoIsInterruptedWhileAnotherThreadReads() throws Exception {
        Thread[] first = new Thread[1];
        Thread[] second = new Thread[1];
        CompletableFuture<Throwable> reading = reading(first);
        CompletableFuture<Throwable> queued = reading(second);
        second[0].interrupt();
        assertThat(queued.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedIOException.class);
        assertThat(reading).isNotDone();
        first[0].interrupt();
        assertThat(reading.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedIOException.class);
    }

    @Test
    void shouldReadWhatIsThereThoughTheThreadIsInterrupted() throws Exception {
        sink.write(ByteBuffer.allocate(1));
        Thread.currentThread().interrupt();
        assertThat(source.read(ByteBuffer.allocate(1))).isEqualTo(1);
        assertThat(Thread.interrupted()).isTrue();
    }
}
