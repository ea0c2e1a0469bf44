// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.Endpoint;
import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.called.LoggedTarget;
import io.nearcall.chaos.called.Target;
import io.nearcall.internal.wire.FrameFormat;
import io.nearcall.ipc.ring.RecordDescriptor;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Peers with memory that changes while it is read. */
public final class FlippedBits implements Row {

    /** Of each side. */
    private static final int CALLS = 60_000;

    /** Ten million in all. */
    private static final int CALLS_IN_FULL = 8_000_000;

    private static final int ANSWERS_IN_FULL = 2_000_000;
    private static final int CALLS_PER_CONNECTION = 2_000;
    private static final long SHORT_FORM_NS = 15_000_000_000L; // enough for all on a machine that is not busy
    private static final int VISIT_MS = 1_500;
    private static final int VISITS_MAX = 7;
    private static final int VISITS_IN_FULL = 1_200;
    private static final long ANSWER_NS = 10_000_000;

    private static final int SPINS = 1_000;

    /** So many flips in a million hit the header of a frame; each may end the connection. */
    private static final int HEADERS_OF_CALLS = 100;

    private SplittableRandom random;
    private long answered;
    private long flips;

    @Override
    public String name() {
        return "flipped bits";
    }

    @Override
    public String description() {
        return "A client calls a server from memory whose bits change all the time while the server reads it. A"
                + " server answers a client in the same way. Mostly bits of the payload change, sometimes bits of"
                + " headers, and rarely those of positions and sleepers. An episode is a connection of up to "
                + CALLS_PER_CONNECTION
                + " calls, or a visit of "
                + VISIT_MS
                + " ms. Every neighbour, at the server and in the client, gets the right answer. The answers that the"
                + " flipping process itself gets do not count. Delays are as in the row *hostile greeting*.";
    }

    @Override
    public String mutation() {
        return "an unreadable answer reaches the caller as an exception that is not one of Nearcall's";
    }

    @Override
    public int minutes() {
        return 25;
    }

    @Override
    public void run(Campaign campaign, Tally tally) throws Exception {
        random = campaign.random(this);
        int calls = campaign.promised(CALLS, CALLS_IN_FULL);
        try (Siege siege = new Siege(campaign.scratch(), tally, "shm")) {
            int[] made = new int[1];
            long startNs = System.nanoTime();
            while (made[0] < calls && (campaign.isLong() || System.nanoTime() - startNs < SHORT_FORM_NS)) {
                int before = made[0];
                siege.attack("calls whose bits flip", () -> made[0] += flipCalls());
                if (made[0] == before) {
                    tally.hung("a server that does not take a call");
                    break;
                }
            }
            siege.settle("flipped calls");
            tally.note(String.format(
                    "%,d calls from memory that changed (%,d flips), %,d of them answered", made[0], flips, answered));
            if (answered < made[0] / 4) {
                tally.wrong("only " + answered + " of " + made[0] + " calls were answered");
            }
        }
        attackClient(campaign, tally, campaign.promised(CALLS, ANSWERS_IN_FULL));
    }

    /** Calls on one connection until it ends. Returns how many calls that were. */
    private int flipCalls() {
        byte[] call = Frames.call(1, 0, 9, new byte[] {1, 0, 0, 0, 0, 0, 0, 1}); // an odd nonce: no work
        int calls = 0;
        try (Intruder intruder = Intruder.withLanes(Siege.SERVICE, 1, false)) {
            BitFlipper flipper =
                    new BitFlipper(intruder, 1, RecordDescriptor.HEADER_LENGTH, HEADERS_OF_CALLS, random.nextLong());
            boolean goesOn = true;
            while (goesOn && calls < CALLS_PER_CONNECTION) {
                call[FrameFormat.OBJECT_ID_OFFSET] = (byte) (random.nextInt(20) == 0 ? 0 : 1);
                call[FrameFormat.METHOD_OFFSET] = (byte) random.nextInt(5);
                intruder.frame(0, FrameFormat.CALL, call);
                intruder.wake(0);
                if (calls++ == 0) {
                    intruder.ring(0);
                }
                goesOn = isAnswered(intruder, flipper);
                answered += goesOn ? 1 : 0;
            }
            flips += flipper.flips();
        }
        return calls;
    }

    /** Waits for the answer and consumes it. Its content does not matter. */
    private static boolean isAnswered(Intruder intruder, BitFlipper flipper) {
        long startNs = System.nanoTime();
        for (int i = 1; !intruder.consumer(0).poll(); i++) {
            flipper.chance();
            if (i % SPINS == 0) {
                if (System.nanoTime() - startNs > ANSWER_NS) {
                    return false;
                }
                Thread.yield();
            }
        }
        intruder.consumer(0).release();
        return true;
    }

    private void attackClient(Campaign campaign, Tally tally, int calls) throws Exception {
        AtomicLong flips = new AtomicLong();
        Trap.Visit sum = new Trap.Visit(0, 0, 0, 0);
        try (Trap trap = new Trap(campaign.scratch(), tally);
                Endpoint expert = Endpoint.builder()
                        .name(FlippingServer.EXPERT)
                        .channel("auto")
                        .open()) {
            expert.export(Target.class, new LoggedTarget(nonce -> {}), FlippingServer.EXPERT);
            int visits = campaign.promised(VISITS_MAX, VISITS_IN_FULL);
            for (int i = 0; i < visits && sum.calls() < calls; i++) {
                sum = sum.plus(trap.visit("answers whose bits flip", "shm", "call", VISIT_MS, caller -> {
                    try (Intruder asked = Intruder.withLanes(FlippingServer.EXPERT, 1, false)) {
                        FlippingServer server = new FlippingServer(caller, asked, random.nextLong());
                        try {
                            server.serve();
                        } finally {
                            flips.addAndGet(server.flips());
                        }
                    }
                }));
            }
            trap.settle("flipped answers");
        }
        tally.note(String.format(
                "%,d calls answered from memory that changed (%,d flips): %,d answers right, %,d wrong, %,d calls failed",
                sum.calls(), flips.get(), sum.right(), sum.wrong(), sum.failed()));
        if (sum.right() + sum.wrong() < sum.calls() / 10) {
            tally.wrong("the server that flips bits hardly answers: " + sum);
        }
    }
}
