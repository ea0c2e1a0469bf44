// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.hostile;

import io.nearcall.ipc.segment.SegmentDescriptor;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Changes random bits that an intruder has written, while the intruder waits for the other side to read them. Most of
 * them are in a frame's payload, some in the ring's header, a few in the control words. Confined to the intruder's
 * thread, so that it takes no CPU from the readers.
 */
final class BitFlipper {

    private static final int PARTS = 1_000_000;
    private static final int HEADERS_PER_CONTROL = 10;
    private static final int PAYLOAD_LENGTH = 48;

    /** Between two flips there are so many chances on average; each flip is a miss of the reader's cache. */
    private static final int MEAN_PAUSE = 8;

    private final Intruder intruder;
    private final int lanes;
    private final int headerLength;
    private final int headers;
    private final SplittableRandom bits;
    private long flips;

    /**
     * @param headerLength how many bytes at the beginning of a record may end the connection if they are wrong
     * @param headers how many flips in a million change these bytes
     */
    BitFlipper(Intruder intruder, int lanes, int headerLength, int headers, long seed) {
        this.headerLength = headerLength;
        this.intruder = intruder;
        this.lanes = lanes;
        this.headers = headers;
        this.bits = new SplittableRandom(seed);
    }

    /** To be called again and again; changes something now and then. */
    void chance() {
        if (bits.nextInt(MEAN_PAUSE) != 0) {
            return;
        }
        int lane = bits.nextInt(lanes);
        int kind = bits.nextInt(PARTS);
        if (kind < headers / HEADERS_PER_CONTROL) {
            int word = SegmentDescriptor.frameSleeperIndex(lane);
            flip(intruder.control(), word + bits.nextInt(SegmentDescriptor.LANE_CONTROL_LENGTH));
        } else if (kind < headers) {
            flip(intruder.memory(lane), bits.nextInt(headerLength));
        } else {
            flip(intruder.memory(lane), headerLength + bits.nextInt(PAYLOAD_LENGTH));
        }
        flips++;
    }

    private void flip(ByteBuffer memory, int at) {
        memory.put(at, (byte) (memory.get(at) ^ 1 << bits.nextInt(Byte.SIZE)));
    }

    long flips() {
        return flips;
    }
}
