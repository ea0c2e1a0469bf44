// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.ipc.os.SecondJvm;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** What every mechanism does with a stream of bytes, within a process and between two. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class StreamContract extends StreamMeeting {

    private static final int LENGTH = 300_000;
    private static final String CLOSED = ".*EPIPE.*|Broken pipe"; // the latter is the JDK's

    private final List<StreamMeeting> created = new ArrayList<>();
    private final List<Channel> opened = new ArrayList<>();
    private ByteSource source;
    private ByteSink sink;

    interface Task {
        void run() throws Exception;
    }

    private static CompletableFuture<Void> start(Task task) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        start(task, end);
        return end;
    }

    private static Thread start(Task task, CompletableFuture<Void> end) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
                end.complete(null);
            } catch (Throwable e) {
                end.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private String createOne(StreamMeeting meeting) throws Exception {
        String address = meeting.create();
        created.add(meeting);
        return address;
    }

    private StreamMeeting another() throws Exception {
        return getClass().getDeclaredConstructor().newInstance();
    }

    @BeforeEach
    void openBothEnds() throws Exception {
        StreamMeeting other = another();
        other.find(createOne(this));
        CompletableFuture<Void> opening = start(() -> source = openSource());
        sink = other.openSink();
        opening.get();
        opened.add(source);
        opened.add(sink);
    }

    @AfterEach
    void removeEverything() throws Exception {
        for (Channel each : opened) {
            each.close();
        }
        for (StreamMeeting each : created) {
            each.remove();
        }
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(length).nextBytes(bytes);
        return bytes;
    }

    private static ByteBuffer buffer(int kind, int length) {
        return kind == 0
                ? ByteBuffer.allocateDirect(length + 6).slice(3, length)
                : ByteBuffer.wrap(new byte[length + 6], 3, length).slice();
    }

    @Test
    void shouldCarryWhatIsInBuffersOfAllKindsAndLengthsInOrder() throws Exception {
        byte[] goods = bytes(LENGTH);
        CompletableFuture<Void> writing = start(() -> {
            SplittableRandom random = new SplittableRandom(1);
            for (int done = 0; done < LENGTH; ) {
                int length = Math.min(LENGTH - done, random.nextInt(1, random.nextInt(2, 20_000)));
                ByteBuffer buffer = buffer(random.nextInt(2), length)
                        .put(goods, done, length)
                        .flip();
                ByteBuffer shown = random.nextBoolean() ? buffer : buffer.asReadOnlyBuffer();
                assertThat(sink.write(shown)).isEqualTo(length);
                assertThat(shown.hasRemaining()).isFalse();
                done += length;
            }
            sink.close();
        });
        SplittableRandom random = new SplittableRandom(2);
        byte[] got = new byte[LENGTH];
        for (int done = 0; done < LENGTH; ) {
            ByteBuffer buffer = buffer(random.nextInt(2), random.nextInt(1, random.nextInt(2, 20_000)));
            int length = source.read(buffer);
            assertThat(length).isPositive().isEqualTo(buffer.position());
            buffer.flip().get(got, done, length);
            done += length;
        }
        assertThat(got).isEqualTo(goods);
        assertThat(source.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        writing.get();
    }

    @Test
    void shouldWriteInPiecesWhatHasNoRoomAtOnce() throws Exception {
        byte[] goods = bytes(3 << 20);
        CompletableFuture<Void> writing = start(() -> {
            assertThat(sink.write(ByteBuffer.wrap(goods))).isEqualTo(goods.length);
            sink.close();
        });
        assertThat(source.inputStream().readAllBytes()).isEqualTo(goods);
        writing.get();
    }

    @Test
    void shouldTellTheEndFromNothingYet() throws Exception {
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);
        assertThat(source.tryRead(buffer)).isZero();
        assertThat(sink.tryWrite(ByteBuffer.wrap(new byte[] {1, 2, 3}))).isEqualTo(3);
        assertThat(source.read(buffer)).isEqualTo(3);
        assertThat(source.tryRead(buffer)).isZero();
        sink.write(ByteBuffer.wrap(new byte[] {4}));
        sink.close();
        assertThat(source.read(buffer)).isEqualTo(1);
        assertThat(source.read(buffer)).isEqualTo(-1);
        assertThat(source.tryRead(buffer)).isEqualTo(-1);
        assertThat(buffer.flip()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3, 4}));
    }

    @Test
    void shouldMoveNothingWhereThereIsNothingToMove() throws Exception {
        assertThat(sink.write(ByteBuffer.allocate(0))).isZero();
        assertThat(source.read(ByteBuffer.allocate(0))).isZero();
        sink.write(ByteBuffer.wrap(new byte[1]));
        assertThatThrownBy(() -> source.read(ByteBuffer.allocate(1).asReadOnlyBuffer()))
                .isInstanceOf(ReadOnlyBufferException.class);
        assertThat(source.read(ByteBuffer.allocate(1))).isEqualTo(1);
    }

    @Test
    void shouldStayOpenWhenAnInterruptEndsAWait() throws Exception {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> source.read(ByteBuffer.allocate(1))).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        byte[] goods = bytes(LENGTH);
        ByteBuffer buffer = ByteBuffer.wrap(goods);
        Thread writer = Thread.currentThread();
        CompletableFuture<Void> interrupting = start(() -> {
            Thread.sleep(100); // by then the writer mostly waits for room; its wait must end either way
            writer.interrupt();
        });
        assertThatThrownBy(() -> {
                    while (true) { // until there is no room left
                        sink.write(buffer.clear());
                    }
                })
                .isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        interrupting.get();
        CompletableFuture<Void> writing = start(() -> {
            sink.write(buffer);
            sink.close();
        });
        byte[] got = source.inputStream().readAllBytes();
        assertThat(got.length % LENGTH).isZero();
        for (int i = 0; i < got.length; i += LENGTH) {
            assertThat(ByteBuffer.wrap(got, i, LENGTH)).isEqualTo(ByteBuffer.wrap(goods));
        }
        writing.get();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shouldLetAVirtualThreadWait() throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(8);
        CompletableFuture<Void> reading = new CompletableFuture<>();
        Runnable task = () -> {
            try {
                source.read(buffer);
                reading.complete(null);
            } catch (IOException e) {
                reading.completeExceptionally(e);
            }
        };
        Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
        Thread.sleep(50); // a read that did not wait would have ended by then
        assertThat(reading).isNotDone();
        sink.write(ByteBuffer.wrap(new byte[3]));
        reading.get(30, TimeUnit.SECONDS);
        assertThat(buffer.position()).isEqualTo(3);
    }

    @Test
    void shouldEndTheWaitsOfOtherThreadsWhenItIsClosed() throws Exception {
        CompletableFuture<Void> reading = new CompletableFuture<>();
        awaitWait(start(() -> source.read(ByteBuffer.allocate(1)), reading));
        source.close();
        assertThat(failure(reading)).isInstanceOf(AsynchronousCloseException.class);
        source.close();
        assertThat(source.isOpen()).isFalse();
        assertThatThrownBy(() -> source.read(ByteBuffer.allocate(1))).isInstanceOf(ClosedChannelException.class);
    }

    /** A read that begins after the close fails differently. */
    private static void awaitWait(Thread reader) throws InterruptedException {
        while (Arrays.stream(reader.getStackTrace())
                .noneMatch(frame -> frame.getMethodName().equals("awaitMove"))) {
            Thread.sleep(1);
        }
    }

    private static Throwable failure(CompletableFuture<Void> task) {
        return catchThrowableOfType(ExecutionException.class, () -> task.get(30, TimeUnit.SECONDS))
                .getCause();
    }

    @Test
    void shouldTellTheWriterThatTheReaderHasClosed() throws Exception {
        CompletableFuture<Void> writing = start(this::writeForEver);
        Thread.sleep(50); // by then the writer mostly waits for room; it must be notified either way
        source.close();
        assertThat(failure(writing)).isInstanceOf(IOException.class).hasMessageMatching(CLOSED);
    }

    private void writeForEver() throws IOException {
        ByteBuffer goods = ByteBuffer.allocateDirect(LENGTH);
        while (true) {
            sink.write(goods.clear());
        }
    }

    @Test
    void shouldCarryObjectsThroughStreamsOnIt() throws Exception {
        List<String> orders =
                IntStream.range(0, 5_000).mapToObj(i -> "order " + i).toList();
        CompletableFuture<Void> writing = start(() -> {
            try (ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(sink.outputStream()))) {
                out.writeObject(orders);
                out.flush();
                out.writeObject("the end");
            }
        });
        try (ObjectInputStream in = new ObjectInputStream(new BufferedInputStream(source.inputStream()))) {
            assertThat(in.readObject()).isEqualTo(orders);
            assertThat(in.readObject()).isEqualTo("the end");
            assertThat(in.read()).isEqualTo(-1);
        }
        writing.get();
    }

    @Test
    void shouldReadToTheEndWhatAnotherProcessWrites() throws Exception {
        StreamMeeting meeting = another();
        String address = createOne(meeting);
        try (SecondJvm writer = SecondJvm.start(StreamPeer.class, getClass().getName(), "write", address);
                ByteSource goods = meeting.openSource()) {
            assertThat(goods.inputStream().readAllBytes()).isEqualTo(StreamPeer.goods());
            assertThat(writer.readAll()).isEmpty();
            assertThat(writer.awaitExit()).isZero();
        }
    }

    @Test
    void shouldWaitForNobodyWhoHasBeenKilled() throws Exception {
        StreamMeeting to = another();
        StreamMeeting from = another();
        String[] addresses = {createOne(from), createOne(to)};
        try (SecondJvm peer =
                        SecondJvm.start(StreamPeer.class, getClass().getName(), "stay", addresses[0], addresses[1]);
                ByteSource read = from.openSource()) {
            sink.close();
            sink = to.openSink();
            opened.add(sink);
            CompletableFuture<Void> writing = start(this::writeForEver);
            assertThat(peer.readLine()).isEqualTo("done with both");
            byte[] got = new byte[1_000];
            CompletableFuture<Void> reading = start(() -> {
                assertThat(read.inputStream().readNBytes(got, 0, got.length)).isEqualTo(got.length);
                assertThat(read.inputStream().read()).isEqualTo(-1);
            });
            Thread.sleep(50); // a write or a read that did not wait for the peer would have ended by then
            assertThat(writing.isDone() || reading.isDone()).isFalse();
            peer.kill();
            if (tellsDeathFromEnd()) {
                PeerDiedException dead = (PeerDiedException) failure(reading);
                assertThat(dead).hasMessageContaining("has died without closing it");
                assertThat(dead.pid()).isEqualTo(peer.pid());
                assertThat(failure(writing)).isInstanceOf(PeerDiedException.class);
            } else {
                assertThat(catchThrowable(() -> reading.get(30, TimeUnit.SECONDS)))
                        .isNull();
                assertThat(failure(writing)).isInstanceOf(IOException.class).hasMessageMatching(CLOSED);
            }
            assertThat(ByteBuffer.wrap(got)).isEqualTo(ByteBuffer.wrap(StreamPeer.goods(), 0, got.length));
        }
    }
}
