// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.chaos.hostile.Frames;
import io.nearcall.chaos.hostile.Intruder;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.ring.RecordDescriptor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends calls of the greatest permitted length, without their ends, on every lane. Their arrays claim to be eight times as
 * long. Then it ends the calls, so its connections are ended, and begins others. Every second one of those is too long.
 */
final class HeapByHalves implements Attack {

    private static final int FRAME_BYTES = 15_000;
    private static final int CONTEXT_BYTES = 64; // the bytes of a call beside its array

    /** The factor by which an array may be allocated beyond the received elements, up to its claimed length. */
    private static final int GROWTH = 8;

    private static final int FIRST_GROWTH = 4;

    /** How many times as long as it may be a message is that is too long. */
    private static final int TOO_LONG = 64;

    private static final int WAITS = 100;
    private static final long PAUSE_NS = 50_000;
    private static final long PATIENCE_NS = 20_000_000_000L;

    private final String service;
    private final ServedLimits limits;
    private final List<Lane> lanes = new ArrayList<>();
    private int next;
    private int waits;
    private int calls;
    private int missing; // connections that were ended
    private boolean pressing;

    HeapByHalves(String service, ServedLimits limits) {
        this.service = service;
        this.limits = limits;
    }

    /** A lane with the call that is being sent on it. */
    private final class Lane {
        final Intruder connection;
        final int number;
        final int longest;
        int length; // the sent length of the array
        long callId;
        int sent; // of the array
        boolean ended = true; // the whole call has been sent, or no call has been begun
        boolean answered = true;

        Lane(Intruder connection, int number, int longest) {
            this.connection = connection;
            this.number = number;
            this.longest = longest;
        }

        boolean isHalfSent() {
            return !ended && sent == length - 1;
        }

        /** Sends one frame. Returns false if that is not possible now. */
        boolean send() {
            answered |= connection.skipAnswers(number) > 0;
            if (ended) {
                return answered && begin();
            }
            boolean last = isHalfSent();
            byte[] part = new byte[last ? 1 : Math.min(sent == 0 ? firstPart() : FRAME_BYTES, length - 1 - sent)];
            if (!connection.frameAndWake(number, FrameFormat.CALL | (last ? 0 : RecordDescriptor.MORE), part)) {
                return false;
            }
            sent += part.length;
            ended = last;
            answered = false;
            return true;
        }

        /** So that the array has grown for the last time just before all that may be sent has been. */
        private int firstPart() {
            int part = longest / FIRST_GROWTH;
            while (part > FRAME_BYTES) {
                part /= GROWTH;
            }
            return part - 1;
        }

        private boolean begin() {
            boolean tooLong = pressing && calls % 2 == 1;
            length = tooLong ? TOO_LONG * longest : longest;
            byte[] call = Frames.call(
                    ++callId, Calls.DEPOT_OBJECT, Calls.STORE, Calls.store(pressing ? length : GROWTH * longest));
            sent = 0;
            ended = !connection.frameAndWake(number, FrameFormat.CALL | RecordDescriptor.MORE, call);
            calls += ended ? 0 : 1;
            return !ended;
        }
    }

    @Override
    public String take() {
        for (int i = 0; i < limits.connectionsLeft(); i++) {
            connect();
        }
        long startNs = System.nanoTime();
        for (Lane lane : lanes) {
            while (!lane.isHalfSent()) {
                if (!lane.send()) {
                    if (System.nanoTime() - startNs > PATIENCE_NS) {
                        throw new IllegalStateException("only " + lane.sent + " bytes were taken");
                    }
                    LockSupport.parkNanos(PAUSE_NS);
                }
            }
        }
        return lanes.size() + " calls of " + lanes.get(0).longest + " bytes without their ends";
    }

    private void connect() {
        Intruder connection = Intruder.withLanes(service, limits.lanesPerConnection(), false);
        for (int lane = 0; lane < limits.lanesPerConnection(); lane++) {
            lanes.add(new Lane(connection, lane, (int) limits.maxMessageBytes() - CONTEXT_BYTES));
        }
    }

    /** There is no room before a connection that has ended has given all back. */
    private boolean tryConnect() {
        try {
            connect();
            return true;
        } catch (AssertionError e) {
            LockSupport.parkNanos(PAUSE_NS);
            return false;
        }
    }

    @Override
    public void press() {
        pressing = true;
        if (missing > 0 && tryConnect()) {
            missing--;
        }
        if (lanes.isEmpty()) {
            return;
        }
        Lane lane = lanes.get(next++ % lanes.size());
        if (lane.send()) {
            waits = 0;
            return;
        }
        LockSupport.parkNanos(PAUSE_NS);
        if (++waits % WAITS == 0 && !lane.connection.isOpen()) { // it has had enough of calls that are too long
            lanes.removeIf(each -> each.connection == lane.connection);
            lane.connection.close();
            missing++;
        }
    }
}
