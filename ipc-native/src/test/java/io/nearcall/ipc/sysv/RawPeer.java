// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import static org.assertj.core.api.Assertions.assertThat;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.SysVMessages;
import io.nearcall.ipc.ring.RecordDescriptor;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;
import io.nearcall.ipc.segment.Words;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;

/** The other side of lanes as bare objects, which can do things that no channel does. */
final class RawPeer implements AutoCloseable {

    static final int CAPACITY = 64 * 1024;

    /** Nobody rests here. */
    static final Doorbell BELL = lane -> {};

    /** Of the peer: its words may be changed before {@link #connect}. */
    final OwnObjects objects;

    private final LaneBatch batch;
    private final Segment lanesSide;
    private final ByteBuffer message = ByteBuffer.allocateDirect(CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
    private long position;

    private RawPeer(
            SysVKind kind, SegmentShape shape, int lanesPerObject, int sizePerLane, LaneBatch batch, Path records) {
        this.objects = new OwnObjects(records, shape, kind, lanesPerObject, sizePerLane);
        this.batch = batch;
        int id = Integer.parseInt(batch.address());
        this.lanesSide = Segment.attach(shape, new SysVMaps(id, shape, CurrentProcess.uid(), false));
    }

    static RawPeer ofQueues(Path records, int lanes) {
        LaneBatch batch = SysVChannelProvider.ofQueues(records, CurrentProcess.uid())
                .open(0, lanes, CAPACITY, ChannelMode.STREAMING);
        return new RawPeer(SysVKind.QUEUE, SegmentShape.withoutRings(0, lanes), lanes, 0, batch, records);
    }

    static RawPeer ofMemory(Path records) {
        LaneBatch batch =
                SysVChannelProvider.ofMemory(records, CurrentProcess.uid()).open(0, 1, CAPACITY, ChannelMode.STREAMING);
        RingLayout layout = RingLayout.streaming(CAPACITY);
        SegmentShape shape = new SegmentShape(0, 1, layout.capacity(), layout.alignment());
        return new RawPeer(SysVKind.SEMAPHORES, shape, 1, SemaphoreSleep.SEMAPHORES_PER_LANE, batch, records);
    }

    Channel connect() {
        return connect(Integer.toString(objects.segmentId()));
    }

    Channel connect(String address) {
        return batch.connect(LaneBatch.NO_DESCRIPTOR, address, BELL)[0];
    }

    String addressOfLanes() {
        return batch.address();
    }

    /** The queue or the semaphores of the lanes' side. */
    int idOfLanes() {
        return lanesSide.control().getInt(SegmentDescriptor.laneObjectIndex(0));
    }

    /** Says that all of its lanes have that object. */
    RawPeer naming(int id) {
        for (int lane = 0; lane < objects.segment().shape().laneCount(); lane++) {
            objects.segment().control().putInt(SegmentDescriptor.laneObjectIndex(lane), id);
        }
        return this;
    }

    /** Puts a message into the lanes' queue, and announces it. */
    void send(int textLength, int sequence, int length) {
        put(1, textLength, sequence, length);
        announce(position + textLength);
    }

    void put(long type, int textLength, int sequence, int length) {
        message.putLong(0, type).putLong(MessageDescriptor.HEADER_INDEX, RecordDescriptor.header(sequence, length, 0));
        assertThat(SysVMessages.send(idOfLanes(), message, 0, textLength)).isZero();
    }

    void announce(long newPosition) {
        position = newPosition;
        Words.putLongRelease(objects.segment().control(), SegmentDescriptor.producerPositionIndex(0), position);
    }

    @Override
    public void close() {
        lanesSide.close();
        batch.close();
        objects.close();
    }
}
