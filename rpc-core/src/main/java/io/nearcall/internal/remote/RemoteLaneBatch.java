// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.remote;

import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.stream.StreamChannel;

/** Lanes that go through a session. The peer finds them by their numbers. */
final class RemoteLaneBatch implements LaneBatch {

    private static final String ADDRESS = "session";

    private final RemoteLink link;
    private final int batch;
    private final RemoteLane[] lanes;

    /** Creates the lanes, which take bytes at once: the peer may send as soon as it learns of the batch. */
    RemoteLaneBatch(RemoteLink link, int batch, int laneCount) {
        this.link = link;
        this.batch = batch;
        this.lanes = new RemoteLane[laneCount];
        for (int i = 0; i < laneCount; i++) {
            lanes[i] = new RemoteLane(link, RecordFormat.lane(batch, i));
            link.add(RecordFormat.lane(batch, i), lanes[i]);
        }
    }

    @Override
    public String address() {
        return ADDRESS;
    }

    @Override
    public Channel[] connect(int peerDescriptor, String peerAddress, Doorbell doorbell) {
        if (peerDescriptor != NO_DESCRIPTOR || !peerAddress.equals(ADDRESS)) {
            throw new PeerFault("not the address of lanes of a session: " + peerAddress);
        }
        Channel[] channels = new Channel[lanes.length];
        for (int i = 0; i < channels.length; i++) {
            channels[i] = new StreamChannel(
                    lanes[i], i, RecordFormat.MAX_PAYLOAD_LENGTH, RecordFormat.CREDIT_BYTES, doorbell);
        }
        return channels;
    }

    @Override
    public void close() {
        for (int i = 0; i < lanes.length; i++) {
            link.remove(RecordFormat.lane(batch, i));
        }
    }
}
