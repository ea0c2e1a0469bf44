// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SecondJvm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a stream on a queue meets that no other does. */
@Timeout(60)
class QueueEndTest {

    private static final long THERE = 1;
    private static final long BACK = 2;

    private final MessageQueue queue = MessageQueue.create(IpcKey.PRIVATE);

    @AfterEach
    void remove() {
        queue.close();
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes());
    }

    private static void assertNext(ByteSource source, String text) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(64);
        assertThat(source.read(buffer)).isEqualTo(text.length());
        assertThat(buffer.flip()).isEqualTo(text(text));
    }

    @Test
    void shouldCarrySeveralStreamsBothWays() throws IOException {
        try (ByteSink there = queue.openSink(THERE);
                ByteSink back = queue.openSink(BACK);
                ByteSource end = queue.openSource(THERE);
                ByteSource start = queue.openSource(BACK)) {
            there.write(text("question"));
            back.write(text("answer"));
            assertNext(start, "answer");
            assertNext(end, "question");
            assertThat(start.tryRead(ByteBuffer.allocate(1))).isZero();
        }
    }

    @Test
    void shouldCarryOneStreamAfterAnother() throws IOException {
        for (int i = 0; i < 3; i++) {
            try (ByteSource source = queue.openSource(THERE)) {
                try (ByteSink sink = queue.openSink(THERE)) {
                    sink.write(text("part " + i));
                }
                assertNext(source, "part " + i);
                assertThat(source.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            }
        }
        assertThat(queue.status().messages()).isZero();
    }

    @Test
    void shouldThrowAwayWhatAReaderThatClosesLeaves() throws IOException {
        ByteSink other = queue.openSink(BACK);
        other.write(text("not mine"));
        ByteSource source = queue.openSource(THERE);
        ByteSink sink = queue.openSink(THERE);
        while (sink.tryWrite(text("nobody will read this")) > 0) {
            // until it is full
        }
        source.close();
        assertThat(queue.status().bytes()).isLessThan(100);
        sink.close();
        assertNext(queue.openSource(BACK), "not mine");
    }

    @Test
    void shouldTellBothEndsThatTheQueueHasBeenRemoved() throws Exception {
        ByteSource source = queue.openSource(THERE);
        ByteSink sink = queue.openSink(THERE);
        CompletableFuture<Throwable> reading =
                CompletableFuture.supplyAsync(() -> catchThrowable(() -> source.read(ByteBuffer.allocate(1))));
        Thread.sleep(50);
        queue.remove();
        assertRemoved(reading.get(10, TimeUnit.SECONDS));
        assertRemoved(catchThrowable(() -> sink.write(text("too late"))));
        sink.close();
        source.close();
    }

    private static void assertRemoved(Throwable thrown) {
        assertThat(thrown).isInstanceOf(IOException.class).hasMessageContaining("EIDRM");
        assertThat(((OsException) thrown.getCause()).errno()).isEqualTo(Errno.EIDRM);
    }

    @Test
    void shouldRefuseATypeThatNoStreamCanHave() {
        assertThatThrownBy(() -> queue.openSource(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> queue.openSink(QueuePeer.TYPE_MAX + 1)).isInstanceOf(IllegalArgumentException.class);
    }

    /** The room for messages without text is taken, too: the end finds some when the reader has read. */
    @Test
    void shouldEndAStreamOnAQueueThatIsFullOfSingleBytes() throws Exception {
        ByteSource source = queue.openSource(THERE);
        ByteSink sink = queue.openSink(THERE);
        CompletableFuture<Throwable> reading =
                CompletableFuture.supplyAsync(() -> catchThrowable(() -> source.read(ByteBuffer.allocate(1))));
        while (queue.status().messages() > 0) { // until it has taken the writer's notice, which is longer than a byte
            Thread.sleep(1);
        }
        sink.write(ByteBuffer.allocate(1));
        assertThat(reading.get(10, TimeUnit.SECONDS)).isNull();
        int sent = 0;
        while (sink.tryWrite(ByteBuffer.allocate(1)) == 1) {
            sent++;
        }
        assertThat(queue.status().messages()).isEqualTo(queue.status().bytes()).isEqualTo(sent);
        CompletableFuture<Throwable> closing = CompletableFuture.supplyAsync(() -> catchThrowable(sink::close));
        assertThat(source.inputStream().readAllBytes()).hasSize(sent);
        assertThat(closing.get(10, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void shouldNotTakeSomebodyElsesNoticeForItsPeers() throws Exception {
        try (SecondJvm earlier = SecondJvm.start(Earlier.class, Integer.toString(queue.id()))) {
            assertThat(earlier.readLine()).isEqualTo("opened");
            earlier.kill();
        }
        try (ByteSource source = queue.openSource(THERE);
                ByteSink sink = queue.openSink(THERE)) {
            CompletableFuture<Throwable> reading =
                    CompletableFuture.supplyAsync(() -> catchThrowable(() -> source.read(ByteBuffer.allocate(1))));
            Thread.sleep(100);
            sink.write(text("x"));
            assertThat(reading.get(10, TimeUnit.SECONDS)).isNull();
        }
    }

    /** Opens both ends, and is killed. */
    static final class Earlier {
        public static void main(String[] arguments) throws Exception {
            MessageQueue queue = MessageQueue.ofId(Integer.parseInt(arguments[0]));
            queue.openSink(THERE);
            queue.openSource(THERE);
            System.out.println("opened");
            Thread.sleep(60_000);
        }
    }
}
