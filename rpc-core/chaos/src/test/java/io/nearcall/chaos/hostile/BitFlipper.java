// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.ipc.segment.SegmentDescriptor;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Changes random bits of what an intruder has written, on a thread of its own until it is closed: mostly of a frame's
 * payload, now and then of the ring's header, seldom of the control words.
 */
final class BitFlipper implements AutoCloseable {

    private static final int LANES = 2;
    private static final int HEADER_LENGTH = 8;
    private static final int PAYLOAD_LENGTH = 48;

    private final Intruder intruder;
    private final int lanes;
    private final int headers;
    private final SplittableRandom bits;
    private final Thread thread = new Thread(this::run, "flipper");
    private volatile long flips;

    /** @param headers how many flips in 4000 hit a header, which may end the connection */
    BitFlipper(Intruder intruder, int lanes, int headers, long seed) {
        this.headers = headers;
        this.intruder = intruder;
        this.lanes = Math.min(lanes, LANES);
        this.bits = new SplittableRandom(seed);
        thread.start();
    }

    private void run() {
        while (!Thread.interrupted()) {
            int lane = bits.nextInt(lanes);
            int kind = bits.nextInt(4_000);
            if (kind == 0) {
                int word = SegmentDescriptor.frameSleeperIndex(lane);
                flip(intruder.control(), word + bits.nextInt(SegmentDescriptor.LANE_CONTROL_LENGTH));
            } else if (kind <= headers) {
                flip(intruder.memory(lane), bits.nextInt(HEADER_LENGTH));
            } else {
                flip(intruder.memory(lane), HEADER_LENGTH + bits.nextInt(PAYLOAD_LENGTH));
            }
            flips = flips + 1;
            LockSupport.parkNanos(1); // some 50 us, about a call: leaves a CPU to those who are at it
        }
    }

    private void flip(ByteBuffer memory, int at) {
        memory.put(at, (byte) (memory.get(at) ^ 1 << bits.nextInt(Byte.SIZE)));
    }

    long flips() {
        return flips;
    }

    /** Returns when nothing is changed any more, so that the memory may be unmapped. */
    @Override
    public void close() {
        thread.interrupt();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
