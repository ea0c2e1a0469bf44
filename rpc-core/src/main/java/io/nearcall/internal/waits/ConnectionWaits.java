// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.waits;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;

/** The calls of one connection that are in progress at one moment, as its lanes report them. One thread. */
public final class ConnectionWaits {

    /** Stands for an unknown point in time. */
    public static final long UNKNOWN_NS = 0;

    /**
     * A call that this process makes.
     *
     * @param thread the thread; null if only its id is known
     * @param sinceNs the start of the wait by {@link System#nanoTime()}, or {@link #UNKNOWN_NS}
     */
    record OwnCall(long threadId, Thread thread, CallKey key, int peerPid, String method, long sinceNs) {}

    /**
     * What a call waits for. The call is one of the peer's, or, if it waits for a lane, one of this process.
     *
     * @param thread the thread that runs it; null if the call is queued or waits for a lane
     * @param executor the executor that runs the call or will run it; null if there is none
     * @param holders the ids of the threads that have the lanes
     */
    record Behind(CallKey key, CallState state, Thread thread, Executor executor, Set<Long> holders) {}

    final List<OwnCall> own = new ArrayList<>();
    final List<Behind> behind = new ArrayList<>();
    private final String name;
    private final boolean initiator;
    private final int peerPid;

    ConnectionWaits(String name, boolean initiator, int peerPid) {
        this.name = name;
        this.initiator = initiator;
        this.peerPid = peerPid;
    }

    /** Reports a platform thread that waits for the answer to a call. */
    public void waits(long thread, int lane, long callId, String method, long sinceNs) {
        own.add(new OwnCall(thread, null, ownKey(lane, callId), peerPid, method, sinceNs));
    }

    /**
     * Reports a thread of any kind that waits for the answer to a call.
     *
     * @param sinceNs the start of the wait by {@link System#nanoTime()}, or {@link #UNKNOWN_NS}
     */
    public void waits(Thread thread, int lane, long callId, String method, long sinceNs) {
        own.add(new OwnCall(thread.getId(), thread, ownKey(lane, callId), peerPid, method, sinceNs));
    }

    /**
     * Reports a thread that waits for a lane, to call any method.
     *
     * @param holders the ids of the threads that have all permitted lanes; none if they are not known
     */
    public void waitsForLane(Thread thread, String service, long sinceNs, Set<Long> holders) {
        CallKey key = CallKey.withoutLane(name, initiator, thread.getId());
        own.add(new OwnCall(thread.getId(), thread, key, peerPid, service + ".*", sinceNs));
        if (!holders.isEmpty()) {
            behind.add(new Behind(key, CallState.AWAITS_LANE, null, null, holders));
        }
    }

    private CallKey ownKey(int lane, long callId) {
        return new CallKey(name, initiator, lane, callId);
    }

    /**
     * Reports a thread that runs a call of the peer.
     *
     * @param executor the executor of the thread; null if the thread is one of the endpoint's
     */
    public void runs(Thread thread, Executor executor, int lane, long callId) {
        add(lane, callId, CallState.RUNS, thread, executor);
    }

    /** Reports that the thread that reads the calls of a lane runs one of them. The later ones wait for it. */
    public void runsFirst(Thread thread, int lane, long callId) {
        add(lane, callId, CallState.RUNS_FIRST, thread, null);
    }

    /** Reports a call of the peer that waits until a thread has run earlier ones. */
    public void awaitsTurn(Thread thread, int lane, long callId) {
        add(lane, callId, CallState.AWAITS_TURN, thread, null);
    }

    /** Reports a call of the peer that waits for a thread of an executor. */
    public void queues(Executor executor, int lane, long callId) {
        add(lane, callId, CallState.QUEUED, null, executor);
    }

    private void add(int lane, long callId, CallState state, Thread thread, Executor executor) {
        behind.add(new Behind(new CallKey(name, !initiator, lane, callId), state, thread, executor, Set.of()));
    }
}
