// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.nearcall.ipc.os.IpcNamespace;
import io.nearcall.ipc.os.SecondJvm;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens where the kernel gives no more: in a process that has System V objects, and limits, of its own. */
@Timeout(60)
class KernelLimitsIT {

    private static final String TEXT = "in small pieces, ".repeat(30);

    @Test
    void shouldNameTheLimitAndLeaveNothingBehind() throws Exception {
        assumeThat(IpcNamespace.isAvailable()).isTrue();
        try (SecondJvm jvm = SecondJvm.startBy(
                IpcNamespace.LAUNCHER, List.of("--enable-native-access=ALL-UNNAMED"), Shortage.class)) {
            assertThat(jvm.readAll().lines())
                    .satisfiesExactly(
                            line -> assertThat(line).contains("msgget", "ENOSPC", "kernel.msgmni"),
                            line -> assertThat(line).contains("semget", "ENOSPC", "kernel.sem"),
                            line -> assertThat(line).contains("shmget", "ENOSPC", "kernel.shmmni"),
                            line -> assertThat(line).contains("semget", "EINVAL", "more than", "kernel.sem"),
                            line -> assertThat(line).contains("semtimedop", "E2BIG", "kernel.sem"),
                            line -> assertThat(line).contains("shmget", "EINVAL", "more than", "kernel.shmmax"),
                            line -> assertThat(line).contains("shmget", "ENOSPC", "kernel.shmall"),
                            line -> assertThat(line).contains("81 bytes", "queues take: 80", "kernel.msgmax"),
                            line -> assertThat(line).contains("80 bytes", "queue takes: 50", "kernel.msgmnb"),
                            line -> assertThat(line).isEqualTo(TEXT),
                            line -> assertThat(line).isEqualTo("left: 0 0 0"));
        }
    }

    /** Comes upon one limit after another. */
    static final class Shortage {

        public static void main(String[] arguments) throws Exception {
            IpcNamespace.limit("msgmni", "1");
            IpcNamespace.limit("sem", "3 100 2 1");
            IpcNamespace.limit("shmmni", "1");
            MessageQueue onlyQueue = MessageQueue.create(IpcKey.PRIVATE);
            Attempt.print(() -> MessageQueue.create(IpcKey.PRIVATE));
            onlyQueue.close();
            SemaphoreSet onlySet = SemaphoreSet.create(IpcKey.PRIVATE, 1);
            Attempt.print(() -> SemaphoreSet.create(IpcKey.PRIVATE, 1));
            onlySet.close();
            SharedMemorySegment onlySegment = SharedMemorySegment.create(IpcKey.PRIVATE, 1);
            Attempt.print(() -> SharedMemorySegment.create(IpcKey.PRIVATE, 1));
            onlySegment.close();
            Attempt.print(() -> SemaphoreSet.create(IpcKey.PRIVATE, 1, 1, 1, 1));
            Attempt.print(() -> SemaphoreSet.create(IpcKey.PRIVATE, 1, 1, 1));
            IpcNamespace.limit("shmmax", "100000");
            Attempt.print(() -> SharedMemorySegment.create(IpcKey.PRIVATE, 100_001));
            IpcNamespace.limit("shmall", "2");
            Attempt.print(() -> SharedMemorySegment.create(IpcKey.PRIVATE, 10_000));
            IpcNamespace.limit("msgmax", "80");
            IpcNamespace.limit("msgmnb", "50");
            try (MessageQueue queue = MessageQueue.create(IpcKey.PRIVATE)) {
                Attempt.print(() -> queue.trySend(Message.allocate(81)));
                Attempt.print(() -> queue.send(Message.allocate(80)));
                stream(queue);
            }
            System.out.println("left: " + left("msg") + " " + left("sem") + " " + left("shm"));
        }

        private static void stream(MessageQueue queue) throws IOException, InterruptedException {
            try (ByteSource source = queue.openSource(1)) {
                Thread writer = new Thread(() -> {
                    try (ByteSink sink = queue.openSink(1)) {
                        sink.write(ByteBuffer.wrap(TEXT.getBytes()));
                    } catch (IOException e) {
                        e.printStackTrace();
                    }
                });
                writer.start();
                System.out.println(new String(source.inputStream().readAllBytes()));
                writer.join();
            }
        }

        private static long left(String kind) throws IOException {
            return Files.readAllLines(Path.of("/proc/sysvipc", kind)).size() - 1;
        }
    }
}
