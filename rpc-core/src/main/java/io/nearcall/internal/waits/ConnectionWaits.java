// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;

/** The calls of one connection that are in progress at one moment, as its lanes tell them. One thread. */
public final class ConnectionWaits {

    /** In place of a point in time. */
    public static final long UNKNOWN_NS = 0;

    /**
     * A call of this process.
     *
     * @param thread null if only its id is known
     * @param sinceNs as {@link System#nanoTime()} counts, or {@link #UNKNOWN_NS}
     */
    record OwnCall(long threadId, Thread thread, CallKey key, int peerPid, String method, long sinceNs) {}

    /**
     * A call of the peer's.
     *
     * @param thread null if it is queued
     * @param executor which runs it, or is to; null if none does
     */
    record PeerCall(CallKey key, Thread thread, Executor executor) {}

    final List<OwnCall> own = new ArrayList<>();
    final List<PeerCall> ofPeer = new ArrayList<>();
    private final String name;
    private final boolean initiator;
    private final int peerPid;

    ConnectionWaits(String name, boolean initiator, int peerPid) {
        this.name = name;
        this.initiator = initiator;
        this.peerPid = peerPid;
    }

    /** A platform thread waits for the answer to a call. */
    public void waits(long thread, int lane, long callId, String method, long sinceNs) {
        own.add(new OwnCall(thread, null, ownKey(lane, callId), peerPid, method, sinceNs));
    }

    /** As above, a thread of any kind, since when it is not known. */
    public void waits(Thread thread, int lane, long callId, String method) {
        own.add(new OwnCall(thread.getId(), thread, ownKey(lane, callId), peerPid, method, UNKNOWN_NS));
    }

    private CallKey ownKey(int lane, long callId) {
        return new CallKey(name, initiator, lane, callId);
    }

    /**
     * A thread runs a call of the peer's.
     *
     * @param executor whose thread it is; null if it is one of the endpoint's
     */
    public void runs(Thread thread, Executor executor, int lane, long callId) {
        ofPeer.add(new PeerCall(new CallKey(name, !initiator, lane, callId), thread, executor));
    }

    /** A call of the peer's waits for a thread of an executor. */
    public void queues(Executor executor, int lane, long callId) {
        ofPeer.add(new PeerCall(new CallKey(name, !initiator, lane, callId), null, executor));
    }
}
