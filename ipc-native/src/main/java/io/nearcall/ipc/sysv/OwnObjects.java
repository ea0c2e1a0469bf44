// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.sysv;

import io.nearcall.ipc.os.CurrentProcess;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;
import java.nio.file.Path;
import java.util.Arrays;

/** What this side of a batch has made: a segment, and an object for each so many lanes. */
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

    /** False if a key is somebody else's. */
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
            // From here on it goes with the last process that has it; until then Linux lets the peer in by its id.
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

    /** The object of that lane. */
    int id(int lane) {
        return ids[lane / lanesPerObject];
    }

    /** Gives up all of it. Called once; nobody may be in the memory. */
    @Override
    public void close() {
        try {
            removeAll();
            record.delete(); // else it stays for a sweep
        } finally {
            record.close();
        }
    }

    /** Gives up all but the memory, in which somebody may be. It goes by itself when the process ends. */
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
                failure = e; // and the others go all the same
            }
            ids[i] = NONE;
        }
        if (failure != null) {
            throw failure;
        }
    }
}
