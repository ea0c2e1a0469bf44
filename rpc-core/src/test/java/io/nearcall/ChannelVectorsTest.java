// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.fifo.FifoChannelProvider;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Fifo;
import io.nearcall.ipc.os.FileSystem;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.SysVMemory;
import io.nearcall.ipc.os.SysVMessages;
import io.nearcall.ipc.ring.RecordDescriptor;
import io.nearcall.ipc.ring.RingConsumer;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.ring.RingProducer;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;
import io.nearcall.ipc.segment.Words;
import io.nearcall.ipc.sysv.SysVChannelProvider;
import io.nearcall.test.Vectors;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What lies in shared memory and goes through FIFOs and message queues, whatever the frames mean. */
class ChannelVectorsTest {

    private static final int CAPACITY = 8192;
    private static final int SHOWN = 192;
    private static final String[] FRAMES = {
        "order", "", "a frame that takes more than the line of the cache it starts in"
    };

    private static byte[] frame(int i) {
        return FRAMES[i].getBytes(StandardCharsets.US_ASCII);
    }

    private static ByteBuffer part(ByteBuffer of, int from, int length) {
        return of.duplicate().position(from).limit(from + length);
    }

    @Test
    void shouldLayOutSegmentsAndRingsAsEver() throws IOException {
        Vectors vectors = new Vectors("shm.txt");
        for (RingLayout layout : new RingLayout[] {RingLayout.turnTaking(CAPACITY), RingLayout.streaming(CAPACITY)}) {
            SegmentShape shape = new SegmentShape(3, 2, CAPACITY, layout.alignment());
            try (Segment segment = Segment.create(shape);
                    Segment words = Segment.create(shape)) {
                int position = SegmentDescriptor.consumerPositionIndex(1);
                RingProducer producer = new RingProducer(segment.ring(1), layout, words.control(), position);
                RingConsumer consumer = new RingConsumer(segment.ring(1), layout, words.control(), position);
                Words.putLongRelease(segment.control(), SegmentDescriptor.takenCallIndex(1), 7);
                Words.putLongRelease(segment.control(), SegmentDescriptor.doneCallIndex(1), 6);
                vectors.add("segment of " + SegmentDescriptor.length(shape) + " bytes", part(segment.control(), 0, 64));
                for (int i = 0; i < FRAMES.length; i++) {
                    int flags = i == 0 ? 1 | RecordDescriptor.MORE : 2 + i;
                    producer.memory().put(producer.claim(), frame(i));
                    producer.commit(frame(i).length, flags);
                    vectors.add("ring after frame " + i, part(segment.ring(1), 0, SHOWN));
                    assertThat(consumer.poll()).isTrue();
                    assertThat(consumer.frameFlags()).isEqualTo(flags);
                    byte[] read = new byte[consumer.frameLength()];
                    consumer.memory().get(consumer.frameIndex(), read);
                    assertThat(read).isEqualTo(frame(i));
                    consumer.release();
                }
                int control = SegmentDescriptor.PAGE_LENGTH + SegmentDescriptor.LANE_CONTROL_LENGTH;
                vectors.add(
                        "control words of lane 1",
                        part(segment.control(), control, SegmentDescriptor.LANE_CONTROL_LENGTH));
                vectors.add("the reader's", part(words.control(), control, SegmentDescriptor.LANE_CONTROL_LENGTH));
            }
        }
        vectors.check();
    }

    @Test
    void shouldSendThroughFifosAsEver(@TempDir Path directory) throws IOException {
        Vectors vectors = new Vectors("fifo.txt");
        String peer = ".fifo-" + CurrentProcess.pid() + "-0123456789abcdef";
        String name = directory.resolve(peer + "-0").toString();
        Fifo.make(name);
        int reader = Fifo.open(name, false);
        try (LaneBatch batch =
                new FifoChannelProvider(directory, CurrentProcess.uid()).open(0, 1, CAPACITY, ChannelMode.STREAMING)) {
            Channel lane = batch.connect(LaneBatch.NO_DESCRIPTOR, peer, new Silence())[0];
            for (int i = 0; i < FRAMES.length; i++) {
                send(lane, i);
                vectors.add("frame " + i, read(reader));
            }
            lane.progress().publishDone(6);
            vectors.add("done", read(reader));
        } finally {
            Descriptors.close(reader);
            FileSystem.unlink(name);
        }
        vectors.check();
    }

    @Test
    void shouldSendThroughMessageQueuesAsEver(@TempDir Path directory) throws IOException {
        Vectors vectors = new Vectors("sysvmq.txt");
        SysVChannelProvider queues = SysVChannelProvider.ofQueues(directory, CurrentProcess.uid());
        try (LaneBatch batch = queues.open(3, 2, CAPACITY, ChannelMode.STREAMING);
                LaneBatch peer = queues.open(3, 2, CAPACITY, ChannelMode.STREAMING)) {
            Channel lane = batch.connect(LaneBatch.NO_DESCRIPTOR, peer.address(), new Silence())[1];
            long words = SysVMemory.attach(Integer.parseInt(batch.address()), false);
            long peerWords = SysVMemory.attach(Integer.parseInt(peer.address()), false);
            ByteBuffer control = Memory.buffer(words, SegmentDescriptor.controlLength(2));
            vectors.add("segment", part(control, 0, 64));
            int queue = Memory.buffer(peerWords, SegmentDescriptor.controlLength(2))
                    .getInt(SegmentDescriptor.laneObjectIndex(1));
            for (int i = 0; i < FRAMES.length; i++) {
                send(lane, i);
                vectors.add("type and text of frame " + i, receive(queue));
            }
            lane.progress().publishTaken(7);
            lane.progress().publishDone(6);
            int last = SegmentDescriptor.laneObjectIndex(1);
            int first = SegmentDescriptor.consumerPositionIndex(1);
            vectors.add("positions, taken and done of lane 1", part(control, first, last - first));
            SysVMemory.detach(words);
            SysVMemory.detach(peerWords);
        }
        vectors.check();
    }

    private static ByteBuffer receive(int queue) {
        ByteBuffer message = ByteBuffer.allocateDirect(CAPACITY);
        int textLength = SysVMessages.receive(queue, message, 0, CAPACITY - Long.BYTES, 0, false);
        return message.limit(Long.BYTES + textLength);
    }

    private static void send(Channel lane, int i) {
        int at = lane.claim();
        lane.sendMemory().put(at, frame(i));
        lane.commit(frame(i).length, i == 0 ? 1 | Channel.MORE : 2 + i);
    }

    private static ByteBuffer read(int fifo) {
        ByteBuffer bytes = ByteBuffer.allocateDirect(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.limit(Math.max(0, Fifo.read(fifo, bytes, 0, CAPACITY)));
    }

    private static final class Silence implements Doorbell {
        @Override
        public void ring(int lane) {}
    }
}
