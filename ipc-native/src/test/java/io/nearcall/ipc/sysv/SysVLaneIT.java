// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.IpcNamespace;
import io.nearcall.ipc.os.SecondJvm;
import io.nearcall.ipc.os.SysVMemory;
import io.nearcall.ipc.os.SysVMessages;
import io.nearcall.ipc.segment.SegmentDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What System V's objects need that no other mechanism does: records, removal, sweeping, and shares of a queue. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SysVLaneIT {

    private static final int CAPACITY = RawPeer.CAPACITY;
    private static final Doorbell BELL = RawPeer.BELL;

    @TempDir
    private Path records;

    @AfterEach
    void shouldLeaveNoRecord() {
        assertThat(records).isEmptyDirectory();
    }

    private static SysVChannelProvider provider(String scheme, Path records) {
        int uid = CurrentProcess.uid();
        return scheme.equals("sysvmq")
                ? SysVChannelProvider.ofQueues(records, uid)
                : SysVChannelProvider.ofMemory(records, uid);
    }

    private LaneBatch open(String scheme, int laneCount) {
        return provider(scheme, records).open(0, laneCount, CAPACITY, ChannelMode.STREAMING);
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(records)) {
            return files.toList();
        }
    }

    private String onlyRecord() throws IOException {
        assertThat(files()).hasSize(1);
        return Files.readString(files().get(0));
    }

    /** The id of an object that a record names, or -ENOENT. */
    private static int find(SysVKind kind, String record, int number) {
        String line = record.lines()
                .filter(text -> text.startsWith(kind.sign))
                .findFirst()
                .orElseThrow();
        return kind.open(Integer.parseUnsignedInt(line.split(" ")[1], 16) + number, 0, 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sysvmq", "sysvshm"})
    void shouldGiveMemoryBackByItselfFromTheMomentItIsMade(String scheme) throws IOException {
        try (LaneBatch batch = open(scheme, 1)) {
            int id = Integer.parseInt(batch.address());
            assertThat(SysVMemory.status(id).removed()).isTrue();
            assertThat(SysVMemory.status(id).permissions()).isEqualTo(0600);
            assertThat(find(SysVKind.MEMORY, onlyRecord(), 0)).isNegative();
        }
    }

    @Test
    void shouldRecordWhatItMakesForItsUserAloneAndRemoveItWhenClosed() throws IOException {
        LaneBatch queues = open("sysvmq", 5);
        String record = onlyRecord();
        assertThat(files().get(0).getFileName().toString())
                .matches("\\.sysv-" + CurrentProcess.pid() + "-[0-9a-f]{16}");
        assertThat(Files.getPosixFilePermissions(files().get(0)))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        int queue = find(SysVKind.QUEUE, record, 0);
        assertThat(SysVMessages.status(queue).permissions()).isEqualTo(0600);
        queues.close();
        queues.close();
        assertThat(find(SysVKind.QUEUE, record, 0)).isNegative();
        LaneBatch memory = open("sysvshm", 5);
        record = onlyRecord();
        assertThat(find(SysVKind.SEMAPHORES, record, 0)).isNotNegative();
        memory.close();
        assertThat(find(SysVKind.SEMAPHORES, record, 0)).isNegative();
    }

    @Test
    void shouldSweepWhatKilledProcessesHaveLeftAndNothingElse() throws Exception {
        try (SecondJvm killed = SecondJvm.start(Forgetful.class, records.toString())) {
            assertThat(killed.readLine()).isEqualTo("made");
            List<Path> theirs = files();
            try (LaneBatch own = open("sysvmq", 2)) {
                assertThat(own.address()).isNotEmpty();
                assertThat(SysVChannelProvider.sweep(records)).isZero();
                killed.kill();
                String queues = Files.readString(theirs.get(0)) + Files.readString(theirs.get(1));
                assertThat(find(SysVKind.QUEUE, queues, 0)).isNotNegative();
                assertThat(SysVChannelProvider.sweep(records)).isEqualTo(2 + 1);
                assertThat(find(SysVKind.QUEUE, queues, 0)).isNegative();
                assertThat(find(SysVKind.QUEUE, queues, 1)).isNegative();
                assertThat(find(SysVKind.SEMAPHORES, queues, 0)).isNegative();
                assertThat(find(SysVKind.QUEUE, onlyRecord(), 0)).isNotNegative();
            }
        }
    }

    @Test
    void shouldSweepNothingOfTheLivingHoweverTheyComeAndGo() throws Exception {
        AtomicBoolean gone = new AtomicBoolean();
        CompletableFuture<Integer> sweeper = CompletableFuture.supplyAsync(() -> {
            int removed = 0;
            while (!gone.get()) {
                removed += SysVChannelProvider.sweep(records);
            }
            return removed;
        });
        for (int round = 0; round < 100; round++) {
            try (LaneBatch left = open("sysvmq", 1);
                    LaneBatch right = open("sysvmq", 1)) {
                Channel sender = left.connect(LaneBatch.NO_DESCRIPTOR, right.address(), BELL)[0];
                Channel receiver = right.connect(LaneBatch.NO_DESCRIPTOR, left.address(), BELL)[0];
                receive(receiver, fill(sender));
            }
        }
        gone.set(true);
        assertThat(sweeper.get()).isZero();
    }

    /** Makes lanes of both kinds and waits to be killed. */
    static final class Forgetful {
        public static void main(String[] arguments) throws Exception {
            Path records = Path.of(arguments[0]);
            provider("sysvmq", records).open(0, 4, CAPACITY, ChannelMode.STREAMING);
            provider("sysvshm", records).open(0, 4, CAPACITY, ChannelMode.STREAMING);
            System.out.println("made");
            Thread.sleep(TimeUnit.MINUTES.toMillis(5)); // until it is killed
        }
    }

    /** It announced the objects that it was about to make, and was killed before it had made all of them. */
    @ParameterizedTest
    @EnumSource(SysVKind.class)
    void shouldSweepWhatWasMadeBeforeItsIdWasKnownToAnybody(SysVKind kind) throws IOException {
        int key = SysVRecord.newKeys(3);
        record(SysVRecord.line(kind, key, 3));
        int id = kind.create(key + 1, kind == SysVKind.SEMAPHORES ? 2 : 4096);
        assertThat(SysVChannelProvider.sweep(records)).isEqualTo(1);
        assertThat(kind.open(key + 1, 0, 0)).isNegative();
        assertThat(kind.remove(id)).isFalse();
    }

    @Test
    void shouldLeaveAnObjectThatIsNotSuchAsItMakes() throws IOException {
        int key = SysVRecord.newKeys(1);
        int foreign = SysVMessages.open(key, SysVMessages.CREATE | SysVMessages.EXCLUSIVE | 0666);
        record(SysVRecord.line(SysVKind.QUEUE, key, 1));
        assertThat(SysVChannelProvider.sweep(records)).isZero();
        assertThat(SysVMessages.remove(foreign)).isTrue();
    }

    /** Else one file of a few kilobytes would name millions. */
    @Test
    void shouldLookForNoMoreKeysThanABatchHas() throws IOException {
        int lanes = SegmentDescriptor.MAX_LANES;
        int key = SysVRecord.newKeys(3 * lanes);
        int id = SysVKind.QUEUE.create(key + 2 * lanes, 0);
        record(SysVRecord.line(SysVKind.QUEUE, key, lanes)
                + SysVRecord.line(SysVKind.QUEUE, key + lanes, lanes)
                + SysVRecord.line(SysVKind.QUEUE, key + 2 * lanes, 1));
        assertThat(SysVChannelProvider.sweep(records)).isZero();
        assertThat(files()).isEmpty();
        assertThat(SysVMessages.remove(id)).isTrue();
    }

    /** Its files are visible here, but not its objects. Objects with the same keys here are others. */
    @Test
    void shouldLeaveTheRecordOfAProcessInAnotherNamespace() throws IOException {
        String written;
        try (LaneBatch batch = open("sysvmq", 1)) {
            assertThat(batch.address()).isNotEmpty();
            written = onlyRecord().lines().findFirst().orElseThrow();
        }
        int key = SysVRecord.newKeys(1);
        int id = SysVKind.QUEUE.create(key, 0);
        String lines = "\n" + SysVRecord.line(SysVKind.QUEUE, key, 1);
        record(written.replaceAll("[0-9]+", "7") + lines);
        assertThat(SysVChannelProvider.sweep(records)).isZero();
        assertThat(files()).hasSize(1);
        record(written + lines);
        assertThat(SysVChannelProvider.sweep(records)).isEqualTo(1);
        assertThat(SysVMessages.remove(id)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "msg", "msg 1", "msg 0 1", "orders 1 1", "msg zz 1", "msg ffffffffff 1", "msg 1 99999"})
    void shouldRemoveARecordThatSaysNothing(String text) throws IOException {
        record(text);
        assertThat(SysVChannelProvider.sweep(records)).isZero();
        assertThat(Files.readAllLines(Path.of("/proc/sysvipc/msg")))
                .as("queues made by looking for one")
                .noneMatch(line -> line.trim().split(" +")[2].equals("0"));
    }

    @Test
    void shouldTouchNothingThatIsNoRecord() throws IOException {
        Path target = Files.writeString(records.resolve("orders"), "msg 1 1");
        Path link = Files.createSymbolicLink(records.resolve(".sysv-1-0123456789abcdef"), target);
        Path directory = Files.createDirectory(records.resolve(".sysv-2-0123456789abcdef"));
        Path other = Files.writeString(records.resolve(".sysv-3"), "");
        assertThat(SysVChannelProvider.sweep(records)).isZero();
        assertThat(files()).containsExactlyInAnyOrder(target, link, directory, other);
        for (Path file : files()) {
            Files.delete(file);
        }
    }

    /** A record of a dead process, which is not locked. */
    private void record(String text) throws IOException {
        Files.writeString(records.resolve(".sysv-7-0123456789abcdef"), text);
    }

    @Test
    void shouldNotLetAFullLaneHoldUpTheOthersOfItsQueue() {
        try (LaneBatch left = open("sysvmq", 2);
                LaneBatch right = open("sysvmq", 2)) {
            Channel[] senders = left.connect(LaneBatch.NO_DESCRIPTOR, right.address(), BELL);
            Channel[] receivers = right.connect(LaneBatch.NO_DESCRIPTOR, left.address(), BELL);
            int full = fill(senders[0]);
            assertThat(full).isGreaterThanOrEqualTo(2);
            for (int round = 0; round < 100; round++) {
                int sent = fill(senders[1]);
                assertThat(sent).isEqualTo(full);
                receive(receivers[1], sent);
            }
            receive(receivers[0], full);
            assertThat(senders[0].claim()).isNotNegative();
        }
    }

    private static int fill(Channel channel) {
        int sent = 0;
        for (; channel.claim() >= 0; sent++) {
            channel.commit(channel.maxPayloadLength(), 0);
        }
        return sent;
    }

    private static void receive(Channel channel, int frames) {
        for (int i = 0; i < frames; i++) {
            assertThat(channel.poll()).isTrue();
            assertThat(channel.frameLength()).isEqualTo(channel.maxPayloadLength());
            channel.release();
        }
        assertThat(channel.poll()).isFalse();
    }

    /** In its own IPC namespace, with limits that it sets. */
    @Test
    void shouldSayWhichLimitOfTheSystemIsReached() throws Exception {
        assumeThat(IpcNamespace.isAvailable()).isTrue();
        List<String> options = List.of("--enable-native-access=ALL-UNNAMED");
        try (SecondJvm limited = SecondJvm.startBy(IpcNamespace.LAUNCHER, options, Limited.class, records.toString())) {
            assertThat(limited.readAll().lines())
                    .containsExactly(
                            "sysvmq carries 1",
                            "msgget: no space left (ENOSPC): the host has reached its limit (sysctl kernel.msgmni). See ipcs -u",
                            "msgget: message too long (EMSGSIZE): two messages of 256 bytes must have room, but kernel.msgmnb is 500 and"
                                    + " kernel.msgmax 8192",
                            "sysvmq carries 4",
                            "semget: no space left (ENOSPC): the host has reached its limit (sysctl kernel.sem). See ipcs -u",
                            "shmget: no space left (ENOSPC): the host has reached its limit (sysctl kernel.shmmni and kernel.shmall). See"
                                    + " ipcs -u");
        }
    }

    /** Makes lanes under one limit after the other, and prints the results. */
    static final class Limited {

        private Limited() {}

        public static void main(String[] arguments) throws IOException {
            Path records = Path.of(arguments[0]);
            IpcNamespace.limit("msgmni", "2");
            attempt("sysvmq", records, 1);
            attempt("sysvmq", records, 9); // needs five queues on each side
            IpcNamespace.limit("msgmni", "100");
            IpcNamespace.limit("msgmnb", "500");
            attempt("sysvmq", records, 1);
            IpcNamespace.limit("msgmnb", "2000"); // frames of less than the longest
            attempt("sysvmq", records, 4);
            IpcNamespace.limit("msgmnb", "16384");
            IpcNamespace.limit("sem", "250 32000 32 1");
            attempt("sysvshm", records, 1);
            IpcNamespace.limit("shmmni", "1");
            attempt("sysvshm", records, 1);
        }

        private static void attempt(String scheme, Path records, int lanes) {
            SysVChannelProvider provider = provider(scheme, records);
            try (LaneBatch left = provider.open(0, lanes, CAPACITY, ChannelMode.STREAMING);
                    LaneBatch right = provider.open(0, lanes, CAPACITY, ChannelMode.STREAMING)) {
                Channel[] senders = left.connect(LaneBatch.NO_DESCRIPTOR, right.address(), BELL);
                Channel[] receivers = right.connect(LaneBatch.NO_DESCRIPTOR, left.address(), BELL);
                int carried = 0;
                for (int lane = 0; lane < lanes; lane++) {
                    receive(receivers[lane], fill(senders[lane]));
                    carried++;
                }
                System.out.println(scheme + " carries " + carried);
            } catch (RuntimeException e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
