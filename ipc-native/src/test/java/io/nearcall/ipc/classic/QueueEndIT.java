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
class QueueEndIT {

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
        Thread.sleep(50); // by then the reader mostly waits; a later read must fail in the same way
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
        int sent = fillWithSingleBytes(source, sink);
        CompletableFuture<Throwable> closing = CompletableFuture.supplyAsync(() -> catchThrowable(sink::close));
        assertThat(source.inputStream().readAllBytes()).hasSize(sent);
        assertThat(closing.get(10, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void shouldEndAStreamThoughItIsInterrupted() throws Exception {
        ByteSource source = queue.openSource(THERE);
        ByteSink sink = queue.openSink(THERE);
        int sent = fillWithSingleBytes(source, sink);
        CompletableFuture<Throwable> closing = CompletableFuture.supplyAsync(() -> {
            Thread.currentThread().interrupt();
            Throwable thrown = catchThrowable(sink::close);
            return Thread.interrupted() ? thrown : new AssertionError("the status is lost");
        });
        Thread.sleep(50); // by then the writer mostly waits for room, and must not give up
        assertThat(source.inputStream().readAllBytes()).hasSize(sent);
        assertThat(closing.get(10, TimeUnit.SECONDS)).isNull();
    }

    private int fillWithSingleBytes(ByteSource source, ByteSink sink) throws Exception {
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
        return sent;
    }

    /** Neither had room for its notice when it was opened, or had none left for anything else. */
    @Test
    void shouldMeetAsSoonAsOthersHaveMadeRoom() throws IOException {
        Message foreign = Message.allocate(1_000);
        fill(foreign);
        ByteSource source = queue.openSource(THERE);
        assertThat(queue.tryReceive(foreign, BACK)).isTrue();
        ByteSink sink = queue.openSink(THERE);
        fill(foreign);
        assertThat(sink.tryWrite(text("order"))).isZero();
        while (queue.tryReceive(foreign, BACK)) {
            // until all have ended
        }
        assertThat(source.tryRead(ByteBuffer.allocate(1))).isZero();
        assertThat(sink.tryWrite(text("order"))).isEqualTo(5);
        assertNext(source, "order");
    }

    private void fill(Message foreign) {
        for (int length : new int[] {1_000, 1}) {
            foreign.type(BACK).text().clear().limit(length);
            while (queue.trySend(foreign)) {
                // until there is no room
            }
        }
    }

    @Test
    void shouldLeaveNothingWhichEverEndWasOpenedFirst() throws IOException {
        ByteSink sink = queue.openSink(THERE);
        ByteSource source = queue.openSource(THERE);
        sink.write(text("order"));
        sink.close();
        assertNext(source, "order");
        assertThat(source.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        source.close();
        assertThat(queue.status().messages()).isZero();
    }

    @Test
    void shouldLeaveNothingIfTheReaderClosesAfterTheWriter() throws IOException {
        ByteSink sink = queue.openSink(THERE);
        ByteSource source = queue.openSource(THERE);
        sink.write(text("nobody will read this"));
        sink.close();
        source.close();
        assertThat(queue.status().messages()).isZero();
    }

    @Test
    void shouldLeaveNothingIfTheReaderClosesBeforeTheWriter() throws IOException {
        ByteSource source = queue.openSource(THERE);
        ByteSink sink = queue.openSink(THERE);
        sink.write(text("nobody will read this"));
        source.close();
        sink.close();
        assertThat(queue.status().messages()).isZero();
    }

    @Test
    void shouldLeaveTheNextWritersNoticeToTheNextReader() throws IOException {
        ByteSource first = queue.openSource(THERE);
        queue.openSink(THERE).close();
        assertThat(first.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        queue.openSink(THERE);
        assertThat(first.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        assertThat(queue.status().messages()).isEqualTo(1);
    }

    /** The count of its slices has overflowed. */
    @Test
    void shouldLookWhoHasDiedHoweverLongItHasWaited() throws IOException {
        QueueEnd end = new QueueEnd(queue, THERE, true);
        Message notice = Message.of(THERE + (1L << 61), new byte[Long.BYTES]); // of a writer that does not exist
        assertThat(queue.trySend(notice)).isTrue();
        assertThat(end.await(-1)).isNotNull();
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
            Thread.sleep(100); // time for many looks for the death of a peer, all of them wrong here
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
            Thread.sleep(60_000); // until it is killed
        }
    }
}
