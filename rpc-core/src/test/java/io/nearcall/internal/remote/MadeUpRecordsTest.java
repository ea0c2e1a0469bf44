// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.internal.monitor.Monitor;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.ControlSocket;
import io.nearcall.internal.wire.ProtocolBreach;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.spi.RemoteTransport;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Sessions whose peer sends records that a fixed seed makes up. Each of them goes on, or ends and says why. */
@Timeout(60)
class MadeUpRecordsTest {

    private static final long SEED = 20261128;
    private static final int SESSIONS = 1_000;
    private static final int MOST_MESSAGES = 60;
    private static final int LANES = 3;
    private static final int SHORT_BYTES = 100;
    private static final int ONE_IN_IS_ALTERED = 40;
    private static final int ONE_IN_IS_READ = 12;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Monitor monitor = Monitor.start("made up");
    private int faults;
    private int survivors;

    @AfterEach
    void close() {
        monitor.close();
    }

    /** One that tells what this side has said. */
    private static final class Told implements RemoteTransport.Session {
        final BlockingQueue<String> closed = new LinkedBlockingQueue<>();
        final BlockingQueue<byte[]> sent = new LinkedBlockingQueue<>();

        @Override
        public void send(byte[] message) {
            sent.add(message);
        }

        @Override
        public boolean isReady() {
            return true;
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

    private RemoteLink link(Told session) {
        RemoteLink link =
                new RemoteLink(monitor, "test", "test://somewhere", true, ended -> {}, TimeUnit.HOURS.toNanos(1));
        link.start(session);
        return link;
    }

    private int lane() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> RecordFormat.CONTROL_LANE;
            case 2, 3, 4 -> RecordFormat.lane(2, random.nextInt(LANES));
            case 5, 6 -> RecordFormat.lane(0, random.nextInt(LANES)); // of a batch that has been closed
            default -> random.nextInt(64) == 0 ? random.nextInt() : RecordFormat.lane(2, 0);
        };
    }

    private byte[] record() {
        int lane = lane();
        switch (random.nextInt(32)) { // most are bytes of lanes, or a session would not get far
            case 0:
                return RecordFormat.credit(lane, random.nextInt(16) == 0 ? random.nextInt() : 1);
            case 1, 2, 3, 4:
                return RecordFormat.record(RecordFormat.CONTROL_LANE, RecordFormat.HEARTBEAT, 0);
            case 5, 6:
                return RecordFormat.record(RecordFormat.CONTROL_LANE, RecordFormat.LEAVE, 0);
            default:
                int length = random.nextInt(16) == 0
                        ? random.nextInt(RecordFormat.MAX_PAYLOAD_LENGTH + 1)
                        : random.nextInt(SHORT_BYTES);
                byte[] record = RecordFormat.record(lane, RecordFormat.DATA, length);
                for (int i = RecordFormat.HEADER_LENGTH; i < record.length; i++) {
                    record[i] = (byte) random.nextInt(random.nextBoolean() ? 4 : 256);
                }
                return record;
        }
    }

    /** One record or two, sometimes with other bits or without its end. */
    private byte[] message() {
        byte[] first = record();
        byte[] second = random.nextBoolean() ? record() : new byte[0];
        ByteBuffer both = ByteBuffer.allocate(first.length + second.length);
        byte[] message = both.put(first).put(second).array();
        if (random.nextInt(ONE_IN_IS_ALTERED) == 0) {
            message[random.nextInt(message.length)] ^= (byte) (1 << random.nextInt(8));
        }
        if (random.nextInt(ONE_IN_IS_ALTERED) == 0) {
            byte[] cut = new byte[random.nextInt(message.length)];
            System.arraycopy(message, 0, cut, 0, cut.length);
            return cut;
        }
        return message;
    }

    /** Reads as a connection does, which ends for a fault. Returns whether it goes on. */
    private static boolean read(ControlSocket control, Channel[] lanes) {
        try {
            for (Channel lane : lanes) {
                while (lane.poll()) {
                    lane.release();
                }
            }
            return control.drain((message, descriptor) -> {}, RecordFormat.CREDIT_BYTES);
        } catch (PeerFault | ProtocolBreach e) {
            return false;
        }
    }

    private void talk(Told session) throws InterruptedException {
        RemoteLink link = link(session);
        ControlSocket control = new ControlSocket(link.descriptor());
        link.open(0, LANES, RecordFormat.CREDIT_BYTES, ChannelMode.STREAMING).close();
        LaneBatch batch = link.open(2, LANES, RecordFormat.CREDIT_BYTES, ChannelMode.STREAMING);
        Channel[] lanes = batch.connect(LaneBatch.NO_DESCRIPTOR, batch.address(), rung -> {});
        boolean goesOn = true;
        for (int i = random.nextInt(MOST_MESSAGES); i >= 0 && goesOn && session.closed.isEmpty(); i--) {
            link.received(message());
            if (random.nextInt(ONE_IN_IS_READ) == 0) {
                goesOn = read(control, lanes);
            }
        }
        if (session.closed.isEmpty()) {
            survivors++;
        } else {
            faults++;
            assertThat(session.closed.peek()).isNotEmpty();
            assertThat(link.reason()).contains(session.closed.take());
        }
        control.close();
        batch.close();
        link.ended(false, "it is over");
    }

    @Test
    void shouldEndASessionAtMostAndLeaveAnotherAlone() throws Exception {
        Told other = new Told();
        RemoteLink undisturbed = link(other);
        ControlSocket control = new ControlSocket(undisturbed.descriptor());
        for (int i = 0; i < SESSIONS; i++) {
            talk(new Told());
        }
        assertThat(faults).as("sessions that ended").isGreaterThan(SESSIONS / 10);
        assertThat(survivors).as("sessions that went on").isGreaterThan(SESSIONS / 10);
        control.send(new ControlMessage.Doorbell(7));
        undisturbed.received(other.sent.take());
        assertThat(control.receive(TimeUnit.SECONDS.toNanos(30)).message()).isEqualTo(new ControlMessage.Doorbell(7));
        assertThat(other.closed).isEmpty();
        control.close();
    }
}
