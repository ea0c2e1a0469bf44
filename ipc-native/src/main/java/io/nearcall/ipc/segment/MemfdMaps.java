// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

import io.nearcall.ipc.os.Memory;

/** Maps of a memfd, whose descriptor may be closed afterwards. */
final class MemfdMaps implements Segment.Maps {

    private final SegmentShape shape;
    private final long control;
    private final long[] rings;

    MemfdMaps(int descriptor, SegmentShape shape, boolean writable) {
        this.shape = shape;
        this.control = Memory.map(descriptor, 0, SegmentDescriptor.controlLength(shape.laneCount()), writable);
        this.rings = new long[shape.laneCount()];
        try {
            for (int lane = 0; lane < rings.length; lane++) {
                long offset = SegmentDescriptor.ringOffset(shape, lane);
                rings[lane] = Memory.mapTwice(descriptor, offset, shape.ringCapacity(), writable);
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
        Memory.unmap(control, SegmentDescriptor.controlLength(shape.laneCount()));
        for (long ring : rings) {
            if (ring != 0) {
                Memory.unmap(ring, 2L * shape.ringCapacity());
            }
        }
    }
}
