// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.mapping;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.WindowsException;
import io.nearcall.ipc.os.windows.ErrorCodes;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.KernelObject;
import io.nearcall.ipc.os.windows.Memory;
import io.nearcall.ipc.segment.Segment;
import io.nearcall.ipc.segment.SegmentDescriptor;
import io.nearcall.ipc.segment.SegmentShape;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Maps of file mappings in memory. There is one of the whole segment. Where records can wrap, there is one of the
 * control words, and one of each ring, which is mapped twice.
 */
final class MappedMaps implements Segment.Maps {

    /*
     * A mapping has the length that it was made with. Nobody can shorten it, or take pages away that have memory. But a
     * peer may make pages without memory, and to read those would end the JVM. So each map is checked once.
     *
     * A mapping has its name as long as somebody has a handle of it, so the side that has made it keeps its handles.
     */

    private final SegmentShape shape;
    private final boolean own;
    private final List<Long> handles = new ArrayList<>();
    private final List<Long> maps = new ArrayList<>();
    private final long[] rings;
    private long control;

    private MappedMaps(String name, SegmentShape shape, boolean own) {
        this.shape = shape;
        this.own = own;
        this.rings = new long[shape.laneCount()];
        boolean done = false;
        try {
            int controlLength = SegmentDescriptor.controlLength(shape.laneCount());
            control = map(name, shape.canWrap() ? controlLength : SegmentDescriptor.length(shape));
            for (int lane = 0; lane < rings.length; lane++) {
                rings[lane] = shape.canWrap()
                        ? mapTwice(name + "-" + lane, shape.ringCapacity())
                        : control + SegmentDescriptor.ringOffset(shape, lane);
            }
            done = true;
        } finally {
            if (!done) {
                unmap();
            }
        }
    }

    /** Makes memory that is zero, and that this process writes. */
    static MappedMaps create(String name, SegmentShape shape) {
        return new MappedMaps(name, shape, true);
    }

    /**
     * Maps the peer's memory read-only.
     *
     * @throws OsException if there is none of that name, as its maker has died, or runs in another session of Windows
     * @throws PeerFault if it is another user's, or has another shape
     */
    static MappedMaps attach(String name, SegmentShape shape) {
        return new MappedMaps(name, shape, false);
    }

    private long map(String name, long lengthBytes) {
        long address = Memory.map(handle(name, lengthBytes), own);
        maps.add(address);
        checkLength(name, address, lengthBytes);
        return address;
    }

    private long mapTwice(String name, int lengthBytes) {
        long address = Memory.mapTwice(handle(name, lengthBytes), lengthBytes, own);
        maps.add(address);
        maps.add(address + lengthBytes);
        checkLength(name, address, lengthBytes);
        checkLength(name, address + lengthBytes, lengthBytes);
        return address;
    }

    private static void checkLength(String name, long address, long lengthBytes) {
        long actual;
        try {
            actual = Memory.length(address);
        } catch (OsException e) {
            throw new PeerFault(name + " has no memory: " + e.getMessage());
        }
        if (actual < lengthBytes) {
            throw new PeerFault(name + " has " + actual + " bytes, agreed on " + lengthBytes);
        }
    }

    private long handle(String name, long lengthBytes) {
        if (own) {
            KernelObject made = Memory.create(name, lengthBytes);
            handles.add(made.handle());
            if (made.existed()) {
                throw new WindowsException("CreateFileMapping", ErrorCodes.ALREADY_EXISTS, name);
            }
            return made.handle();
        }
        long handle = opened(name);
        handles.add(handle);
        if (!Handles.isOwn(handle)) {
            throw new PeerFault("the memory " + name + " is another user's");
        }
        return handle;
    }

    private static long opened(String name) {
        try {
            return Memory.open(name, false);
        } catch (OsException e) {
            if (e.errno() != Errno.ENOENT) {
                throw e;
            }
            throw new OsException(
                    e.call(),
                    Errno.ENOENT,
                    name + ". Its maker has died, or runs in another session of Windows, as a service does. Over"
                            + " \"pipe:\", processes of one user in several sessions reach each other.");
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
    public ByteBuffer buffer(long address, long lengthBytes) {
        return Memory.buffer(address, Math.toIntExact(lengthBytes)).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void unmap() {
        maps.forEach(Memory::unmap);
        maps.clear();
        handles.forEach(Handles::close);
        handles.clear();
    }
}
