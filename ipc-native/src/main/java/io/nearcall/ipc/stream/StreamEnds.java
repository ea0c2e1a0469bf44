// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.stream;

import io.nearcall.ipc.channel.Doorbell;
import io.nearcall.ipc.channel.PeerFault;

/** Both ends of a lane on this side, and how the system is waited for at each. */
public interface StreamEnds {

    LaneSource source();

    LaneSink sink();

    /**
     * Sleeps until there may be something to read, somebody wakes, or the time is over; now and then for less. An interrupt
     * may end it and leaves the status set. When the peer has gone it sleeps all the same.
     *
     * @throws PeerFault if it has gone for so long that more than the peer's death must be the reason
     * @param orForRoom whether room for what the sink could not pass on ends it, too, or at least makes it short
     */
    void sleepForBytes(long timeoutNs, boolean orForRoom);

    /** As above, until there may be room. Another thread's, on a lane that streams. */
    void sleepForRoom(long timeoutNs);

    /** Ends the sleep for bytes in progress, if it would not end by itself for room that is needed now. Any thread. */
    void wakeReceiver();

    /** Ends both sleeps, those in progress or the next. Any thread, even after all has been closed. */
    void wake();

    /** Has the lane rung when there is something to read. */
    void watch(Doorbell doorbell, int lane);
}
