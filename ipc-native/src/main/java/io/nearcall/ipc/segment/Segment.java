// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

import io.nearcall.ipc.channel.PeerFault;
import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A mapped segment. The side that writes it passes it to its peer, which can only read it. Over anonymous memory that
 * is {@link #create}, {@link #descriptor()} and {@link #attach}. For other memory the caller makes the maps. After
 * {@link #close()} any access to the buffers would end the JVM, so the caller of that method must know that no thread
 * is in the segment.
 */
public final class Segment implements AutoCloseable {

    /* The writer maps before it seals. FUTURE_WRITE leaves existing mappings writable and refuses later writable ones,
     * the peer's included. SHRINK makes truncation impossible, which would turn our next access into a SIGBUS. */

    private static final int NO_DESCRIPTOR = -1;

    /** The addresses of a segment in this process. */
    public interface Maps {

        /** Address of the header and the control words. */
        long control();

        /** Address of a lane's ring, which is mapped there twice in a row if its records can wrap. */
        long ring(int lane);

        /** Returns a new little-endian buffer over a part of the maps. */
        default ByteBuffer buffer(long address, long lengthBytes) {
            return Memory.buffer(address, lengthBytes);
        }

        /** Gives up all maps. Called once. */
        void unmap();
    }

    private final SegmentShape shape;
    private final Maps maps;
    private final ByteBuffer control;
    private final AtomicBoolean closed = new AtomicBoolean();
    private int descriptor;

    private Segment(Maps maps, SegmentShape shape, int descriptor) {
        this.maps = maps;
        this.shape = shape;
        this.descriptor = descriptor;
        this.control = maps.buffer(maps.control(), SegmentDescriptor.controlLength(shape.laneCount()));
    }

    /**
     * Makes, maps and seals a segment that this process writes.
     *
     * @throws io.nearcall.ipc.os.OsException if memory, address space or descriptors do not suffice
     */
    public static Segment create(SegmentShape shape) {
        int descriptor = Memory.memfd("nearcall-batch-" + shape.batch(), SegmentDescriptor.length(shape));
        Maps maps = null;
        try {
            maps = new MemfdMaps(descriptor, shape, true);
            Memory.seal(descriptor);
            return written(maps, shape, descriptor);
        } catch (RuntimeException | Error e) { // an OutOfMemoryError among them
            if (maps != null) {
                maps.unmap();
            }
            Descriptors.close(descriptor);
            throw e;
        }
    }

    /** Makes a segment that this process writes, in new memory that is zero. If it fails, the caller keeps the maps. */
    public static Segment create(SegmentShape shape, Maps maps) {
        return written(maps, shape, NO_DESCRIPTOR);
    }

    private static Segment written(Maps maps, SegmentShape shape, int descriptor) {
        Segment segment = new Segment(maps, shape, descriptor);
        segment.writeHeader();
        return segment;
    }

    /**
     * Maps the peer's segment read-only, after it has checked that the peer can take no part of it away. The descriptor
     * remains the caller's, and is not needed any more. Closing a descriptor that was refused may take as long as the
     * peer likes.
     *
     * @throws PeerFault if it is not a complete, sealed segment of that shape
     */
    public static Segment attach(int descriptor, SegmentShape shape) {
        if (descriptor < 0) {
            throw new PeerFault("the peer passed no descriptor");
        }
        String fault = Memory.checkSegment(descriptor, SegmentDescriptor.length(shape));
        if (fault != null) {
            throw new PeerFault(fault);
        }
        return attach(shape, new MemfdMaps(descriptor, shape, false));
    }

    /**
     * Makes a segment over memory that the peer has written and cannot take away. Gives the maps up if it fails.
     *
     * @throws PeerFault if it is not a complete segment of that shape
     */
    public static Segment attach(SegmentShape shape, Maps maps) {
        try {
            Segment segment = new Segment(maps, shape, NO_DESCRIPTOR);
            segment.checkHeader();
            return segment;
        } catch (RuntimeException | Error e) {
            maps.unmap();
            throw e;
        }
    }

    private void writeHeader() {
        control.putInt(SegmentDescriptor.VERSION_OFFSET, SegmentDescriptor.VERSION);
        control.putInt(SegmentDescriptor.LANE_COUNT_OFFSET, shape.laneCount());
        control.putInt(SegmentDescriptor.RING_CAPACITY_OFFSET, shape.ringCapacity());
        control.putInt(SegmentDescriptor.RECORD_ALIGNMENT_OFFSET, shape.recordAlignment());
        control.putInt(SegmentDescriptor.BATCH_OFFSET, shape.batch());
        // Partner: the acquire load in checkHeader. Whoever sees the magic sees the whole header.
        Words.putLongRelease(control, SegmentDescriptor.MAGIC_OFFSET, SegmentDescriptor.MAGIC);
    }

    private void checkHeader() {
        // Partner: the release store in writeHeader.
        long magic = Words.getLongAcquire(control, SegmentDescriptor.MAGIC_OFFSET);
        if (magic != SegmentDescriptor.MAGIC) {
            throw new PeerFault("magic=0x" + Long.toHexString(magic));
        }
        expect("version", SegmentDescriptor.VERSION_OFFSET, SegmentDescriptor.VERSION);
        expect("laneCount", SegmentDescriptor.LANE_COUNT_OFFSET, shape.laneCount());
        expect("ringCapacity", SegmentDescriptor.RING_CAPACITY_OFFSET, shape.ringCapacity());
        expect("recordAlignment", SegmentDescriptor.RECORD_ALIGNMENT_OFFSET, shape.recordAlignment());
        expect("batch", SegmentDescriptor.BATCH_OFFSET, shape.batch());
    }

    private void expect(String field, int offset, int expected) {
        int actual = Words.getIntOpaque(control, offset); // once: the peer may change it
        if (actual != expected) {
            throw new PeerFault(field + "=" + actual + ", agreed on " + expected);
        }
    }

    public SegmentShape shape() {
        return shape;
    }

    /** The header and the control words of all lanes. */
    public ByteBuffer control() {
        return control;
    }

    /** Address of the control words, for the futex calls. */
    public long controlAddress() {
        return maps.control();
    }

    /** Returns a new buffer over a lane's ring, which contains the ring twice in a row if its records can wrap. */
    public ByteBuffer ring(int lane) {
        long length = shape.canWrap() ? 2L * shape.ringCapacity() : shape.ringCapacity();
        return maps.buffer(maps.ring(lane), length);
    }

    /** Address of a lane's ring, for the futex calls. */
    public long ringAddress(int lane) {
        return maps.ring(lane);
    }

    /** The descriptor to pass to the peer; open until {@link #closeDescriptor()}. */
    public int descriptor() {
        return descriptor;
    }

    /** Closes the descriptor once it has been passed. The mappings stay. Idempotent, not thread-safe. */
    public void closeDescriptor() {
        if (descriptor != NO_DESCRIPTOR) {
            Descriptors.close(descriptor);
            descriptor = NO_DESCRIPTOR;
        }
    }

    /** Unmaps the memory. Idempotent, any thread; but see the class comment. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            closeDescriptor();
            maps.unmap();
        }
    }
}
