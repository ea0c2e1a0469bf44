// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.internal.wire.ControlMessage;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.ring.RecordDescriptor;
import io.nearcall.ipc.ring.RingConsumer;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.Words;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;

/** Peers that write invalid headers, positions and payloads into the memory that they may write. */
public final class HostileFrames implements Row {

    private static final int TIMES = 60;
    private static final int VISITS = 12;
    private static final int PATIENCE_MS = 100;
    private static final long ENDLESS_NS = 1_000_000_000;
    private static final int OBJECT_OF_THE_SERVICE = 1;
    private static final long[] LIES = {
        1, -1, 63, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 31, 1L << 32, -(1L << 31), 49_153
    };

    private SplittableRandom random;

    @Override
    public String name() {
        return "hostile frames";
    }

    @Override
    public String description() {
        return "Clients write corrupt headers, false positions and sleepers, and frames of every kind. They"
                + " write endless messages whose records are long, empty, or sent at intervals. They call"
                + " after their goodbye, and name classes that are not allowed. Servers answer a client's calls"
                + " with corrupt headers, answers of every kind, and endless answers. Calls and delays are as in the"
                + " row *hostile greeting*.";
    }

    @Override
    public String mutation() {
        return "a fault that is found in a record does not end the connection";
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        random = campaign.random(this);
        int times = campaign.count(1, 60);
        try (Siege siege = new Siege(campaign.scratch(), tally, "shm")) {
            for (int i = 0; i < times; i++) {
                attackServer(siege, random);
            }
        }
        try (Trap trap = new Trap(campaign.scratch(), tally)) {
            for (int i = 0; i < times; i++) {
                attackClient(trap);
                trap.settle("frames");
            }
        }
    }

    /** Does to a server what the row does, once. */
    void attackServer(Siege siege, SplittableRandom luck) throws Exception {
        random = luck;
        writeFrames(siege);
        siege.settle("frames");
    }

    private void writeFrames(Siege siege) {
        for (int i = 0; i < 2 * TIMES; i++) {
            boolean fullDuplex = i % 2 == 0;
            siege.attack("a corrupt header", () -> corruptHeader(fullDuplex));
        }
        for (int i = 0; i < 5 * TIMES; i++) {
            siege.attack("frames of every kind", this::framesOfEveryKind);
        }
        for (int i = 0; i < 2 * TIMES; i++) {
            siege.attack("contexts of every kind", this::contextsOfEveryKind);
        }
        for (boolean fullDuplex : new boolean[] {false, true}) {
            for (int before = 0; before < 3; before++) {
                int calls = before;
                siege.attack(
                        "the pairs of a call before, where " + calls + " calls had none",
                        () -> repeatNoPairs(fullDuplex, calls));
            }
        }
        for (boolean fullDuplex : new boolean[] {false, true}) {
            for (int length : new int[] {0, 1, 16_000}) {
                siege.attack(
                        "a message whose records of " + length + " bytes have no end",
                        () -> messageWithoutEnd(fullDuplex, length, 0));
            }
            siege.attack(
                    "a message of which a record comes every so often",
                    () -> messageWithoutEnd(fullDuplex, 0, random.nextInt(1, 100)));
        }
        for (long lie : LIES) {
            for (boolean fullDuplex : new boolean[] {false, true}) {
                siege.attack("position and sleepers of " + lie, () -> lie(lie, fullDuplex));
            }
        }
        siege.attack("classes that nobody allowed", this::offerClasses);
        siege.attack("a binding that names a class that nobody allowed", () -> {
            try (Endpoint endpoint = Endpoint.open()) {
                if (endpoint.lookup(Cage.class, "shm:" + Siege.SERVICE).ping(1) != 1) {
                    throw new AssertionError("wrong");
                }
            }
        });
        siege.attack("calls after a goodbye", () -> {
            try (Intruder intruder = Intruder.withLanes(Siege.SERVICE, 1, false)) {
                for (int i = 0; i < 100; i++) {
                    intruder.leave();
                    intruder.frame(0, FrameFormat.CALL, Frames.call(i, OBJECT_OF_THE_SERVICE, 0, new byte[8]));
                    intruder.ring(0);
                }
            }
        });
    }

    private void corruptHeader(boolean fullDuplex) {
        try (Intruder intruder = Intruder.withLanes(Siege.SERVICE, 1, fullDuplex)) {
            long length = RecordDescriptor.MAX_LENGTH - random.nextInt(1 << 20);
            long flags = random.nextInt(256);
            Words.putLongRelease(intruder.memory(0), 0, 1L | length << 32 | flags << 56);
            intruder.ring(0);
            if (!(intruder.awaitEnd() instanceof ControlMessage.Goodbye)) {
                throw new AssertionError("no goodbye");
            }
        }
    }

    private void framesOfEveryKind() {
        try (Intruder intruder = Intruder.withLanes(Siege.SERVICE, 1, random.nextBoolean())) {
            for (int j = 0; j < 4; j++) {
                int more = random.nextInt(4) == 0 ? RecordDescriptor.MORE : 0;
                int accompanied = random.nextInt(3) == 0 ? FrameFormat.CONTEXT : 0;
                intruder.frame(0, random.nextInt(8) | accompanied | more, Frames.noise(random));
                intruder.ring(0);
            }
        }
    }

    private void contextsOfEveryKind() {
        try (Intruder intruder = Intruder.withLanes(Siege.SERVICE, 1, random.nextBoolean())) {
            for (int j = 1; j <= 4; j++) {
                long lie = LIES[random.nextInt(LIES.length)];
                int type = random.nextInt(4) == 0 ? FrameFormat.POST : FrameFormat.CALL;
                byte[] context = Frames.context(random, random.nextBoolean() ? lie : 0);
                intruder.frame(
                        0,
                        type | FrameFormat.CONTEXT,
                        Frames.call(j, OBJECT_OF_THE_SERVICE, random.nextInt(6), context));
                intruder.ring(0);
            }
        }
    }

    /** Says that a call has the pairs of one before, after calls that have had a context without any. */
    private static void repeatNoPairs(boolean fullDuplex, int before) {
        try (Intruder intruder = Intruder.withLanes(Siege.SERVICE, 1, fullDuplex)) {
            for (int i = 1; i <= before + 1; i++) {
                byte[] context = i <= before ? Frames.emptyContext() : Frames.repeatedContext();
                intruder.frameAndWake(
                        0,
                        FrameFormat.CALL | FrameFormat.CONTEXT,
                        Frames.call(i, OBJECT_OF_THE_SERVICE, Frames.METHODS + 1, context)); // of which there is none
                while (i <= before && intruder.skipAnswers(0) == 0) {
                    Thread.onSpinWait(); // the next call must not begin before the answer
                }
            }
            if (!(intruder.awaitEnd() instanceof ControlMessage.Goodbye)) {
                throw new AssertionError("no goodbye");
            }
        }
    }

    /** A call that has all its arguments, or none of them, in the first record. */
    private void messageWithoutEnd(boolean fullDuplex, int length, int pauseMs) throws Exception {
        try (Intruder intruder = Intruder.withLanes(Siege.SERVICE, 1, fullDuplex)) {
            long startNs = System.nanoTime();
            byte[] part = new byte[length];
            int method = random.nextInt(-1, Frames.METHODS);
            intruder.frame(
                    0,
                    FrameFormat.CALL | RecordDescriptor.MORE,
                    Frames.call(1, OBJECT_OF_THE_SERVICE, method, new byte[random.nextInt(64)]));
            intruder.ring(0);
            while (System.nanoTime() - startNs < ENDLESS_NS) {
                if (!intruder.frame(0, FrameFormat.CALL | RecordDescriptor.MORE, part)) {
                    Thread.yield();
                }
                Thread.sleep(pauseMs);
            }
        }
    }

    private void lie(long lie, boolean fullDuplex) {
        try (Intruder intruder = Intruder.withLanes(Siege.SERVICE, 1, fullDuplex)) {
            Words.putLongRelease(intruder.control(), SegmentDescriptor.consumerPositionIndex(0), lie);
            Words.putIntOpaque(intruder.control(), SegmentDescriptor.frameSleeperIndex(0), (int) lie);
            Words.putIntOpaque(intruder.control(), SegmentDescriptor.spaceSleeperIndex(0), (int) lie);
            for (int i = 0; i < 50; i++) {
                intruder.frame(
                        0, FrameFormat.CALL, Frames.call(1, OBJECT_OF_THE_SERVICE, random.nextInt(6), new byte[24]));
                intruder.ring(0);
            }
        }
    }

    private void offerClasses() {
        try (Intruder intruder = Intruder.greeted(Siege.SERVICE)) {
            for (String name : List.of(
                    Canary.class.getName(),
                    "[L" + Canary.class.getName() + ";",
                    "javax.management.BadAttributeValueExpException",
                    "java.lang.ProcessBuilder",
                    "",
                    "\0",
                    "..",
                    "[[[[",
                    "x".repeat(2_000))) {
                intruder.send(new ControlMessage.ClassOffer(name, 0, random.nextLong()));
                ControlMessage answer = intruder.receive();
                if (!(answer instanceof ControlMessage.ClassRefused)) {
                    throw new AssertionError(name + ": " + answer);
                }
            }
        }
    }

    private void attackClient(Trap trap) throws IOException {
        for (int i = 0; i < VISITS; i++) {
            trap.visit("a corrupt header", PATIENCE_MS, caller -> {
                Trap.welcome(caller);
                caller.acceptLanes();
                long length = RecordDescriptor.MAX_LENGTH - random.nextInt(1 << 20);
                Words.putLongRelease(caller.memory(0), 0, 1L | length << 32);
                Words.putLongRelease(caller.memory(1), 0, 1L | length << 32);
                caller.awaitEnd();
            });
        }
        for (int i = 0; i < 2 * VISITS; i++) {
            trap.visit("answers of every kind", PATIENCE_MS, this::answerAnything);
        }
        for (long lie : LIES) {
            trap.visit("position and sleepers of " + lie, PATIENCE_MS, caller -> {
                Trap.welcome(caller);
                caller.acceptLanes();
                for (int lane = 0; lane < 2; lane++) {
                    Words.putLongRelease(caller.control(), SegmentDescriptor.consumerPositionIndex(lane), lie);
                    Words.putLongRelease(caller.control(), SegmentDescriptor.takenCallIndex(lane), lie);
                    Words.putIntOpaque(caller.control(), SegmentDescriptor.frameSleeperIndex(lane), (int) lie);
                    Words.putIntOpaque(caller.control(), SegmentDescriptor.spaceSleeperIndex(lane), (int) lie);
                }
                awaitCall(caller);
            });
        }
        for (int length : new int[] {0, 1, 8_000}) {
            trap.visit(
                    "an answer whose records of " + length + " bytes have no end",
                    PATIENCE_MS,
                    caller -> answerWithoutEnd(caller, length, 0));
        }
        trap.visit(
                "an answer of which a record comes every so often",
                PATIENCE_MS,
                caller -> answerWithoutEnd(caller, 0, 20));
        trap.visit("calls of the server's", PATIENCE_MS, caller -> {
            Trap.welcome(caller);
            caller.acceptLanes();
            int lane = awaitCall(caller);
            caller.frame(lane, FrameFormat.CALL, Frames.call(1, 0, 0, new byte[24]));
            caller.awaitEnd();
        });
    }

    private static void answerWithoutEnd(Intruder caller, int length, int pauseMs) throws Exception {
        Trap.welcome(caller);
        caller.acceptLanes();
        int lane = awaitCall(caller);
        byte[] first = Frames.answer(callId(caller, lane), new byte[8]);
        byte[] part = new byte[length];
        caller.consumer(lane).release();
        caller.frame(lane, FrameFormat.RESULT | RecordDescriptor.MORE, first);
        while (!Thread.currentThread().isInterrupted()) {
            if (!caller.frame(lane, FrameFormat.RESULT | RecordDescriptor.MORE, part)) {
                Thread.yield();
            }
            Thread.sleep(pauseMs);
        }
    }

    private void answerAnything(Intruder caller) throws Exception {
        Trap.welcome(caller);
        caller.acceptLanes();
        for (int answers = 0; answers < 20; answers++) {
            int lane = awaitCall(caller);
            byte[] payload = new byte[random.nextInt(60)];
            random.nextBytes(payload);
            long callId = callId(caller, lane);
            caller.consumer(lane).release();
            int accompanied = random.nextInt(3) == 0 ? FrameFormat.CONTEXT : 0;
            caller.frame(lane, FrameFormat.RESULT + random.nextInt(3) | accompanied, Frames.answer(callId, payload));
        }
    }

    /** The lane on which a call has come; the call is the consumer's current record. */
    static int awaitCall(Intruder caller) throws InterruptedException {
        while (true) {
            for (int lane = 0; lane < 2; lane++) {
                if (caller.consumer(lane).poll()) {
                    return lane;
                }
            }
            Thread.sleep(0, 100_000);
        }
    }

    private static long callId(Intruder caller, int lane) {
        RingConsumer consumer = caller.consumer(lane);
        return consumer.memory().getLong(consumer.frameIndex());
    }
}
