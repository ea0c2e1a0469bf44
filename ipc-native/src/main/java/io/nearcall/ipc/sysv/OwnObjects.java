// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;
import java.nio.file.Path;
import java.util.Arrays;

/** The objects that this side of a batch has made: a segment, and one object for each group of lanes. */
final class OwnObjects implements AutoCloseable {

    private static final int NONE = -1;

    private final SegmentShape shape;
    private final SysVKind kind;
    private final int lanesPerObject;
    private final int[] ids;
    private final SysVRecord record;
    private int segmentId;
    private Segment segment;

    /** @param sizePerLane semaphores that each lane needs; 0 for queues */
    OwnObjects(Path directory, SegmentShape shape, SysVKind kind, int lanesPerObject, int sizePerLane) {
        this.shape = shape;
        this.kind = kind;
        this.lanesPerObject = lanesPerObject;
        this.ids = new int[(shape.laneCount() + lanesPerObject - 1) / lanesPerObject];
        this.record = SysVRecord.open(directory);
        Arrays.fill(ids, NONE);
        boolean complete = false;
        try {
            while (!make(SysVRecord.newKeys(1 + ids.length), sizePerLane)) {
                removeAll();
            }
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    /** Returns false if a key belongs to somebody else. */
    private boolean make(int key, int sizePerLane) {
        record.write(SysVRecord.line(SysVKind.MEMORY, key, 1) + SysVRecord.line(kind, key + 1, ids.length));
        segmentId = SysVKind.MEMORY.create(key, SegmentDescriptor.length(shape));
        if (segmentId == SysVKind.KEY_TAKEN) {
            return false;
        }
        mapSegment();
        for (int i = 0; i < ids.length; i++) {
            ids[i] = kind.create(key + 1 + i, (long) sizePerLane * lanesOf(i));
            if (ids[i] == SysVKind.KEY_TAKEN) {
                return false;
            }
        }
        for (int lane = 0; lane < shape.laneCount(); lane++) {
            segment.control().putInt(SegmentDescriptor.laneObjectIndex(lane), ids[lane / lanesPerObject]);
        }
        return true;
    }

    private void mapSegment() {
        SysVMaps maps = null;
        try {
            maps = new SysVMaps(segmentId, shape, CurrentProcess.uid(), true);
            segment = Segment.create(shape, maps);
        } finally {
            // From here on the memory goes with the last process that has it. Until then Linux lets the peer in by its
            // id.
            try {
                SysVKind.MEMORY.remove(segmentId);
            } finally {
                if (segment == null && maps != null) {
                    maps.unmap();
                }
            }
        }
    }

    private int lanesOf(int object) {
        return Math.min(lanesPerObject, shape.laneCount() - object * lanesPerObject);
    }

    Segment segment() {
        return segment;
    }

    int segmentId() {
        return segmentId;
    }

    /** Returns the id of the object of that lane. */
    int id(int lane) {
        return ids[lane / lanesPerObject];
    }

    /** Gives up everything. Called once, when nobody is in the memory any more. */
    @Override
    public void close() {
        try {
            removeAll();
            record.delete(); // if removing has failed, the record stays for a sweep
        } finally {
            record.close();
        }
    }

    /** Gives up everything except the memory, because a thread may be in it. It goes when the process ends. */
    void abandon() {
        removeObjects();
        record.delete();
    }

    private void removeAll() {
        try {
            removeObjects();
        } finally {
            if (segment != null) {
                segment.close();
                segment = null;
            }
        }
    }

    private void removeObjects() {
        OsException failure = null;
        for (int i = 0; i < ids.length; i++) {
            try {
                if (ids[i] != NONE) {
                    kind.remove(ids[i]);
                }
            } catch (OsException e) {
                failure = e; // the others are removed all the same
            }
            ids[i] = NONE;
        }
        if (failure != null) {
            throw failure;
        }
    }
}
