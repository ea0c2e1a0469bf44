// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.chaos.hostile.Frames;
import io.nearcall.chaos.hostile.Intruder;
import io.nearcall.internal.wire.FrameFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** Calls on all permitted lanes without a pause: large calls on borrowed lanes, one-way calls on the others. */
final class TimeByCalls implements Attack {

    private static final int LENGTH = 15_000;
    private static final byte[] ARRAY = array();

    private final String service;
    private final ServedLimits limits;
    private final List<Intruder> connections = new ArrayList<>();
    private final BitSet waiting = new BitSet(); // for the answer of a borrowed lane
    private long callId;

    TimeByCalls(String service, ServedLimits limits) {
        this.service = service;
        this.limits = limits;
    }

    @Override
    public String take() {
        for (int i = 0; i < limits.connectionsLeft(); i++) {
            connections.add(Intruder.withLanes(service, limits.lanesPerConnection(), isShared(i)));
        }
        press();
        return "calls on " + connections.size() + " connections with " + limits.lanesPerConnection() + " lanes each";
    }

    @Override
    public void press() {
        int sent = 0;
        for (int i = 0; i < connections.size(); i++) {
            sent += callAll(i);
        }
        if (sent == 0) {
            Thread.onSpinWait();
        }
    }

    private int callAll(int index) {
        Intruder connection = connections.get(index);
        boolean shared = isShared(index);
        int sent = 0;
        for (int lane = 0; lane < limits.lanesPerConnection(); lane++) {
            int place = index * limits.lanesPerConnection() + lane;
            if (connection.skipAnswers(lane) > 0) {
                waiting.clear(place);
            }
            if (waiting.get(place)) {
                continue;
            }
            boolean taken = shared
                    ? connection.frameAndWake(
                            lane,
                            FrameFormat.POST,
                            Frames.call(++callId, Calls.SERVICE_OBJECT, Calls.POST, Calls.nonce(1)))
                    : connection.frameAndWake(
                            lane, FrameFormat.CALL, Frames.call(++callId, Calls.DEPOT_OBJECT, Calls.STORE, ARRAY));
            if (taken) {
                waiting.set(place, !shared);
                sent++;
            }
        }
        return sent;
    }

    private static boolean isShared(int connection) {
        return connection % 2 == 1;
    }

    private static byte[] array() {
        byte[] head = Calls.store(LENGTH);
        return Arrays.copyOf(head, head.length + LENGTH);
    }
}
