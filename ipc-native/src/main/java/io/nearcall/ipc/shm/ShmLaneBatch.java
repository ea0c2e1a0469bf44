// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.shm;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.lane.FutexSleep;
import io.nearcall.ipc.lane.RingChannel;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentShape;

/** The two segments of a batch: the one that this side writes and the one that it reads. */
final class ShmLaneBatch implements LaneBatch {

    private final RingLayout layout;
    private final Segment own;
    private Segment peer;
    private boolean closed;

    ShmLaneBatch(int batch, int laneCount, RingLayout layout) {
        this.layout = layout;
        this.own = Segment.create(new SegmentShape(batch, laneCount, layout.capacity(), layout.alignment()));
    }

    @Override
    public int descriptor() {
        return own.descriptor();
    }

    @Override
    public String address() {
        return "";
    }

    @Override
    public synchronized void descriptorPassed() {
        own.closeDescriptor();
    }

    @Override
    public synchronized Channel[] connect(int peerDescriptor, String peerAddress, Doorbell doorbell) {
        if (closed || peer != null) {
            throw new IllegalStateException(closed ? "the batch is closed" : "the batch is connected already");
        }
        if (!peerAddress.isEmpty()) {
            throw new PeerFault("an address where there is none: " + peerAddress);
        }
        peer = Segment.attach(peerDescriptor, own.shape());
        Channel[] lanes = new Channel[own.shape().laneCount()];
        for (int lane = 0; lane < lanes.length; lane++) {
            lanes[lane] = new RingChannel(own, peer, lane, layout, doorbell, FutexSleep.onRings(own, peer, lane));
        }
        return lanes;
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            own.close();
        } finally {
            if (peer != null) {
                peer.close();
            }
        }
    }
}
