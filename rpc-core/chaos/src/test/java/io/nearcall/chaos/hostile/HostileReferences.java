// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.internal.wire.ReferenceList;
import io.nearcall.ipc.ring.RecordDescriptor;
import io.nearcall.ipc.ring.RingConsumer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** Clients and servers that send false references, and make invalid callbacks. */
public final class HostileReferences implements Row {

    private static final int OBJECT_OF_THE_SERVICE = 1;
    private static final int TIMES = 30;
    private static final int VISITS = 6;
    private static final int PATIENCE_MS = 800;
    private static final int LATE_MS = PATIENCE_MS + 200;
    private static final int LOOKED_AT_MS = 100; // a lane whose caller has given up is checked every 10 ms
    private static final int MOST_ENTRIES = 12;
    private static final int BINDER_METHODS = 6;
    private static final int[] COUNTS = {0, 1, 3, MOST_ENTRIES, 1_000, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};
    private static final long[] RELEASED = {0, 1, 2, 1_000, Long.MAX_VALUE, -1, Long.MIN_VALUE};

    private SplittableRandom random;

    @Override
    public String name() {
        return "hostile references";
    }

    @Override
    public String description() {
        return "Clients send frames with false lists of references, and release references that they never"
                + " received. They call objects and facets that they were not given, and ask the binder for them."
                + " Servers answer with such lists. They make callbacks that are endless, nested, incomplete or late,"
                + " and callbacks to objects that the client does not have. Calls and delays are as in the row *hostile"
                + " greeting*.";
    }

    @Override
    public String mutation() {
        return "a peer may release references that it never received";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        random = campaign.random(this);
        int times = campaign.count(1, 60);
        try (Siege siege = new Siege(campaign.scratch(), tally, "shm")) {
            for (int i = 0; i < times; i++) {
                attackServer(siege);
                siege.settle("references");
            }
        }
        try (Trap trap = new Trap(campaign.scratch(), tally)) {
            for (int i = 0; i < times; i++) {
                attackClient(trap);
                trap.settle("references");
            }
        }
    }

    private void attackServer(Siege siege) {
        for (int i = 0; i < TIMES; i++) {
            siege.attack("lists that lie", () -> {
                try (Intruder intruder = Intruder.withLanes(Siege.SERVICE, 1, random.nextBoolean())) {
                    for (int j = 0; j < 4; j++) {
                        int more = random.nextInt(8) == 0 ? RecordDescriptor.MORE : 0;
                        byte[] arguments = withList(new byte[random.nextInt(24)]);
                        byte[] call = Frames.call(j + 1, objectId(), random.nextInt(8), arguments);
                        intruder.frame(0, FrameFormat.CALL | FrameFormat.REFERENCES | more, call);
                        intruder.ring(0);
                    }
                }
            });
        }
        for (int i = 0; i < TIMES; i++) {
            siege.attack("releases that lie", () -> {
                try (Intruder intruder = Intruder.greeted(Siege.SERVICE)) {
                    for (int j = 0; j < 20; j++) {
                        intruder.send(new ControlMessage.Release(
                                objectId() & Integer.MAX_VALUE, one(RELEASED), one(RELEASED)));
                    }
                    if (!(intruder.awaitEnd() instanceof ControlMessage.Goodbye)) {
                        throw new AssertionError("the connection goes on");
                    }
                }
            });
        }
        for (int i = 0; i < TIMES; i++) {
            siege.attack("calls of what nobody gave", () -> {
                try (Intruder intruder = Intruder.withLanes(Siege.SERVICE, 1, random.nextBoolean())) {
                    for (int j = 0; j < 4; j++) {
                        boolean ofBinder = random.nextInt(3) == 0;
                        int object = ofBinder ? FrameFormat.BINDER_OBJECT_ID : objectId();
                        int method = FrameFormat.methodOf(random.nextInt(16), random.nextInt(BINDER_METHODS));
                        byte[] arguments = new byte[8 + random.nextInt(24)];
                        ByteBuffer.wrap(arguments)
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .putInt(objectId())
                                .putInt(random.nextInt());
                        intruder.frame(0, FrameFormat.CALL, Frames.call(j + 1, object, method, arguments));
                        intruder.ring(0);
                    }
                }
            });
        }
    }

    private void attackClient(Trap trap) throws Exception {
        for (int i = 0; i < VISITS; i++) {
            trap.visit("answers with lists that lie", PATIENCE_MS, caller -> {
                int lane = called(caller);
                caller.frame(
                        lane,
                        FrameFormat.RESULT | FrameFormat.REFERENCES,
                        Frames.answer(takeCallId(caller, lane), withList(new byte[random.nextInt(24)])));
                caller.awaitEnd();
            });
        }
        trap.visit("callbacks without an end", PATIENCE_MS, caller -> callBack(caller, false));
        trap.visit("callbacks of objects that it does not have", PATIENCE_MS, caller -> callBack(caller, true));
        trap.visit("a callback that is not completed", PATIENCE_MS, caller -> {
            int lane = called(caller);
            takeCallId(caller, lane);
            byte[] call = Frames.call(1, FrameFormat.BINDER_OBJECT_ID, 1, new byte[24]);
            caller.frame(lane, FrameFormat.CALL | RecordDescriptor.MORE, call);
            caller.awaitEnd();
        });
        trap.visit("a callback behind the caller's time that is not completed", PATIENCE_MS, caller -> {
            int lane = called(caller);
            takeCallId(caller, lane);
            stay(LATE_MS);
            caller.frame(lane, FrameFormat.CALL | RecordDescriptor.MORE, Frames.answer(1, new byte[0]));
            stay(LOOKED_AT_MS);
        });
        trap.visit("a callback that carries another number", PATIENCE_MS, caller -> {
            int lane = called(caller);
            takeCallId(caller, lane);
            caller.frame(lane, FrameFormat.CALL, Frames.call(random.nextLong(), 0, 1, new byte[24]));
            caller.awaitEnd();
        });
        trap.visit("a one-way callback", PATIENCE_MS, caller -> {
            int lane = called(caller);
            takeCallId(caller, lane);
            caller.frame(lane, FrameFormat.POST, Frames.call(1, 0, 1, new byte[24]));
            caller.awaitEnd();
        });
    }

    /** Answers a call by calling back, again and again. */
    private void callBack(Intruder caller, boolean anything) throws Exception {
        int lane = called(caller);
        takeCallId(caller, lane);
        for (long id = 1; !Thread.currentThread().isInterrupted(); id++) {
            int object = anything ? objectId() : FrameFormat.BINDER_OBJECT_ID;
            byte[] call = Frames.call(id, object, anything ? random.nextInt(1 << 14) : BINDER_METHODS, new byte[8]);
            if (!caller.frame(lane, FrameFormat.CALL, call)) {
                return;
            }
            caller.wake(lane);
            while (!caller.consumer(lane).poll()) {
                if (caller.glance() instanceof ControlMessage.Goodbye
                        || Thread.currentThread().isInterrupted()) {
                    return;
                }
                Thread.onSpinWait();
            }
            caller.consumer(lane).release();
        }
    }

    /** Also if the visitor has left meanwhile, which interrupts this thread. */
    private static void stay(int ms) {
        boolean interrupted = false;
        long endNs = System.nanoTime() + ms * 1_000_000L;
        for (long leftNs = endNs - System.nanoTime(); leftNs > 0; leftNs = endNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static int called(Intruder caller) throws Exception {
        Trap.welcome(caller);
        caller.acceptLanes();
        return HostileFrames.awaitCall(caller);
    }

    private static long takeCallId(Intruder caller, int lane) {
        RingConsumer consumer = caller.consumer(lane);
        long id = consumer.memory().getLong(consumer.frameIndex());
        consumer.release();
        return id;
    }

    /** An object that may exist, or not. */
    private int objectId() {
        return switch (random.nextInt(5)) {
            case 0 -> OBJECT_OF_THE_SERVICE;
            case 1 -> ReferenceList.FIRST_REFERENCE_ID;
            case 2 -> ReferenceList.FIRST_REFERENCE_ID + random.nextInt(8);
            case 3 -> ReferenceList.ofReceiver(ReferenceList.FIRST_REFERENCE_ID);
            default -> random.nextInt();
        };
    }

    private long one(long[] of) {
        return of[random.nextInt(of.length)];
    }

    /** Some bytes, some entries, and the claimed number of entries. */
    private byte[] withList(byte[] values) {
        int entries = random.nextInt(MOST_ENTRIES);
        ByteBuffer buffer = ByteBuffer.allocate(
                        values.length + entries * ReferenceList.ENTRY_LENGTH + ReferenceList.COUNT_LENGTH)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(values);
        for (int i = 0; i < entries; i++) {
            buffer.putInt(objectId());
        }
        return buffer.putInt(random.nextBoolean() ? entries : COUNTS[random.nextInt(COUNTS.length)])
                .array();
    }
}
