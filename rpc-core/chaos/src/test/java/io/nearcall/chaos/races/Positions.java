// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.races;

import io.nearcall.chaos.Campaign;
import io.nearcall.chaos.Row;
import io.nearcall.chaos.Tally;
import io.nearcall.chaos.races.PassedLanes.LaneKind;
import io.nearcall.ipc.channel.CallProgress;
import io.nearcall.ipc.channel.Channel;
import io.nearcall.ipc.channel.LaneBatch;
import io.nearcall.ipc.channel.WaitResult;
import io.nearcall.ipc.fifo.AgedFifo;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.UnixSocket;
import io.nearcall.ipc.ring.AgedRing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;

/** Counters that pass the ends of their number ranges under way. */
public final class Positions implements Row {

    private static final int FRAMES_IN_SHORT_FORM = 20_000;
    private static final int FRAMES_IN_FULL = 2_000_000;

    /** Ends of ranges: the counters start some frames before. 0 is 2^64, and 2^32 for sequences. */
    private static final long[] POSITIONS = {1L << 31, 1L << 32, 1L << 63, 0};

    private static final int[] SEQUENCES = {1 << 31, 0};
    private static final int FRAMES_BEFORE = 1000;
    private static final int RECORD_LENGTH = 1024; // a position is that of a record

    /** Bytes that a lane is carried past, by frames that take a quarter of it. */
    private static final long CARRIED_BYTES = (1L << 32) + (1 << 24);

    private static final long[] CALL_IDS = {(1L << 31) - 1, 1L << 31, (1L << 32) - 1, 1L << 32, Long.MAX_VALUE};
    private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(30);

    private Tally tally;

    @Override
    public String name() {
        return "positions";
    }

    @Override
    public String description() {
        return "Rings and FIFOs run between two threads, and their ends start a thousand frames before a limit."
                + " Limits are the positions 2^31, 2^32, 2^63 and 2^64 and the sequence numbers 2^31 and 2^32. Whole"
                + " lanes, with sleeps, carry more than 2^31 and more than 2^32 bytes. The ids of taken and completed"
                + " calls are tried at these limits, too.";
    }

    @Override
    public String mutation() {
        return "the room in a ring is found by comparing positions instead of subtracting them";
    }

    @Override
    public void run(Campaign campaign, Tally into) throws Exception {
        tally = into;
        int frames = campaign.count(FRAMES_IN_SHORT_FORM, FRAMES_IN_FULL);
        SplittableRandom random = campaign.random(this);
        for (int sequence : SEQUENCES) {
            for (long position : POSITIONS) {
                for (boolean turnTaking : new boolean[] {false, true}) {
                    ring(turnTaking, position, sequence - FRAMES_BEFORE, frames, random.split());
                }
            }
            fifo(campaign.scratch(), sequence - FRAMES_BEFORE, frames);
        }
        for (LaneKind kind : LaneKind.values()) {
            lane(campaign.scratch(), kind);
        }
    }

    private void ring(boolean turnTaking, long position, int sequence, int frames, SplittableRandom random)
            throws Exception {
        long start = position - (long) FRAMES_BEFORE * RECORD_LENGTH;
        try (AgedRing ring = new AgedRing(turnTaking, start, sequence)) {
            // One message that never ends: where the sides take turns its records go round the ring as well.
            pass(
                    (turnTaking ? "in turns" : "streaming") + " from " + Long.toHexString(start) + ", "
                            + Integer.toHexString(sequence),
                    frames,
                    number -> {
                        int at = ring.producer.claim();
                        if (at >= 0) {
                            ring.producer.memory().putLong(at, number);
                            ring.producer.commit(
                                    random.nextInt(Long.BYTES, ring.producer.maxPayloadLength() + 1), Channel.MORE);
                        }
                        return at >= 0;
                    },
                    ring.consumer::poll,
                    () -> {
                        long number = ring.consumer.memory().getLong(ring.consumer.frameIndex());
                        ring.consumer.release();
                        return number;
                    });
        }
    }

    private void fifo(Path scratch, int sequence, int frames) throws Exception {
        try (AgedFifo fifo = new AgedFifo(scratch, sequence)) {
            pass("FIFO from " + Integer.toHexString(sequence), frames, fifo::send, fifo::poll, fifo::take);
        }
    }

    /** One thread sends numbered frames while another takes them. */
    private void pass(String what, int frames, LongPredicate send, BooleanSupplier poll, LongSupplier take)
            throws Exception {
        long endNs = System.nanoTime() + PATIENCE_NS + TimeUnit.MICROSECONDS.toNanos(20L * frames);
        Thread sender = new Thread(() -> {
            for (long number = 0; number < frames && System.nanoTime() - endNs < 0; ) {
                if (send.test(number)) {
                    number++;
                } else {
                    Thread.yield();
                }
            }
        });
        sender.start();
        long number = 0;
        try {
            while (number < frames && System.nanoTime() - endNs < 0) {
                if (!poll.getAsBoolean()) {
                    Thread.yield();
                    continue;
                }
                long found = take.getAsLong();
                if (found != number++) {
                    tally.wrong(what + ": frame " + found + " instead of " + (number - 1));
                    break;
                }
            }
        } catch (RuntimeException e) {
            tally.wrong(what + ": " + e);
        }
        if (System.nanoTime() - endNs >= 0) {
            tally.hung(what + ": only " + number + " frames came");
        }
        sender.join();
        tally.episode(number, 0);
    }

    private void lane(Path scratch, LaneKind kind) throws Exception {
        Path directory = Files.createDirectory(scratch.resolve("fifos"));
        int[] sockets = new int[2];
        UnixSocket.pair(sockets);
        LaneBatch leftHalf = PassedLanes.open(kind, directory, 1);
        LaneBatch rightHalf = PassedLanes.open(kind, directory, 1);
        PassedLanes.offer(sockets[0], leftHalf);
        PassedLanes.offer(sockets[1], rightHalf);
        try (PassedLanes left = PassedLanes.accept(sockets[0], leftHalf, lane -> {});
                PassedLanes right = PassedLanes.accept(sockets[1], rightHalf, lane -> {})) {
            if (!kind.fifo()) {
                carry(kind, left.lanes[0], right.lanes[0]);
            }
            words(kind, left.lanes[0], right.lanes[0]);
        } finally {
            Descriptors.close(sockets[0]);
            Descriptors.close(sockets[1]);
            Files.delete(directory);
        }
    }

    private void carry(LaneKind kind, Channel from, Channel to) throws Exception {
        long frames = CARRIED_BYTES / (PassedLanes.CAPACITY / 4);
        pass(
                kind.toString(),
                (int) frames,
                number -> {
                    if (from.claim() < 0
                            && from.awaitSpace(System.nanoTime() + PATIENCE_NS, false) != WaitResult.READY) {
                        return false;
                    }
                    int last = from.claim() + from.maxPayloadLength() - Long.BYTES;
                    from.sendMemory().putLong(from.claim(), number);
                    from.sendMemory().putLong(last, number);
                    from.commit(from.maxPayloadLength(), Channel.MORE);
                    return true;
                },
                () -> to.spinForFrame() || to.sleepForFrame(System.nanoTime() + PATIENCE_NS, false) == WaitResult.READY,
                () -> {
                    long first = to.receiveMemory().getLong(to.frameIndex());
                    long last = to.receiveMemory().getLong(to.frameIndex() + to.frameLength() - Long.BYTES);
                    to.release();
                    return first == last ? first : -1;
                });
        if (from.missedWakeUps() + to.missedWakeUps() != 0) {
            tally.wrong(kind + ": " + (from.missedWakeUps() + to.missedWakeUps()) + " wake-ups missed");
        }
    }

    private void words(LaneKind kind, Channel from, Channel to) {
        CallProgress here = from.progress();
        CallProgress there = to.progress();
        for (long callId : CALL_IDS) {
            here.publishTaken(callId);
            here.publishDone(callId);
            to.poll(); // brings Done, where it comes with the frames
            long taken = there.showsTaken() ? there.peerTaken() : here.ownTaken();
            if (taken != callId || there.peerDone() != callId) {
                tally.wrong(kind + ": call " + callId + " is shown as taken " + taken + ", done " + there.peerDone());
            }
        }
        tally.episode(0, 0);
    }
}
