// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

import io.nearcall.internal.dispatch.Ticket;
import io.nearcall.internal.reference.ExportedObject;

/**
 * The call that is the current message of a borrowed lane, on its way through the executor. The thread that runs it takes
 * the lane over until it has answered.
 */
final class LaneTask {

    private final BorrowedLane lane;
    private final ExportedObject callee;
    private final int method;
    final long callId;
    final Ticket ticket = new Ticket(this::run);

    LaneTask(BorrowedLane lane, ExportedObject callee, int method, long callId) {
        this.lane = lane;
        this.callee = callee;
        this.method = method;
        this.callId = callId;
    }

    private void run() {
        lane.serveElsewhere(callee, method);
    }
}
