// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.monitor.Monitor;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.spi.RemoteTransport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One side of a session. The test is the other side: first an honest one, then a hostile one. */
@Timeout(60)
class RemoteLinkTest {

    private static final long NEVER_NS = TimeUnit.HOURS.toNanos(1);
    private static final int LANE = RecordFormat.lane(0, 0);

    private final Monitor monitor = Monitor.start("link");
    private final Recorded session = new Recorded();
    private RemoteLink link = start(NEVER_NS);
    private ControlSocket control = new ControlSocket(link.descriptor());

    private RemoteLink start(long heartbeatNs) {
        RemoteLink started = new RemoteLink(monitor, "test", "test://somewhere", true, ended -> {}, heartbeatNs);
        started.start(session);
        return started;
    }

    @AfterEach
    void close() {
        control.close();
        monitor.close();
    }

    /** What this side does with its session. */
    private static final class Recorded implements RemoteTransport.Session {
        final BlockingQueue<byte[]> sent = new LinkedBlockingQueue<>();
        final BlockingQueue<String> closed = new LinkedBlockingQueue<>();
        volatile boolean ready = true;

        @Override
        public void send(byte[] message) {
            sent.add(message);
        }

        @Override
        public boolean isReady() {
            return ready;
        }

        @Override
        public void close(String fault) {
            closed.add(fault);
        }

        @Override
        public String principal() {
            return "";
        }

        @Override
        public String peer() {
            return "the test";
        }
    }

    private static byte[] record(int lane, int type, byte[] payload) {
        byte[] record = RecordFormat.record(lane, type, payload.length);
        System.arraycopy(payload, 0, record, RecordFormat.HEADER_LENGTH, payload.length);
        return record;
    }

    private Channel lane() {
        LaneBatch batch = link.open(0, 1, RecordFormat.CREDIT_BYTES, ChannelMode.STREAMING);
        return batch.connect(LaneBatch.NO_DESCRIPTOR, batch.address(), rung -> {})[0];
    }

    private void assertBrokenOff(String... words) throws Exception {
        assertThat(session.closed.poll(30, TimeUnit.SECONDS)).contains(words);
        assertThat(link.reason()).contains(words);
        while (control.drain((message, descriptor) -> {}, 1)) { // the connection above sees the end of its socket
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldPassControlMessagesOnInBothDirections() throws Exception {
        control.send(new ControlMessage.Doorbell(7));
        byte[] sent = session.sent.take();
        link.received(sent);
        assertThat(control.receive(TimeUnit.SECONDS.toNanos(30)).message()).isEqualTo(new ControlMessage.Doorbell(7));
    }

    @Test
    void shouldKeepControlMessagesThatTheSocketDoesNotTake() throws Exception {
        control.send(new ControlMessage.Doorbell(7));
        byte[] sent = session.sent.take();
        int count = RecordFormat.CREDIT_BYTES / (sent.length - RecordFormat.HEADER_LENGTH);
        for (int i = 0; i < count; i++) {
            link.received(sent);
        }
        for (int i = 0; i < count; i++) {
            assertThat(control.receive(TimeUnit.SECONDS.toNanos(30)).message())
                    .isEqualTo(new ControlMessage.Doorbell(7));
        }
    }

    @Test
    void shouldSendWhatWasSaidBeforeTheConnectionClosed() throws Exception {
        control.send(new ControlMessage.Doorbell(7));
        control.close();
        assertThat(session.closed.take()).isEmpty();
        assertThat(session.sent).hasSize(1);
    }

    @Test
    void shouldGiveCreditForWhatIsReadOnceTheSessionIsReady() {
        Channel lane = lane();
        byte[] bytes = new byte[RecordFormat.MAX_PAYLOAD_LENGTH];
        session.ready = false;
        RemoteLane stream = new RemoteLane(link, LANE);
        for (int i = 0; i < 3; i++) {
            stream.received(bytes, 0, bytes.length);
            stream.read(lane.receiveMemory(), 0, bytes.length);
        }
        assertThat(session.sent).isEmpty();
        session.ready = true;
        stream.sessionReady();
        byte[] credit = session.sent.remove();
        ByteBuffer in = ByteBuffer.wrap(credit).order(ByteOrder.LITTLE_ENDIAN);
        assertThat(in.getInt(0)).isEqualTo(LANE);
        assertThat(RecordFormat.type(in.getInt(4))).isEqualTo(RecordFormat.CREDIT);
        assertThat(in.getInt(RecordFormat.HEADER_LENGTH)).isEqualTo(3 * bytes.length);
    }

    @Test
    void shouldKeepNoMoreForAPeerThatReadsNothingThanItsCredit() {
        Channel lane = lane();
        while (lane.claim() >= 0) {
            lane.commit(lane.maxPayloadLength(), 0);
        }
        int bytes = session.sent.stream()
                .mapToInt(record -> record.length - RecordFormat.HEADER_LENGTH)
                .sum();
        assertThat(bytes).isBetween(RecordFormat.CREDIT_BYTES / 2, RecordFormat.CREDIT_BYTES);
    }

    @Test
    void shouldHaveRoomAgainWhenThePeerGivesCredit() {
        Channel lane = lane();
        while (lane.claim() >= 0) {
            lane.commit(lane.maxPayloadLength(), 0);
        }
        link.received(RecordFormat.credit(LANE, RecordFormat.MAX_PAYLOAD_LENGTH));
        assertThat(lane.claim()).isNotNegative();
    }

    @Test
    void shouldWaitWhileTheSessionIsNotReady() {
        Channel lane = lane();
        session.ready = false;
        assertThat(lane.claim()).isEqualTo(Channel.BACK_PRESSURED);
        session.ready = true;
        assertThat(lane.claim()).isNotNegative();
    }

    @Test
    void shouldKeepFewControlMessagesForAPeerThatGivesCreditAndTakesNothing() throws Exception {
        session.ready = false;
        control.send(new ControlMessage.Doorbell(7));
        int length = session.sent.take().length - RecordFormat.HEADER_LENGTH;
        long sent = length;
        for (int i = 1; i < 3 * RecordFormat.CREDIT_BYTES / length; i++) {
            control.send(new ControlMessage.Doorbell(7));
            byte[] record = session.sent.poll(sent < RecordFormat.CREDIT_BYTES ? 30_000 : 10, TimeUnit.MILLISECONDS);
            if (record == null) {
                break;
            }
            sent += record.length - RecordFormat.HEADER_LENGTH;
            link.received(RecordFormat.credit(RecordFormat.CONTROL_LANE, record.length - RecordFormat.HEADER_LENGTH));
        }
        assertThat(sent).isBetween((long) RecordFormat.CREDIT_BYTES, RecordFormat.CREDIT_BYTES + 20_000L);
        session.ready = true;
        link.ready();
        assertThat(session.sent.poll(30, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void shouldEndSoonAfterTheConnectionThoughThePeerGivesNoCredit() throws Exception {
        link.connectionEnded();
        assertBrokenOff("the connection has ended");
    }

    @Test
    void shouldPassOverWhatComesForALaneThatHasBeenClosed() throws Exception {
        LaneBatch batch = link.open(0, 1, RecordFormat.CREDIT_BYTES, ChannelMode.STREAMING);
        batch.close();
        link.received(record(LANE, RecordFormat.DATA, new byte[10]));
        control.send(new ControlMessage.Doorbell(7));
        link.received(session.sent.take());
        assertThat(control.receive(TimeUnit.SECONDS.toNanos(30)).message()).isEqualTo(new ControlMessage.Doorbell(7));
        assertThat(session.closed).isEmpty();
    }

    @Test
    void shouldNotTakeLanesThatNeverWereForClosedOnes() throws Exception {
        link.open(0, 1, RecordFormat.CREDIT_BYTES, ChannelMode.STREAMING).close();
        link.received(
                record(RecordFormat.lane(1, 0), RecordFormat.DATA, new byte[10])); // of the other side's first batch
        assertBrokenOff("which does not exist");
    }

    @Test
    void shouldNotTakeALaneThatABatchLacksForAClosedOne() throws Exception {
        lane();
        link.received(record(RecordFormat.lane(0, 1), RecordFormat.DATA, new byte[10]));
        assertBrokenOff("lane 2, which does not exist");
    }

    @Test
    void shouldEndASessionThatBeginsTooLate() {
        RemoteLink late = new RemoteLink(monitor, "test", "test://somewhere", false, ended -> {}, NEVER_NS);
        late.breakOff("the endpoint is closed");
        late.start(session);
        assertThat(session.closed.poll()).contains("the endpoint is closed");
        new ControlSocket(late.descriptor()).close();
    }

    @Test
    void shouldBreakOffWhenNothingIsHeardForThreeHeartbeats() throws Exception {
        RemoteLink silent = start(TimeUnit.MILLISECONDS.toNanos(5));
        assertThat(session.closed.take()).contains("nothing was heard of the peer for 3 heartbeats");
        assertThat(session.sent).isNotEmpty();
        new ControlSocket(silent.descriptor()).close();
    }

    @Test
    void shouldBreakOffForARecordThatIsTooLong() throws Exception {
        byte[] tooLong = record(LANE, RecordFormat.DATA, new byte[RecordFormat.MAX_PAYLOAD_LENGTH + 1]);
        lane();
        link.received(tooLong);
        assertBrokenOff("a record of length 16377");
    }

    @Test
    void shouldBreakOffForARecordThatClaimsMoreThanThereIs() throws Exception {
        byte[] cut = new byte[RecordFormat.HEADER_LENGTH + 1];
        System.arraycopy(RecordFormat.record(0, RecordFormat.DATA, 9), 0, cut, 0, cut.length);
        link.received(cut);
        assertBrokenOff("a record of length 9, where 1");
    }

    @Test
    void shouldBreakOffForAPartOfAHeader() throws Exception {
        link.received(new byte[] {1, 0, 0});
        assertBrokenOff("a part of a record: 3 bytes");
    }

    @Test
    void shouldBreakOffForALaneThatDoesNotExist() throws Exception {
        link.received(record(LANE, RecordFormat.DATA, new byte[1]));
        assertBrokenOff("lane 1, which does not exist");
    }

    @Test
    void shouldBreakOffForMoreThanThePeerHasCreditFor() throws Exception {
        lane();
        byte[] full = record(LANE, RecordFormat.DATA, new byte[RecordFormat.MAX_PAYLOAD_LENGTH]);
        for (int i = 0; i < 4; i++) {
            link.received(full.clone());
        }
        assertThat(session.closed).isEmpty();
        link.received(record(LANE, RecordFormat.DATA, new byte[4 * RecordFormat.HEADER_LENGTH + 1]));
        assertBrokenOff("1 bytes too many on lane 1");
    }

    @Test
    void shouldBreakOffForMoreCreditThanThereCanBe() throws Exception {
        lane();
        link.received(RecordFormat.credit(LANE, 1));
        assertBrokenOff("gave credit of 1 bytes on lane 1");
    }

    @Test
    void shouldBreakOffForARecordOfNoKind() throws Exception {
        link.received(RecordFormat.record(0, 9, 0));
        assertBrokenOff("type 9");
    }

    @Test
    void shouldTellThePeerThatItLeaves() {
        link.leave();
        byte[] leave = session.sent.remove();
        RemoteLink peer = start(NEVER_NS);
        assertThat(peer.isPeerLeaving()).isFalse();
        peer.received(leave);
        assertThat(peer.isPeerLeaving()).isTrue();
        assertThat(session.closed).isEmpty();
        new ControlSocket(peer.descriptor()).close();
    }

    @Test
    void shouldBreakOffForALaneThatLeaves() throws Exception {
        lane();
        link.received(RecordFormat.record(LANE, RecordFormat.LEAVE, 0));
        assertBrokenOff("type 4");
        assertThat(link.isPeerLeaving()).isFalse();
    }

    @Test
    void shouldBreakOffForAHeartbeatOfALane() throws Exception {
        lane();
        link.received(RecordFormat.record(LANE, RecordFormat.HEARTBEAT, 0));
        assertBrokenOff("type 3");
    }
}
