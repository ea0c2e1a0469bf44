// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic;

import io.nearcall.ipc.os.Errno;
import io.nearcall.ipc.os.Memory;
import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.SysVMemory;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A System V shared memory segment. It is attached once, as long as this object or one of its buffers is in use. The
 * segment belongs to the host: it stays until somebody removes it, and then until the last process has detached it. The
 * object that has created the segment removes it when it is closed. If the JVM is killed, nobody removes it, unless
 * {@link #remove()} was called before. That can be done as soon as all processes have attached the segment.
 *
 * <p>Safe for use by any number of threads. Whoever has the segment can change what the buffers hold. For order between
 * threads and processes, use the access modes of a VarHandle, or a {@link SemaphoreSet}.
 */
public final class SharedMemorySegment extends SysVObject {

    private static final String KIND = "shared memory segment";
    private static final Cleaner CLEANER = Cleaner.create();

    private final boolean writable;
    private final long lengthBytes;
    private final Attachment attachment;
    private final Cleaner.Cleanable ownWay;

    private SharedMemorySegment(int id, boolean created, boolean writable) {
        super(KIND, id, created);
        this.writable = writable;
        this.lengthBytes = status().lengthBytes();
        this.attachment = new Attachment(asked(() -> SysVMemory.attach(id, writable)));
        this.ownWay = CLEANER.register(this, attachment::release);
    }

    /** The address of the segment, as long as something needs it. */
    private static final class Attachment {
        final long address;
        private int ways = 1;

        Attachment(long address) {
            this.address = address;
        }

        synchronized boolean retain() {
            if (ways == 0) {
                return false;
            }
            ways++;
            return true;
        }

        synchronized void release() {
            if (--ways == 0) {
                SysVMemory.detach(address);
            }
        }
    }

    /**
     * A part of the segment. Whoever gives the part back must not have passed its memory on.
     *
     * @param end gives the part back: nobody may use its memory any more. It also runs when the memory is
     *     garbage-collected
     */
    record Part(ByteBuffer memory, long address, Cleaner.Cleanable end) {}

    /**
     * Creates a segment for this user, filled with zeros, and attaches it.
     *
     * @param lengthBytes positive; the kernel rounds it up to pages, which does not show
     * @throws IllegalArgumentException if {@code lengthBytes} is not positive
     * @throws OsException EEXIST if there is a segment of that key, ENOSPC if the host has as many segments as it may,
     *     ENOMEM
     */
    public static SharedMemorySegment create(IpcKey key, long lengthBytes) {
        if (lengthBytes <= 0) {
            throw new IllegalArgumentException("lengthBytes=" + lengthBytes + " is not positive");
        }
        int id = create(
                "shmget",
                KIND,
                key,
                "kernel.shmmni, kernel.shmall, kernel.shmmax",
                flags -> SysVMemory.open(key.value(), lengthBytes, flags));
        boolean attached = false;
        try {
            SharedMemorySegment segment = new SharedMemorySegment(id, true, true);
            attached = true;
            return segment;
        } finally {
            if (!attached) {
                SysVMemory.remove(id);
            }
        }
    }

    /**
     * Opens and attaches the segment of that key.
     *
     * @throws IllegalArgumentException if the key is {@link IpcKey#PRIVATE}
     * @throws OsException ENOENT if there is none, EACCES if it belongs to another user
     */
    public static SharedMemorySegment open(IpcKey key) {
        return new SharedMemorySegment(
                open("shmget", KIND, key, false, flags -> SysVMemory.open(key.value(), 0, flags)), false, true);
    }

    /** Opens a segment as {@link #open} does, and refuses a segment of another length with EINVAL. */
    public static SharedMemorySegment open(IpcKey key, long lengthBytes) {
        SharedMemorySegment segment = open(key);
        if (segment.lengthBytes != lengthBytes) {
            segment.close();
            throw failed(
                    "shmget",
                    -Errno.EINVAL,
                    KIND + " of key " + key + " has " + segment.lengthBytes + " bytes, not " + lengthBytes);
        }
        return segment;
    }

    /**
     * Opens a segment as {@link #open} does, for reading only: writing to its buffers throws a ReadOnlyBufferException.
     */
    public static SharedMemorySegment openForReading(IpcKey key) {
        return new SharedMemorySegment(
                open("shmget", KIND, key, true, flags -> SysVMemory.open(key.value(), 0, flags)), false, false);
    }

    /**
     * Attaches the segment of that id, which another process has told. A segment that has been removed can be attached
     * as long as somebody has it attached.
     *
     * @throws OsException EIDRM if there is none, EACCES if it belongs to another user
     */
    public static SharedMemorySegment ofId(int id) {
        return new SharedMemorySegment(id, false, true);
    }

    public long lengthBytes() {
        return lengthBytes;
    }

    /**
     * Returns a direct buffer over a part of the segment, in little-endian order. The buffer keeps the segment
     * attached. Each call makes another buffer.
     *
     * @param lengthBytes up to 2^31 - 1
     */
    public ByteBuffer buffer(long offset, int lengthBytes) {
        Objects.checkFromIndexSize(offset, lengthBytes, this.lengthBytes);
        ByteBuffer buffer = part(offset, lengthBytes).memory(); // its slices and duplicates keep it alive
        return writable ? buffer : buffer.asReadOnlyBuffer().order(buffer.order());
    }

    private Part part(long offset, int lengthBytes) {
        checkOpen();
        if (!attachment.retain()) {
            checkOpen(); // throws: it was closed meanwhile, and nothing else keeps it attached
        }
        long address = attachment.address + offset;
        ByteBuffer memory = Memory.buffer(address, lengthBytes);
        return new Part(memory, address, CLEANER.register(memory, attachment::release));
    }

    /**
     * Opens the reading end of a stream of bytes. The stream takes the whole segment, up to 2^31 - 1 bytes: 512 bytes
     * for itself, and the rest for what it carries. A segment carries one stream, from one writer to one reader, once,
     * and nothing else. This method does not wait for the other end.
     *
     * @throws OsException EINVAL if the segment has no more than 512 bytes, or holds something other than a stream, or
     *     a stream of another version; EBUSY if somebody has opened this end already
     * @throws IllegalStateException if the segment was opened for reading only: both ends of a stream write to it
     */
    public ByteSource openSource() {
        return new ByteSource(streamEnd(true));
    }

    /** Opens the writing end. Otherwise the same as {@link #openSource}. */
    public ByteSink openSink() {
        return new ByteSink(streamEnd(false));
    }

    private SegmentEnd streamEnd(boolean reader) {
        if (!writable) {
            throw new IllegalStateException(this + " was opened for reading only: both ends of a stream write to it");
        }
        Part whole = part(0, (int) Math.min(lengthBytes, Integer.MAX_VALUE));
        boolean opened = false;
        try {
            SegmentEnd end = new SegmentEnd(toString(), whole, reader);
            opened = true;
            return end;
        } finally {
            if (!opened) {
                whole.end().clean();
            }
        }
    }

    /**
     * Returns the state of the segment.
     *
     * @throws OsException EIDRM if there is none any more
     */
    public SysVMemory.Status status() {
        return asked(() -> SysVMemory.status(id()));
    }

    /**
     * Frees the key. The host frees the memory as soon as nobody has the segment attached. Until then, whoever knows
     * the id can still attach it. Returns false if the segment was gone.
     */
    @Override
    public boolean remove() {
        return SysVMemory.remove(id());
    }

    /**
     * Removes the segment if this object has created it, and gives out no more buffers. Existing buffers stay valid.
     * The segment is detached when the last of them has been garbage-collected and its streams are closed, or at once
     * if there are none. Idempotent.
     */
    @Override
    public void close() {
        super.close();
        ownWay.clean();
    }

    @Override
    public String toString() {
        return "SharedMemorySegment[id " + id() + ", " + lengthBytes + " bytes]";
    }
}
