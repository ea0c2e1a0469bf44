// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVMemory;
import io.nearcall.ipc.segment.MapList;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;

/** A segment that is attached as a whole. A ring whose records can wrap is mapped twice more, in a row. */
final class SysVMaps implements Segment.Maps {

    private final MapList doubled = new MapList();
    private final long address;
    private final long[] rings;

    /**
     * Attaches a segment of that user.
     *
     * @throws PeerFault if it belongs to another user or has another length
     * @throws OsException if there is no segment of that id: its maker may have given it up
     */
    SysVMaps(int id, SegmentShape shape, int uid, boolean writable) {
        this.rings = new long[shape.laneCount()];
        this.address = attach(id, writable);
        boolean complete = false;
        try {
            // Checked only now: an attached segment stays the same, whatever becomes of the id.
            SysVKind.MEMORY.check(id, uid);
            long lengthBytes = SysVMemory.status(id).lengthBytes();
            if (lengthBytes != SegmentDescriptor.length(shape)) {
                throw new PeerFault(
                        "segment " + id + " has " + lengthBytes + " bytes, not " + SegmentDescriptor.length(shape));
            }
            for (int lane = 0; lane < rings.length; lane++) {
                long ring = address + SegmentDescriptor.ringOffset(shape, lane);
                rings[lane] = shape.canWrap()
                        ? doubled.add(Memory.aliasTwice(ring, shape.ringCapacity()), 2L * shape.ringCapacity())
                        : ring;
            }
            complete = true;
        } finally {
            if (!complete) {
                unmap();
            }
        }
    }

    private static long attach(int id, boolean writable) {
        try {
            return SysVMemory.attach(id, writable);
        } catch (OsException e) {
            if (e.errno() == Errno.EACCES) {
                throw new PeerFault("segment " + id + " belongs to another user");
            }
            throw new OsException(
                    e.call(), e.errno(), "segment " + id + ": its maker has gone, or is in another IPC namespace");
        }
    }

    @Override
    public long control() {
        return address;
    }

    @Override
    public long ring(int lane) {
        return rings[lane];
    }

    @Override
    public void unmap() {
        try {
            doubled.unmap();
        } finally {
            SysVMemory.detach(address);
        }
    }
}
