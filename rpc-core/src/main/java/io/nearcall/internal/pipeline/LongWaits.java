// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.waits.ConnectionWaits;
import java.util.Map;

/**
 * Notices the calls in flight on a shared lane for which threads wait long. For the receiving thread, except where
 * noted.
 */
final class LongWaits {

    private final int laneId;
    private final LaneConnection link;
    private final Map<Long, PendingCall> pending;
    private long markedNs = System.nanoTime();
    private long markedId; // of the youngest call that was in flight then

    LongWaits(int laneId, LaneConnection link, Map<Long, PendingCall> pending) {
        this.laneId = laneId;
        this.link = link;
        this.pending = pending;
    }

    /** Looks once a second whether a call that was in flight the last time still is. */
    void look(long nowNs) {
        if (nowNs - markedNs < LaneConnection.LONG_WAIT_NS) {
            return;
        }
        long youngestId = 0;
        boolean isLong = false;
        for (Map.Entry<Long, PendingCall> each : pending.entrySet()) {
            youngestId = Math.max(youngestId, each.getKey());
            isLong |= each.getKey() <= markedId && isAwaited(each.getValue());
        }
        markedNs = nowNs;
        markedId = youngestId;
        if (isLong) {
            link.waitsLong();
        }
    }

    /** No answer has come for a second. */
    void rest() {
        for (PendingCall each : pending.values()) {
            if (isAwaited(each)) {
                link.waitsLong();
                return;
            }
        }
    }

    /** Whether a thread is known to wait for the call. */
    private static boolean isAwaited(PendingCall call) {
        return call instanceof ParkedCall
                || call instanceof FutureCall held && held.future().isAwaited();
    }

    /** Reports for which calls threads wait. Any thread. */
    void tell(ConnectionWaits waits) {
        pending.forEach((callId, call) -> {
            if (call instanceof ParkedCall parked) {
                waits.waits(parked.caller(), laneId, callId, method(call), ConnectionWaits.UNKNOWN_NS);
            } else if (call instanceof FutureCall held && held.future().isAwaited()) {
                held.future().tellWait(waits, laneId, callId, method(call));
            }
        });
    }

    private static String method(PendingCall call) {
        return call.callee().shownName(call.method());
    }
}
