// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/**
 * How far the calls of a lane have come, as each side tells the other beside the frames. It is all that a channel knows of
 * calls: their ids, which grow.
 */
public interface CallProgress {

    /** Publishes that the call of this id has been taken: its method may run. Ordered before all that follows. */
    void publishTaken(long callId);

    /**
     * Publishes that up to this id the methods of all calls that keep an order have returned. Any thread, one at a time;
     * never blocks.
     */
    void publishDone(long callId);

    /** Last call that this side has published as taken; 0 if none. What a goodbye names. Any thread. */
    long ownTaken();

    /**
     * Whether {@link #peerTaken()} shows by itself what the peer has taken. If not, only the peer's word can tell, in its
     * goodbye.
     */
    boolean showsTaken();

    /**
     * Last call that the peer has taken. Stays readable when the peer is dead. {@link Long#MAX_VALUE} if the channel does
     * not show it: any call may have been taken.
     */
    long peerTaken();

    /** Id up to which the methods of all calls that keep an order have returned at the peer. */
    long peerDone();
}
