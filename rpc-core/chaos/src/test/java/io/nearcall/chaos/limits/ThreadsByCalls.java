// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.chaos.hostile.Frames;
import io.nearcall.chaos.hostile.Intruder;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.FrameFormat;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes as many calls as permitted on shared lanes. Their methods never return. Then it cancels them and calls again.
 */
final class ThreadsByCalls implements Attack {

    private final String service;
    private final ServedLimits limits;
    private final List<Lane> lanes = new ArrayList<>();
    private int next;

    ThreadsByCalls(String service, ServedLimits limits) {
        this.service = service;
        this.limits = limits;
    }

    /** A lane with the ids of its next call and of its oldest call that is not cancelled. */
    private static final class Lane {
        final Intruder connection;
        final int number;
        long oldest = 1;
        long nextId = 1;

        Lane(Intruder connection, int number) {
            this.connection = connection;
            this.number = number;
        }

        void call() {
            byte[] call = Frames.call(nextId, Calls.SERVICE_OBJECT, Calls.PING, Calls.nonce(Calls.BLOCKING));
            nextId += connection.frameAndWake(number, FrameFormat.CALL, call) ? 1 : 0;
        }

        void cancel() {
            connection.send(new ControlMessage.Cancel(number, oldest));
            oldest++;
        }
    }

    @Override
    public String take() throws Exception {
        for (int i = 0; i < limits.connectionsLeft(); i++) {
            Intruder connection = Intruder.withLanes(service, limits.lanesPerConnection(), true);
            for (int lane = 0; lane < limits.lanesPerConnection(); lane++) {
                lanes.add(new Lane(connection, lane));
            }
        }
        for (Lane lane : lanes) {
            for (int i = 0; i < limits.maxCalls(); i++) {
                lane.call();
            }
        }
        return limits.maxCalls() + " calls on each of " + lanes.size() + " shared lanes";
    }

    /** One call is cancelled, and two come in its place. One of them is refused, or both if they come too soon. */
    @Override
    public void press() {
        Lane lane = lanes.get(next++ % lanes.size());
        lane.connection.skipAnswers(lane.number);
        lane.cancel();
        lane.call();
        lane.call();
    }
}
