// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.client;

import io.nearcall.NearcallException;
import io.nearcall.internal.codec.LaneCodec;
import io.nearcall.internal.codec.Patience;
import io.nearcall.internal.codec.ThrowableCodec;
import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.reference.ReceivedReference;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.ChannelMode;

/** What the lanes need of the connection that they belong to. Any thread. */
public interface Link extends LaneConnection {

    /** Lanes just made, and the number of the first; the others follow it. */
    record NewLanes(int firstId, Channel[] channels) {}

    /** A codec for who writes calls, and waits for nothing longer than the call may take. */
    LaneCodec newCodec(Patience patience);

    /** Reads what a method of that interface throws. */
    ThrowableCodec throwables(ClientInterface callee);

    /** So many calls that wait for an answer may be in flight on the shared lane. */
    int maxCalls();

    /** Makes more lanes together with the peer, within {@code timeoutNs}. */
    NewLanes openLanes(int count, ChannelMode mode, long timeoutNs);

    /**
     * Tells the peer that nobody waits for a call any more. Never throws: the caller has given up in any case.
     *
     * @return false if it cannot be told now; it may be later
     */
    boolean cancel(int laneId, long callId);

    /** Has all draining lanes looked at from time to time until none is left. */
    void drainLater();

    /**
     * The object of a reference through one more of its interfaces; null if it does not have it. Asks the peer.
     *
     * @throws NearcallException as a call
     */
    Object view(ReceivedReference reference, Class<?> type);

    /** As above, the object of a service, which becomes a reference. */
    Object view(int serviceObjectId, Class<?> type);

    /** Ends the connection because the peer broke the protocol; returns what the caller shall throw. */
    NearcallException broken(String fault);

    /**
     * Why a call on a connection that has ended did not get its answer.
     *
     * @param incomplete whether the call had not been sent as a whole
     */
    NearcallException lost(long callId, Channel channel, boolean incomplete);

    /** The service's process, for messages. */
    int peerPid();

    String serviceName();
}
