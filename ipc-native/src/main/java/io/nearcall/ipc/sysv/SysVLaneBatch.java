// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;
import io.nearcall.ipc.segment.Words;
import java.util.regex.Pattern;

/** A batch whose address is the id of its segment. The segment contains the ids of the other objects. */
abstract class SysVLaneBatch implements LaneBatch {

    private static final Pattern ID = Pattern.compile("0|[1-9][0-9]{0,9}");

    private final OwnObjects own;
    private final SegmentShape shape;
    private final SysVKind kind;
    private final int peerUid;
    private Segment peer;
    private boolean closed;

    SysVLaneBatch(OwnObjects own, SysVKind kind, int peerUid) {
        this.own = own;
        this.shape = own.segment().shape();
        this.kind = kind;
        this.peerUid = peerUid;
    }

    /** Returns the lanes. The peer's objects that carry them have been checked for their user and their kind. */
    abstract Channel[] lanes(OwnObjects own, Segment peer, int[] peerIds, Doorbell doorbell);

    @Override
    public String address() {
        return Integer.toString(own.segmentId());
    }

    @Override
    public synchronized Channel[] connect(int peerDescriptor, String peerAddress, Doorbell doorbell) {
        if (peerDescriptor != NO_DESCRIPTOR) {
            throw new PeerFault("the peer passed a descriptor where there is none");
        }
        if (closed || peer != null) {
            throw new IllegalStateException(closed ? "the batch is closed" : "the batch is connected already");
        }
        peer = Segment.attach(shape, new SysVMaps(segmentId(peerAddress), shape, peerUid, false));
        int[] peerIds = new int[shape.laneCount()];
        for (int lane = 0; lane < peerIds.length; lane++) {
            // Read once: the peer may change it.
            int id = Words.getIntOpaque(peer.control(), SegmentDescriptor.laneObjectIndex(lane));
            if (lane == 0 || id != peerIds[lane - 1]) {
                check(id);
            }
            peerIds[lane] = id;
        }
        return lanes(own, peer, peerIds, doorbell);
    }

    /** @throws PeerFault if the address cannot be the id of a peer's segment */
    private int segmentId(String address) {
        if (ID.matcher(address).matches() && !address.equals(address())) {
            long id = Long.parseLong(address);
            if (id <= Integer.MAX_VALUE) {
                return (int) id;
            }
        }
        throw new PeerFault("not the id of a peer's segment: " + address
                + (address.equals(address()) ? ", which is this side's; the peer is in another IPC namespace" : ""));
    }

    private void check(int id) {
        for (int lane = 0; lane < shape.laneCount(); lane++) {
            if (id == own.id(lane)) {
                throw new PeerFault("the peer names our " + kind + " " + id + " as its own");
            }
        }
        kind.check(id, peerUid);
    }

    /** Runs an action on this side's objects unless the batch is closed. Any thread. */
    synchronized void ifOpen(Runnable action) {
        if (!closed) {
            action.run();
        }
    }

    @Override
    public void abandon() {
        ifOpen(own::abandon);
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
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
