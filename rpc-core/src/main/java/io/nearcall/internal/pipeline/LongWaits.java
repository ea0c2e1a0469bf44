// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.pipeline;

import io.nearcall.internal.lane.LaneConnection;
import io.nearcall.internal.waits.ConnectionWaits;
import java.util.Map;

/** The calls in flight on a shared lane that are waited for long. For the thread that receives, except where noted. */
final class LongWaits {

    private static final long LONG_NS = 1_000_000_000;

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

    /** Looks once a second whether a call is still in flight that was there the last time. */
    void look(long nowNs) {
        if (nowNs - markedNs < LONG_NS) {
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

    /** Whether a thread is known to wait for it. */
    private static boolean isAwaited(PendingCall call) {
        return call instanceof ParkedCall
                || call instanceof FutureCall held && held.future().isAwaited();
    }

    /** Tells for which calls threads wait. Any thread. */
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
