// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

/**
 * Layout of a segment: the memory that one side of a connection writes for a batch of lanes. Each side makes one; the
 * other maps it read-only, so every word below has exactly one writer: the segment's maker. All values are
 * little-endian.
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+   0
 *   |                        Magic "NEARCALL"                       |   written last, by a release store
 *   |                                                               |
 *   +---------------------------------------------------------------+   8
 *   |                            Version                            |
 *   +---------------------------------------------------------------+  12
 *   |                           Lane Count                          |
 *   +---------------------------------------------------------------+  16
 *   |                         Ring Capacity                         |   bytes, per lane
 *   +---------------------------------------------------------------+  20
 *   |                        Record Alignment                       |   bytes
 *   +---------------------------------------------------------------+  24
 *   |                             Batch                             |   number of the batch in its connection
 *   +---------------------------------------------------------------+  28
 *   |                        zero, up to 4096                      ...
 *   +---------------------------------------------------------------+  4096 + 384 * lane: the lane's control words
 *   |                         Frame Sleeper                         |   how the maker waits for a frame (SleepingWord)
 *   +---------------------------------------------------------------+  +4
 *   |                         Space Sleeper                         |   how the maker waits for space in its own ring
 *   +---------------------------------------------------------------+  +8
 *   |                        zero, up to 128                       ...
 *   +---------------------------------------------------------------+  +128
 *   |                       Consumer Position                       |   what the maker has consumed of the peer's ring
 *   |                                                               |
 *   +---------------------------------------------------------------+  +136
 *   |                       Producer Position                       |   what the maker has sent, where no ring shows it
 *   |                                                               |
 *   +---------------------------------------------------------------+  +144
 *   |                          Lane Object                          |   id of the maker's System V object, written once
 *   +---------------------------------------------------------------+  +148
 *   |                        zero, up to 256                       ...
 *   +---------------------------------------------------------------+  +256
 *   |                          Taken Call                           |   id of the last call that the maker has taken
 *   |                                                               |
 *   +---------------------------------------------------------------+  +264
 *   |                           Done Call                           |   id up to which all that keeps an order has run
 *   |                                                               |
 *   +---------------------------------------------------------------+  +272
 *   |                        zero, up to 384                       ...
 *   +---------------------------------------------------------------+  rings, each on its own pages
 *   |                            Ring 0                            ...
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * The sleepers share a cache line. The peer reads this line after each commit, and its maker writes it only around a
 * sleep, so it stays in both caches. The positions are on another line, which a peer without room reads again and
 * again. The words that are written on every call are on a third line, which the peer hardly looks at. One unused line
 * lies between each, out of the adjacent-line prefetcher's reach. In anonymous memory Producer Position and Lane Object
 * are zero. A crash leaves each word at its last value: Taken Call tells the survivor which call had been taken.
 */
public final class SegmentDescriptor {

    /** {@code NEARCALL} in ASCII, read as a little-endian long. */
    public static final long MAGIC = 0x4C4C41435241454EL;

    public static final int VERSION = 1;

    public static final int MAGIC_OFFSET = 0;
    public static final int VERSION_OFFSET = 8;
    public static final int LANE_COUNT_OFFSET = 12;
    public static final int RING_CAPACITY_OFFSET = 16;
    public static final int RECORD_ALIGNMENT_OFFSET = 20;
    public static final int BATCH_OFFSET = 24;

    public static final int PAGE_LENGTH = 4096;
    public static final int LANE_CONTROL_LENGTH = 384;

    private static final int FRAME_SLEEPER = 0;
    private static final int SPACE_SLEEPER = 4;
    private static final int CONSUMER_POSITION = 128;
    private static final int TAKEN_CALL = 256;
    private static final int DONE_CALL = 264;
    private static final int PRODUCER_POSITION = 136;
    private static final int LANE_OBJECT = 144;

    /** A segment has at most this many lanes. */
    public static final int MAX_LANES = 1024;

    /** A ring is at most this large, in bytes: index arithmetic stays within an int when it is mapped twice. */
    public static final int MAX_RING_CAPACITY = 1 << 24;

    private SegmentDescriptor() {}

    public static int frameSleeperIndex(int lane) {
        return PAGE_LENGTH + lane * LANE_CONTROL_LENGTH + FRAME_SLEEPER;
    }

    public static int spaceSleeperIndex(int lane) {
        return PAGE_LENGTH + lane * LANE_CONTROL_LENGTH + SPACE_SLEEPER;
    }

    public static int consumerPositionIndex(int lane) {
        return PAGE_LENGTH + lane * LANE_CONTROL_LENGTH + CONSUMER_POSITION;
    }

    public static int takenCallIndex(int lane) {
        return PAGE_LENGTH + lane * LANE_CONTROL_LENGTH + TAKEN_CALL;
    }

    public static int doneCallIndex(int lane) {
        return PAGE_LENGTH + lane * LANE_CONTROL_LENGTH + DONE_CALL;
    }

    public static int producerPositionIndex(int lane) {
        return PAGE_LENGTH + lane * LANE_CONTROL_LENGTH + PRODUCER_POSITION;
    }

    public static int laneObjectIndex(int lane) {
        return PAGE_LENGTH + lane * LANE_CONTROL_LENGTH + LANE_OBJECT;
    }

    /** Length in bytes of header and control words, which is also the offset of the first ring. */
    public static int controlLength(int laneCount) {
        int length = PAGE_LENGTH + laneCount * LANE_CONTROL_LENGTH;
        return (length + PAGE_LENGTH - 1) & -PAGE_LENGTH;
    }

    public static long ringOffset(SegmentShape shape, int lane) {
        return controlLength(shape.laneCount()) + (long) lane * shape.ringCapacity();
    }

    /** Length in bytes of the whole segment. */
    public static long length(SegmentShape shape) {
        return ringOffset(shape, shape.laneCount());
    }
}
