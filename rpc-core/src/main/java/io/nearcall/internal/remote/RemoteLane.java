// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.remote;

import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.stream.LaneSink;
import io.nearcall.ipc.stream.LaneSource;
import io.nearcall.ipc.stream.StreamEnds;
import io.nearcall.ipc.wait.WaitSlices;
import java.util.concurrent.locks.LockSupport;

/** A lane of calls. A thread that waits for the lane parks, and the session's thread unparks it. */
final class RemoteLane extends CreditStream implements StreamEnds {

    /* A sleeper stores itself, and looks once more before it parks. The session's thread publishes bytes, then looks
     * for a sleeper. All of these accesses are volatile, so one of the two threads sees the other. The same holds for a
     * bell and the bytes that it announces: the channel looks for a frame after watch(). */

    private volatile Thread reader;
    private volatile Thread writer;
    private volatile Runnable bell; // null while nobody watches

    RemoteLane(RemoteLink link, int lane) {
        super(link, lane);
    }

    @Override
    public LaneSource source() {
        return this;
    }

    @Override
    public LaneSink sink() {
        return this;
    }

    @Override
    public void sleepForBytes(long timeoutNs, boolean orForRoom) {
        reader = Thread.currentThread();
        if (!isReadable() && !(orForRoom && hasRoomForDone())) {
            WaitSlices.park(timeoutNs);
        }
        reader = null;
    }

    @Override
    public void sleepForRoom(long timeoutNs) {
        writer = Thread.currentThread();
        if (!hasRoom()) {
            WaitSlices.park(timeoutNs);
        }
        writer = null;
    }

    @Override
    public void wakeReceiver() {
        LockSupport.unpark(reader);
    }

    @Override
    public void wake() {
        LockSupport.unpark(reader);
        LockSupport.unpark(writer);
    }

    @Override
    public void watch(Doorbell doorbell, int lane) {
        bell = () -> doorbell.ringHere(lane);
    }

    @Override
    void arrived() {
        LockSupport.unpark(reader);
        Runnable watching = bell;
        if (watching != null) {
            bell = null;
            watching.run();
        }
    }

    @Override
    void roomChanged() {
        wake(); // the reader too: it may have a Done to send that waits for room
    }

    @Override
    void sessionEnded() {
        super.sessionEnded();
        wake();
    }
}
