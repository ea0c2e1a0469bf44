// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import io.nearcall.chaos.hostile.Frames;
import io.nearcall.chaos.hostile.Intruder;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.ReferenceList;
import io.nearcall.ipc.ring.RecordDescriptor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends a call with as many references as a side may have, and another one with as many other objects, without its end.
 * Then it ends such calls, begins others, and never reads which objects were released.
 */
final class HeapByReferences implements Attack {

    private static final int REFERENCES_IN_A_FRAME = 3_900;

    /** The frames of a call before the last one. They have no references. The first one has one. */
    private static final int FRAMES = 2 + (Resource.MAX_REFERENCES - 2) / REFERENCES_IN_A_FRAME;

    private static final int VALUES_IN_A_FRAME = 16;
    private static final int ALL_REFERENCES = 1 << 29;
    private static final int FIRST_ID = ReferenceList.FIRST_REFERENCE_ID;
    private static final long PAUSE_NS = 50_000;
    private static final int WAITS = 100;
    private static final long PATIENCE_NS = 20_000_000_000L;

    private final String service;
    private Intruder connection;
    private int frames;
    private int inCall;
    private int nextReference;
    private long callId;
    private boolean answered = true;
    private int waits;

    HeapByReferences(String service) {
        this.service = service;
    }

    @Override
    public String take() {
        connect();
        long startNs = System.nanoTime();
        while (callId < 2 || frames < FRAMES) {
            answered |= connection.skipAnswers(0) > 0;
            if (!answered || !sendFrame()) {
                if (System.nanoTime() - startNs > PATIENCE_NS) {
                    throw new IllegalStateException("only " + inCall + " references were taken");
                }
                LockSupport.parkNanos(PAUSE_NS);
            }
        }
        awaitRead(startNs);
        return inCall + " references in a call without an end, and as many released";
    }

    private void connect() {
        connection = Intruder.withLanes(service, 1, false);
        frames = 0;
        inCall = 0;
        callId = 0;
        answered = true;
    }

    /** The other side has read all that was sent as soon as there is room for a ring full. */
    private void awaitRead(long startNs) {
        while (connection.producer(0).claim() < 0 && System.nanoTime() - startNs < PATIENCE_NS) {
            LockSupport.parkNanos(PAUSE_NS);
        }
        LockSupport.parkNanos(PAUSE_NS);
    }

    /** There is no room before the connection that has ended has given all back. */
    private void tryConnect() {
        try {
            connect();
        } catch (AssertionError e) {
            LockSupport.parkNanos(PAUSE_NS);
        }
    }

    @Override
    public void press() {
        if (connection == null) {
            tryConnect();
            return;
        }
        answered |= connection.skipAnswers(0) > 0;
        if (answered && sendFrame()) {
            waits = 0;
            return;
        }
        LockSupport.parkNanos(PAUSE_NS);
        if (++waits % WAITS == 0 && !connection.isOpen()) { // the other side has lost patience
            connection.close();
            connection = null;
        }
    }

    /** The next frame of the call. Its last frame ends it, and the frame after that begins another call. */
    private boolean sendFrame() {
        boolean first = frames == 0;
        boolean last = frames == FRAMES;
        byte[] head = first ? Calls.store(FRAMES * VALUES_IN_A_FRAME) : new byte[VALUES_IN_A_FRAME];
        int count = first ? 1 : Math.min(REFERENCES_IN_A_FRAME, Resource.MAX_REFERENCES - inCall);
        byte[] payload = last ? head : withReferences(head, count);
        if (first) {
            payload = Frames.call(callId + 1, Calls.DEPOT_OBJECT, Calls.STORE, payload);
        }
        int flags = FrameFormat.CALL | (last ? 0 : FrameFormat.REFERENCES | RecordDescriptor.MORE);
        if (!connection.frameAndWake(0, flags, payload)) {
            return false;
        }
        callId += first ? 1 : 0;
        inCall = last ? 0 : inCall + count;
        nextReference = (nextReference + count) % ALL_REFERENCES;
        frames = last ? 0 : frames + 1;
        answered = !last;
        return true;
    }

    private byte[] withReferences(byte[] head, int count) {
        ByteBuffer content = ByteBuffer.allocate(
                        head.length + count * ReferenceList.ENTRY_LENGTH + ReferenceList.COUNT_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(head);
        for (int i = 0; i < count; i++) {
            content.putInt(FIRST_ID + nextReference + i);
        }
        return content.putInt(count).array();
    }
}
