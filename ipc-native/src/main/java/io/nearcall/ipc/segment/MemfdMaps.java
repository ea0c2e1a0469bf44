// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

import io.nearcall.ipc.os.Memory;

/**
 * Maps of a memfd, whose descriptor may be closed afterwards. There is one map of the whole segment. Where records can
 * wrap, there is one map of the control words, and each ring is mapped twice.
 */
final class MemfdMaps implements Segment.Maps {

    private final MapList maps = new MapList();
    private final long control;
    private final long[] rings;

    MemfdMaps(int descriptor, SegmentShape shape, boolean writable) {
        int controlLength = SegmentDescriptor.controlLength(shape.laneCount());
        long length = shape.canWrap() ? controlLength : SegmentDescriptor.length(shape);
        this.control = maps.add(Memory.map(descriptor, 0, length, writable), length);
        this.rings = new long[shape.laneCount()];
        try {
            for (int lane = 0; lane < rings.length; lane++) {
                long offset = SegmentDescriptor.ringOffset(shape, lane);
                rings[lane] = shape.canWrap()
                        ? maps.add(
                                Memory.mapTwice(descriptor, offset, shape.ringCapacity(), writable),
                                2L * shape.ringCapacity())
                        : control + offset;
            }
        } catch (RuntimeException | Error e) {
            unmap();
            throw e;
        }
    }

    @Override
    public long control() {
        return control;
    }

    @Override
    public long ring(int lane) {
        return rings[lane];
    }

    @Override
    public void unmap() {
        maps.unmap();
    }
}
