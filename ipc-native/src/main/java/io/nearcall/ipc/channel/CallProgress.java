// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.channel;

/**
 * How far the calls of a lane have come. Each side tells the other, apart from the frames. A channel knows nothing of
 * calls except this and their ids, which grow.
 */
public interface CallProgress {

    /**
     * Publishes that the call of this id has been taken: its method may run. Ordered before everything that follows.
     */
    void publishTaken(long callId);

    /**
     * Publishes that the methods of all calls that keep an order have returned, up to this id. Any thread, one at a
     * time. Never blocks.
     */
    void publishDone(long callId);

    /** The last call that this side has published as taken; 0 if none. A goodbye names this call. Any thread. */
    long ownTaken();

    /**
     * Whether {@link #peerTaken()} itself shows which call the peer has taken. If not, only the peer can tell, in its
     * goodbye.
     */
    boolean showsTaken();

    /**
     * The last call that the peer has taken. Stays readable when the peer is dead. {@link Long#MAX_VALUE} if the
     * channel does not show the call, because then any call may have been taken.
     */
    long peerTaken();

    /** The id up to which the methods of all calls that keep an order have returned at the peer. */
    long peerDone();
}
