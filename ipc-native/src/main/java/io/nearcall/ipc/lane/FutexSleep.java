// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.lane;

import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.wait.SleepingWord;

/** Sleeps on the awaited words themselves. */
public final class FutexSleep implements Sleep {

    private final long sentAddress;
    private final long receivedAddress;
    private final long ownPositionAddress;
    private final long peerPositionAddress;

    private FutexSleep(Segment own, Segment peer, int lane, long sentAddress, long receivedAddress) {
        int position = SegmentDescriptor.consumerPositionIndex(lane);
        this.sentAddress = sentAddress;
        this.receivedAddress = receivedAddress;
        this.ownPositionAddress = own.controlAddress() + position;
        this.peerPositionAddress = peer.controlAddress() + position;
    }

    /** For lanes whose receiver sleeps on the header of the awaited record: an index is one in the ring. */
    public static FutexSleep onRings(Segment own, Segment peer, int lane) {
        return new FutexSleep(own, peer, lane, own.ringAddress(lane), peer.ringAddress(lane));
    }

    /** For lanes whose receiver sleeps on the peer's Producer Position: the index is 0. */
    public static FutexSleep onPositions(Segment own, Segment peer, int lane) {
        int sent = SegmentDescriptor.producerPositionIndex(lane);
        return new FutexSleep(own, peer, lane, own.controlAddress() + sent, peer.controlAddress() + sent);
    }

    @Override
    public boolean forFrame(int index, int seen, long timeoutNs) {
        return SleepingWord.sleep(receivedAddress + index, seen, timeoutNs);
    }

    @Override
    public boolean forSpace(int seen, long timeoutNs) {
        return SleepingWord.sleep(peerPositionAddress, seen, timeoutNs);
    }

    @Override
    public void wakeReceiver(int index) {
        SleepingWord.wake(sentAddress + index);
    }

    @Override
    public void wakeSender() {
        SleepingWord.wake(ownPositionAddress);
    }

    @Override
    public void wakeOwn(int index) {
        // Two threads of ours may sleep here, each on a word that the peer writes. Waking them needs no write to it.
        SleepingWord.wake(receivedAddress + index);
        SleepingWord.wake(peerPositionAddress);
    }
}
