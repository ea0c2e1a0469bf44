// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

/**
 * The shape of a segment. Two sides agree on it before either makes its segment of a batch.
 *
 * @param batch number of the batch in its connection
 * @param laneCount lanes in it, 1 to {@link SegmentDescriptor#MAX_LANES}
 * @param ringCapacity bytes per ring: a power of two, at least a page; or 0 if there are no rings
 * @param recordAlignment bytes to which frames are aligned: a power of two from 64 to a quarter of the capacity; or 0
 */
public record SegmentShape(int batch, int laneCount, int ringCapacity, int recordAlignment) {

    public SegmentShape {
        require(batch >= 0, "batch", batch);
        require(laneCount >= 1 && laneCount <= SegmentDescriptor.MAX_LANES, "laneCount", laneCount);
        boolean ringless = ringCapacity == 0 && recordAlignment == 0;
        require(
                ringless
                        || Integer.bitCount(ringCapacity) == 1
                                && ringCapacity >= SegmentDescriptor.PAGE_LENGTH
                                && ringCapacity <= SegmentDescriptor.MAX_RING_CAPACITY,
                "ringCapacity",
                ringCapacity);
        require(
                ringless
                        || Integer.bitCount(recordAlignment) == 1
                                && recordAlignment >= 64
                                && recordAlignment <= ringCapacity / 4,
                "recordAlignment",
                recordAlignment);
    }

    /** Returns a shape with control words only. */
    public static SegmentShape withoutRings(int batch, int laneCount) {
        return new SegmentShape(batch, laneCount, 0, 0);
    }

    /**
     * Whether a record can run over the end of its ring. Such a ring is mapped twice in a row. Records that begin at
     * quarters of a ring end at its end at the latest, because none is longer than a quarter.
     */
    public boolean canWrap() {
        return recordAlignment < ringCapacity / 4;
    }

    private static void require(boolean valid, String name, int value) {
        if (!valid) {
            throw new IllegalArgumentException(name + "=" + value);
        }
    }
}
