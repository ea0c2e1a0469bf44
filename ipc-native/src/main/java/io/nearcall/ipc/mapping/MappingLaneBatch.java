// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.mapping;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.lane.RingChannel;
import io.nearcall.ipc.os.windows.RandomBytes;
import io.nearcall.ipc.ring.RingLayout;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentShape;

/** The two segments of a batch, and the events of its lanes. The address is what the names of all of them begin with. */
final class MappingLaneBatch implements LaneBatch {

    private static final String PREFIX = "Local\\nearcall-";
    private static final String ID = "[0-9a-f]{32}";

    private final String id = RandomBytes.hex();
    private final RingLayout layout;
    private final Segment own;
    private final EventSleep[] sleeps;
    private Segment peer;
    private boolean closed;

    MappingLaneBatch(int batch, int laneCount, RingLayout layout) {
        this.layout = layout;
        this.sleeps = new EventSleep[laneCount];
        SegmentShape shape = new SegmentShape(batch, laneCount, layout.capacity(), layout.alignment());
        MappedMaps maps = MappedMaps.create(PREFIX + id, shape);
        Segment made = null;
        boolean done = false;
        try {
            made = Segment.create(shape, maps);
            for (int lane = 0; lane < laneCount; lane++) {
                sleeps[lane] = new EventSleep(PREFIX + id, lane);
            }
            done = true;
        } finally {
            if (!done) {
                closeSleeps();
                maps.unmap();
            }
        }
        this.own = made;
    }

    @Override
    public String address() {
        return id;
    }

    @Override
    public synchronized Channel[] connect(int peerDescriptor, String peerAddress, Doorbell doorbell) {
        if (closed || peer != null) {
            throw new IllegalStateException(closed ? "the batch is closed" : "the batch is connected already");
        }
        if (!peerAddress.matches(ID)) {
            throw new PeerFault("no address of shared memory: " + peerAddress);
        }
        String name = PREFIX + peerAddress;
        peer = Segment.attach(own.shape(), MappedMaps.attach(name, own.shape()));
        Channel[] lanes = new Channel[own.shape().laneCount()];
        for (int lane = 0; lane < lanes.length; lane++) {
            sleeps[lane].connect(name, lane);
            lanes[lane] = new RingChannel(own, peer, lane, layout, doorbell, sleeps[lane]);
        }
        return lanes;
    }

    private void closeSleeps() {
        for (EventSleep each : sleeps) {
            if (each != null) {
                each.close();
            }
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        try {
            closeSleeps();
            own.close();
        } finally {
            if (peer != null) {
                peer.close();
            }
        }
    }
}
