// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.PeerFault;

/** Both ends of a lane on this side, and how a thread waits at each of them. */
public interface StreamEnds {

    LaneSource source();

    LaneSink sink();

    /**
     * Sleeps until there may be something to read, somebody wakes it, or the time is over. Now and then it sleeps less.
     * An interrupt may end the sleep and leaves the status set. It also sleeps when the peer has gone.
     *
     * @throws PeerFault if the peer has been gone for so long that its death cannot be the only reason
     * @param orForRoom whether room for the bytes that the sink could not pass on ends the sleep, too, or at least
     *     makes it short
     */
    void sleepForBytes(long timeoutNs, boolean orForRoom);

    /** Sleeps as above until there may be room. Called by another thread on a lane that streams. */
    void sleepForRoom(long timeoutNs);

    /** Ends the sleep for bytes in progress, if room that is needed now would not end it by itself. Any thread. */
    void wakeReceiver();

    /** Ends both sleeps, those in progress or the next ones. Any thread, even after all has been closed. */
    void wake();

    /** Makes the doorbell ring for the lane when there is something to read. */
    void watch(Doorbell doorbell, int lane);
}
