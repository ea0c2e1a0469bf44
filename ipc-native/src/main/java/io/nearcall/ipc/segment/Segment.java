// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.segment;

import io.nearcall.ipc.os.Descriptors;
import io.nearcall.ipc.os.Memory;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A mapped segment. The side that writes it calls {@link #create} and passes {@link #descriptor()} to its peer, which
 * calls {@link #attach} and can only read. After {@link #close()} any access to its buffers would end the JVM, so who
 * closes it must know that no thread is in it.
 */
public final class Segment implements AutoCloseable {

    /* The writer maps before it seals: FUTURE_WRITE leaves the mappings that exist writable and refuses all later ones,
     * the peer's included. SHRINK makes truncation impossible, which would turn our next access into a SIGBUS. */

    private static final int NO_DESCRIPTOR = -1;

    private final SegmentShape shape;
    private final long controlAddress;
    private final ByteBuffer control;
    private final long[] ringAddresses;
    private final AtomicBoolean closed = new AtomicBoolean();
    private int descriptor;

    private Segment(int descriptor, SegmentShape shape, boolean writable) {
        this.descriptor = descriptor;
        this.shape = shape;
        int controlLength = SegmentDescriptor.controlLength(shape.laneCount());
        this.ringAddresses = new long[shape.laneCount()];
        this.controlAddress = Memory.map(descriptor, 0, controlLength, writable);
        try {
            this.control = Memory.buffer(controlAddress, controlLength);
            for (int lane = 0; lane < ringAddresses.length; lane++) {
                long offset = SegmentDescriptor.ringOffset(shape, lane);
                ringAddresses[lane] = Memory.mapTwice(descriptor, offset, shape.ringCapacity(), writable);
            }
        } catch (RuntimeException | Error e) { // an OutOfMemoryError among them
            unmap();
            throw e;
        }
    }

    /**
     * Makes, maps and seals a segment that this process writes.
     *
     * @throws io.nearcall.ipc.os.OsException if memory, address space or descriptors do not suffice
     */
    public static Segment create(SegmentShape shape) {
        int descriptor = Memory.memfd("nearcall-batch-" + shape.batch(), SegmentDescriptor.length(shape));
        Segment segment = null;
        try {
            segment = new Segment(descriptor, shape, true);
            Memory.seal(descriptor);
            segment.writeHeader();
            return segment;
        } catch (RuntimeException | Error e) {
            if (segment != null) {
                segment.unmap();
            }
            Descriptors.close(descriptor);
            throw e;
        }
    }

    /**
     * Maps, read-only, the segment that the peer made, after checking that the peer can take none of it away. Closes the
     * descriptor in any case.
     *
     * @throws SegmentRejected if it is not a complete, sealed segment of that shape
     */
    public static Segment attach(int descriptor, SegmentShape shape) {
        if (descriptor < 0) {
            throw new SegmentRejected("the peer passed no descriptor");
        }
        try {
            String fault = Memory.checkSegment(descriptor, SegmentDescriptor.length(shape));
            if (fault != null) {
                throw new SegmentRejected(fault);
            }
            Segment segment = new Segment(descriptor, shape, false);
            try {
                segment.checkHeader();
            } catch (SegmentRejected e) {
                segment.unmap();
                throw e;
            }
            segment.descriptor = NO_DESCRIPTOR;
            return segment;
        } finally {
            Descriptors.close(descriptor);
        }
    }

    private void writeHeader() {
        control.putInt(SegmentDescriptor.VERSION_OFFSET, SegmentDescriptor.VERSION);
        control.putInt(SegmentDescriptor.LANE_COUNT_OFFSET, shape.laneCount());
        control.putInt(SegmentDescriptor.RING_CAPACITY_OFFSET, shape.ringCapacity());
        control.putInt(SegmentDescriptor.RECORD_ALIGNMENT_OFFSET, shape.recordAlignment());
        control.putInt(SegmentDescriptor.BATCH_OFFSET, shape.batch());
        // Partner: the acquire load in checkHeader. Who sees the magic sees the whole header.
        Words.putLongRelease(control, SegmentDescriptor.MAGIC_OFFSET, SegmentDescriptor.MAGIC);
    }

    private void checkHeader() {
        // Partner: the release store in writeHeader.
        long magic = Words.getLongAcquire(control, SegmentDescriptor.MAGIC_OFFSET);
        if (magic != SegmentDescriptor.MAGIC) {
            throw new SegmentRejected("magic=0x" + Long.toHexString(magic));
        }
        expect("version", SegmentDescriptor.VERSION_OFFSET, SegmentDescriptor.VERSION);
        expect("laneCount", SegmentDescriptor.LANE_COUNT_OFFSET, shape.laneCount());
        expect("ringCapacity", SegmentDescriptor.RING_CAPACITY_OFFSET, shape.ringCapacity());
        expect("recordAlignment", SegmentDescriptor.RECORD_ALIGNMENT_OFFSET, shape.recordAlignment());
        expect("batch", SegmentDescriptor.BATCH_OFFSET, shape.batch());
    }

    private void expect(String field, int offset, int expected) {
        int actual = control.getInt(offset);
        if (actual != expected) {
            throw new SegmentRejected(field + "=" + actual + ", agreed on " + expected);
        }
    }

    public SegmentShape shape() {
        return shape;
    }

    /** Header and control words of all lanes. */
    public ByteBuffer control() {
        return control;
    }

    /** Address of the control words, for the futex calls. */
    public long controlAddress() {
        return controlAddress;
    }

    /** A new buffer over a lane's ring, which stands in it twice in a row. */
    public ByteBuffer ring(int lane) {
        return Memory.buffer(ringAddresses[lane], 2L * shape.ringCapacity());
    }

    /** Address of a lane's ring, for the futex calls. */
    public long ringAddress(int lane) {
        return ringAddresses[lane];
    }

    /** The descriptor to pass to the peer; open until {@link #closeDescriptor()}. */
    public int descriptor() {
        return descriptor;
    }

    /** To be called once the descriptor has been passed: the mappings stay. Idempotent, not thread-safe. */
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
            unmap();
        }
    }

    private void unmap() {
        Memory.unmap(controlAddress, SegmentDescriptor.controlLength(shape.laneCount()));
        for (long address : ringAddresses) {
            if (address != 0) {
                Memory.unmap(address, 2L * shape.ringCapacity());
            }
        }
    }
}
