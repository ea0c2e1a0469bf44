// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVMemory;
import io.nearcall.ipc.os.SysVMessages;
import io.nearcall.ipc.os.SysVSemaphores;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that name objects of others, send messages that no channel sends, and remove objects in use. */
@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HostileSysVTest {

    private static final long FAR_NS = TimeUnit.SECONDS.toNanos(20);
    private static final int PRIVATE = SysVMessages.CREATE | 0600;
    private static final int FOR_ALL = SysVMessages.CREATE | 0666;

    @TempDir
    private Path records;

    private final List<Runnable> toRemove = new ArrayList<>();
    private RawPeer queues;
    private RawPeer memory;

    @BeforeEach
    void open() {
        queues = RawPeer.ofQueues(records, 2);
        memory = RawPeer.ofMemory(records);
    }

    @AfterEach
    void shouldLeaveNothingBehind() {
        queues.close();
        memory.close();
        toRemove.forEach(Runnable::run);
        assertThat(records).isEmptyDirectory();
    }

    private int queue(int flags) {
        int id = SysVMessages.open(SysVMessages.PRIVATE_KEY, flags);
        toRemove.add(() -> SysVMessages.remove(id));
        return id;
    }

    private int semaphores(int count, int flags) {
        int id = SysVSemaphores.open(SysVMessages.PRIVATE_KEY, count, flags);
        toRemove.add(() -> SysVSemaphores.remove(id));
        return id;
    }

    private int segment(long lengthBytes, int flags) {
        int id = SysVMemory.open(SysVMessages.PRIVATE_KEY, lengthBytes, flags);
        toRemove.add(() -> SysVMemory.remove(id));
        return id;
    }

    private static void assertFault(ThrowingCallable call, String words) {
        assertThatThrownBy(call).isInstanceOf(PeerFault.class).hasMessageContaining(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "007", "1a", "2147483648", "99999999999", "1 ", "/etc/passwd", ".fifo-1"})
    void shouldRefuseAnAddressThatIsNoId(String address) {
        assertFault(() -> queues.connect(address), "not the id");
        assertFault(() -> memory.connect(address), "not the id");
    }

    @Test
    void shouldRefuseItsOwnSegment() {
        assertFault(() -> queues.connect(queues.addressOfLanes()), "not the id");
    }

    @Test
    void shouldRefuseAnIdThatDoesNotExist() {
        int id = segment(4096, PRIVATE);
        SysVMemory.remove(id);
        assertThatThrownBy(() -> memory.connect("" + id))
                .isInstanceOf(OsException.class)
                .hasMessageContaining("EINVAL");
    }

    @Test
    void shouldRefuseADescriptor() {
        int descriptor = Fifo.openWakeUp();
        try (LaneBatch batch = SysVChannelProvider.ofQueues(records, CurrentProcess.uid())
                .open(0, 1, RawPeer.CAPACITY, ChannelMode.STREAMING)) {
            assertFault(() -> batch.connect(descriptor, "1", RawPeer.BELL), "descriptor");
        }
        Descriptors.close(descriptor);
    }

    @Test
    void shouldRefuseASegmentOfAnotherLength() {
        long length = SegmentDescriptor.length(SegmentShape.withoutRings(0, 2));
        for (long wrong : new long[] {length - 4096, length + 4096, 1}) {
            assertFault(() -> queues.connect("" + segment(wrong, PRIVATE)), "bytes, not " + length);
            assertFault(() -> memory.connect("" + segment(wrong, PRIVATE)), "bytes, not ");
        }
    }

    @Test
    void shouldRefuseASegmentThatOthersMayWrite() {
        long length = SegmentDescriptor.length(SegmentShape.withoutRings(0, 2));
        assertFault(() -> queues.connect("" + segment(length, FOR_ALL)), "0666");
    }

    @Test
    void shouldRefuseASegmentWithoutTheHeaderThatWasAgreedOn() {
        long length = SegmentDescriptor.length(SegmentShape.withoutRings(0, 2));
        assertThatThrownBy(() -> queues.connect("" + segment(length, PRIVATE)))
                .isInstanceOf(PeerFault.class)
                .hasMessageContaining("magic");
        memory.objects.segment().control().putInt(SegmentDescriptor.BATCH_OFFSET, 7);
        assertThatThrownBy(() -> memory.connect()).isInstanceOf(PeerFault.class).hasMessageContaining("batch=7");
    }

    @Test
    void shouldRefuseObjectsOfAUserWhoIsNotThePeer() {
        SysVChannelProvider forAnother = SysVChannelProvider.ofQueues(records, CurrentProcess.uid() + 1);
        try (LaneBatch batch = forAnother.open(0, 2, RawPeer.CAPACITY, ChannelMode.STREAMING)) {
            assertFault(
                    () -> batch.connect(LaneBatch.NO_DESCRIPTOR, "" + queues.objects.segmentId(), RawPeer.BELL),
                    "belongs to user " + CurrentProcess.uid());
        }
    }

    @Test
    void shouldRefuseQueuesThatAreNotThePeers() {
        assertFault(() -> queues.naming(queues.idOfLanes()).connect(), "our message queue");
    }

    @Test
    void shouldRefuseQueuesThatOthersMayUse() {
        assertFault(() -> queues.naming(queue(FOR_ALL)).connect(), "0666");
    }

    @Test
    void shouldRefuseQueuesThatAreTooSmallForTheirLanes() {
        int small = queue(PRIVATE);
        SysVMessages.resize(small, 600);
        assertFault(() -> queues.naming(small).connect(), "300 bytes for each of 2 lanes");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MAX_VALUE})
    void shouldRefuseObjectsThatDoNotExist(int id) {
        assertThatThrownBy(() -> queues.naming(id).connect()).isInstanceOf(OsException.class);
        assertThatThrownBy(() -> memory.naming(id).connect()).isInstanceOf(OsException.class);
    }

    @Test
    void shouldRefuseSemaphoresThatAreNotWhatWasAgreedOn() {
        assertFault(() -> memory.naming(semaphores(1, PRIVATE)).connect(), "has 1 semaphores, not 2");
    }

    @Test
    void shouldRefuseSemaphoresThatOthersMayUse() {
        assertFault(() -> memory.naming(semaphores(2, FOR_ALL)).connect(), "0666");
    }

    @ParameterizedTest
    @CsvSource({
        "16, 2, 8, sequence=2", // the first is missing
        "16, 0, 8, sequence=0",
        "16, 1, 7, length=7",
        "16, 1, 16777215, length=16777215",
        "4096, 1, 8, length=8",
        "7, 1, 0, a message of 7 bytes",
        "0, 1, 0, a message of 0 bytes",
        "4097, 1, 4089, more than 4096 bytes",
    })
    void shouldRefuseACorruptMessage(int textLength, int sequence, int length, String fault) {
        Channel lane = queues.connect();
        queues.send(textLength, sequence, length);
        queues.announce(9); // of any claimed length
        assertFault(lane::poll, fault);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, -1, Long.MIN_VALUE})
    void shouldRefuseAnAnnouncementOfNothing(long position) {
        Channel lane = queues.connect();
        queues.announce(position);
        assertFault(lane::poll, "not in queue");
        assertFault(() -> lane.sleepForFrame(System.nanoTime() + FAR_NS, false), "not in queue");
    }

    @Test
    void shouldNotTakeMessagesOfOtherTypes() {
        Channel lane = queues.connect();
        queues.put(2, 16, 1, 8);
        queues.put(Long.MAX_VALUE, 16, 1, 8);
        queues.announce(16);
        assertFault(lane::poll, "not in queue");
    }

    @Test
    void shouldEndAtAQueueThatStrangersHaveFilled() {
        Channel lane = queues.connect();
        fill(queues.objects.id(0));
        assertThat(lane.claim()).isNotNegative();
        assertFault(() -> lane.commit(8, 0), "no room where there was some");
    }

    private static void fill(int queue) {
        ByteBuffer message = ByteBuffer.allocateDirect(1032);
        message.order(ByteOrder.nativeOrder()).putLong(0, 99);
        long capacity = SysVMessages.status(queue).capacityBytes();
        for (long bytes = 0; bytes + 1024 <= capacity; bytes += 1024) {
            assertThat(SysVMessages.send(queue, message, 0, 1024)).isZero();
        }
    }

    @Test
    void shouldEndAllWaitsWhenThePeersQueueIsRemovedInUse() throws Exception {
        Channel lane = queues.connect();
        SysVMessages.remove(queues.objects.id(0));
        assertThat(lane.claim()).isNotNegative();
        lane.commit(8, 0); // it may just be closing
        assertThat(lane.claim()).isEqualTo(Channel.BACK_PRESSURED);
        assertThat(lane.restUntilDoorbell()).isFalse();
        CompletableFuture<WaitResult> frame =
                CompletableFuture.supplyAsync(() -> lane.sleepForFrame(System.nanoTime() + FAR_NS, false));
        assertFault(() -> lane.awaitSpace(System.nanoTime() + FAR_NS, true), "removed in use");
        assertThatThrownBy(frame::get).hasCauseInstanceOf(PeerFault.class);
    }

    @Test
    void shouldTakeTheEndOfAPeerWhoClosesForWhatItIs() throws Exception {
        Channel lane = queues.connect();
        SysVMessages.remove(queues.objects.id(0));
        lane.commit(8, 0);
        lane.disconnect();
        assertThat(lane.sleepForFrame(System.nanoTime() + FAR_NS, false)).isEqualTo(WaitResult.CLOSED);
        assertThat(lane.awaitSpace(System.nanoTime() + FAR_NS, false)).isEqualTo(WaitResult.CLOSED);
    }

    @Test
    void shouldEndWhenItsOwnQueueIsRemovedInUse() {
        Channel lane = queues.connect();
        queues.send(16, 1, 8);
        SysVMessages.remove(queues.idOfLanes());
        assertFault(lane::poll, "removed in use");
    }

    @Test
    void shouldEndASleepWhoseSemaphoresAreRemovedInUse() throws Exception {
        Channel lane = memory.connect();
        CompletableFuture<WaitResult> sleeper =
                CompletableFuture.supplyAsync(() -> lane.sleepForFrame(System.nanoTime() + FAR_NS, false));
        Thread.sleep(30); // by then it mostly sleeps; a later sleep must fail in the same way
        SysVSemaphores.remove(memory.idOfLanes());
        assertThatThrownBy(sleeper::get).hasCauseInstanceOf(PeerFault.class).hasMessageContaining("removed in use");
        assertFault(() -> lane.sleepForFrame(System.nanoTime() + FAR_NS, false), "removed in use");
    }

    @Test
    void shouldCareNothingForASleeperWhoHasGone() {
        Channel lane = memory.connect();
        SysVSemaphores.remove(memory.objects.id(0));
        memory.objects.segment().control().putInt(SegmentDescriptor.frameSleeperIndex(0), 1);
        for (int i = 0; i < 3; i++) {
            assertThat(lane.claim()).isNotNegative();
            lane.commit(8, 0);
        }
    }

    @Test
    void shouldSleepThroughTheWakeUpsOfALiar() {
        Channel lane = memory.connect();
        SysVSemaphores.set(memory.idOfLanes(), 0, SysVSemaphores.MAX_VALUE);
        assertThat(lane.sleepForFrame(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(200), false))
                .isEqualTo(WaitResult.TIMED_OUT);
        assertThat(SysVSemaphores.get(memory.idOfLanes(), 0)).isLessThan(SysVSemaphores.MAX_VALUE);
    }

    @Test
    void shouldNeverRaiseASemaphoreAboveOne() {
        Channel lane = memory.connect();
        memory.objects.segment().control().putInt(SegmentDescriptor.frameSleeperIndex(0), 1); // claims that it sleeps
        for (int i = 0; i < 100; i++) {
            assertThat(lane.claim()).isNotNegative();
            lane.commit(8, 0);
            lane.disconnect();
        }
        assertThat(SysVSemaphores.get(memory.objects.id(0), 0)).isEqualTo(1);
        assertThat(SysVSemaphores.get(memory.idOfLanes(), 0)).isEqualTo(1);
    }
}
