// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SecondJvm;
import io.nearcall.ipc.os.SysVMessages;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class MessageQueueIT {

    private final MessageQueue queue = MessageQueue.create(IpcKey.PRIVATE);
    private final Message message = Message.allocate(64);

    @AfterEach
    void remove() {
        queue.close();
    }

    private static Message text(long type, String text) {
        return Message.of(type, text.getBytes());
    }

    private String next(long type) {
        return queue.tryReceive(message, type) ? message.type() + " " + new String(message.bytes()) : "none";
    }

    @Test
    void shouldHandOutMessagesByTypeTheOldestFirst() {
        assertThat(next(MessageQueue.ANY)).isEqualTo("none");
        for (long type : new long[] {3, 1, 2, 1}) {
            assertThat(queue.trySend(text(type, "of " + type))).isTrue();
        }
        assertThat(queue.status().messages()).isEqualTo(4);
        assertThat(next(2)).isEqualTo("2 of 2");
        assertThat(next(2)).isEqualTo("none");
        assertThat(next(-2)).isEqualTo("1 of 1");
        assertThat(queue.tryReceiveOther(message, 3)).isTrue();
        assertThat(message.type()).isEqualTo(1);
        assertThat(queue.tryReceiveOther(message, 3)).isFalse();
        assertThat(next(MessageQueue.ANY)).isEqualTo("3 of 3");
    }

    @Test
    void shouldSendWhatLiesBetweenPositionAndLimit() {
        Message part = text(7, "0123456789abcdef");
        part.text().position(3).limit(6);
        assertThat(queue.trySend(part)).isTrue();
        assertThat(next(7)).isEqualTo("7 345");
        assertThat(part.type()).isEqualTo(7);
        assertThat(new String(part.bytes())).isEqualTo("345");
        assertThat(part.text().get(0)).isEqualTo((byte) '0');
        part.text().clear();
        assertThat(new String(part.bytes())).isEqualTo("0123456789abcdef");
    }

    @Test
    void shouldRefuseATypeThatNoMessageHasAndACapacityThatIsNone() {
        for (long none : new long[] {0, -1}) {
            assertThatThrownBy(() -> queue.tryReceiveOther(message, none))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("unwantedType=" + none);
            assertThatThrownBy(() -> queue.setCapacity(none))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("bytes=" + none);
        }
    }

    @Test
    void shouldCarryAMessageWithoutAnyText() {
        assertThat(queue.trySend(text(1, ""))).isTrue();
        assertThat(next(1)).isEqualTo("1 ");
    }

    @Test
    void shouldSayThatItIsFullAndGoOnWhenItIsNot() throws InterruptedException {
        Message large = Message.allocate(2_048);
        int sent = 0;
        while (queue.trySend(large)) {
            sent++;
        }
        assertThat(sent).isPositive();
        assertThat(queue.send(large, Duration.ofMillis(20))).isFalse();
        CompletableFuture<Void> sender = CompletableFuture.runAsync(() -> {
            try {
                queue.send(large);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        Message taken = Message.allocate(2_048);
        for (int i = 0; i <= sent; i++) {
            queue.receive(taken, 1);
            assertThat(taken.text().remaining()).isEqualTo(2_048);
        }
        sender.join();
        assertThat(queue.status().messages()).isZero();
    }

    @Test
    void shouldWaitForAMessageForAsLongAsItMay() throws InterruptedException {
        long beganNs = System.nanoTime();
        assertThat(queue.receive(message, 5, Duration.ofMillis(50))).isFalse();
        assertThat(System.nanoTime() - beganNs).isGreaterThanOrEqualTo(50_000_000);
        CompletableFuture.runAsync(
                () -> queue.trySend(text(5, "late")), CompletableFuture.delayedExecutor(30, TimeUnit.MILLISECONDS));
        assertThat(queue.receive(message, 5, Duration.ofSeconds(30))).isTrue();
        assertThat(new String(message.bytes())).isEqualTo("late");
        assertThat(queue.receive(message, 5, Duration.ZERO)).isFalse();
    }

    @Test
    void shouldBeUsableAfterAnInterrupt() throws InterruptedException {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> queue.receive(message, 1)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        queue.send(text(1, "still here"));
        queue.receive(message, 1);
        assertThat(new String(message.bytes())).isEqualTo("still here");
    }

    @Test
    void shouldRefuseAMessageThatIsLongerThanTheHostAllows() {
        int longest = MessageQueue.maxTextLength();
        assertThatThrownBy(() -> queue.trySend(Message.allocate(longest + 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining((longest + 1) + " bytes")
                .hasMessageContaining("kernel.msgmax");
        assertThat(queue.trySend(Message.allocate(longest))).isTrue();
    }

    @Test
    void shouldKeepAMessageThatTheReceiverHasNoRoomFor() {
        queue.trySend(Message.allocate(65));
        assertThat(failure(() -> queue.tryReceive(message, 1))).isEqualTo(Errno.E2BIG);
        assertThat(queue.tryReceive(Message.allocate(65), 1)).isTrue();
    }

    private static int failure(Runnable call) {
        return catchThrowableOfType(OsException.class, call::run).errno();
    }

    @Test
    void shouldTellThoseWhoWaitThatTheQueueHasBeenRemoved() throws Exception {
        CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(() -> failure(() -> {
            try {
                queue.receive(message, 1);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
        Thread.sleep(20); // by then it mostly waits; a later receive must fail in the same way
        MessageQueue other = MessageQueue.ofId(queue.id());
        assertThat(other.remove()).isTrue();
        assertThat(waiting.get(10, TimeUnit.SECONDS)).isEqualTo(Errno.EIDRM);
        assertThat(queue.remove()).isFalse();
        assertThat(failure(() -> MessageQueue.ofId(queue.id()))).isEqualTo(Errno.EIDRM);
        assertThat(failure(() -> other.trySend(text(1, "x")))).isEqualTo(Errno.EIDRM);
    }

    @Test
    void shouldBeRemovedByWhoCreatedItAndByNobodyElse() {
        IpcKey key = new IpcKey(0x6E650000 | (int) ProcessHandle.current().pid());
        MessageQueue made = MessageQueue.create(key);
        assertThatThrownBy(() -> MessageQueue.create(key))
                .isInstanceOfSatisfying(
                        OsException.class, e -> assertThat(e.errno()).isEqualTo(Errno.EEXIST))
                .hasMessageContaining(key.toString());
        MessageQueue found = MessageQueue.open(key);
        found.close();
        assertThatThrownBy(() -> found.trySend(message)).isInstanceOf(IllegalStateException.class);
        assertThat(made.trySend(text(1, "x"))).isTrue();
        made.close();
        made.close();
        assertThat(failure(() -> MessageQueue.open(key))).isEqualTo(Errno.ENOENT);
    }

    @Test
    void shouldFindAQueueByAFile(@TempDir Path directory) throws Exception {
        Path file = Files.createFile(directory.resolve("key"));
        try (MessageQueue made = MessageQueue.create(IpcKey.ofFile(file, 'q'))) {
            assertThat(MessageQueue.open(IpcKey.ofFile(file, 'q')).id()).isEqualTo(made.id());
            assertThat(failure(() -> MessageQueue.open(IpcKey.ofFile(file, 'r'))))
                    .isEqualTo(Errno.ENOENT);
        }
        assertThat(failure(() -> IpcKey.ofFile(directory.resolve("none"), 'q'))).isEqualTo(Errno.ENOENT);
        assertThatThrownBy(() -> IpcKey.ofFile(file, 256)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> MessageQueue.open(IpcKey.PRIVATE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldTalkToAnotherProcess() throws Exception {
        try (SecondJvm echo = SecondJvm.start(Echo.class, Integer.toString(queue.id()))) {
            for (int i = 0; i < 200; i++) {
                queue.send(text(1, "call " + i));
                queue.receive(message, 2);
                assertThat(new String(message.bytes())).isEqualTo("call " + i);
            }
            SysVMessages.Status status = queue.status();
            assertThat(status.lastSender()).isEqualTo(echo.pid());
            queue.remove();
            assertThat(echo.readAll()).contains("EIDRM");
            assertThat(echo.awaitExit()).isEqualTo(1);
        }
    }

    /** Sends messages of type 1 back as type 2, until the queue has been removed. */
    static final class Echo {
        public static void main(String[] arguments) throws InterruptedException {
            MessageQueue queue = MessageQueue.ofId(Integer.parseInt(arguments[0]));
            Message message = Message.allocate(64);
            while (true) {
                queue.receive(message, 1);
                queue.send(message.type(2));
            }
        }
    }
}
