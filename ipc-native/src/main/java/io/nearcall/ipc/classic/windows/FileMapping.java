// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.classic.windows;

import io.nearcall.ipc.os.OsException;
import io.nearcall.ipc.os.windows.Handles;
import io.nearcall.ipc.os.windows.KernelObject;
import io.nearcall.ipc.os.windows.Memory;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;

/**
 * Memory that processes share by name: a file mapping of Windows without a file. It exists as long as somebody has it
 * open. Safe for use by any number of threads. Whoever has it open can change what is in it. For order between threads
 * and processes, use the access modes of a VarHandle, or a {@link NamedSemaphore}.
 */
public final class FileMapping extends HandleOwner {

    private static final Cleaner CLEANER = Cleaner.create();

    private final ByteBuffer memory;

    private FileMapping(String name, long handle, boolean writable) {
        super(name, handle);
        long address = Memory.map(handle, writable);
        ByteBuffer whole = Memory.buffer(address, (int) Math.min(Memory.length(address), Integer.MAX_VALUE));
        CLEANER.register(whole, () -> Memory.unmap(address)); // duplicates and slices keep it alive
        this.memory = writable ? whole : whole.asReadOnlyBuffer();
    }

    private static FileMapping mapped(String name, long handle, boolean writable) {
        boolean mapped = false;
        try {
            FileMapping mapping = new FileMapping(name, handle, writable);
            mapped = true;
            return mapping;
        } finally {
            if (!mapped) {
                Handles.close(handle);
            }
        }
    }

    /**
     * Creates memory for this user, filled with zeros.
     *
     * @param name such as {@code Local\orders}
     * @param lengthBytes positive; Windows rounds it up to pages, which shows
     * @throws IllegalArgumentException if {@code lengthBytes} is not positive
     * @throws OsException EEXIST if there is something of that name, EACCES if it is another user's, ENOMEM
     */
    public static FileMapping create(String name, int lengthBytes) {
        return mapped(name, created(made(name, lengthBytes), "CreateFileMapping", name), true);
    }

    /**
     * Opens memory, and creates it as above if there is none. Existing memory keeps its length.
     *
     * @throws OsException EACCES if it is another user's, ENOMEM
     */
    public static FileMapping openOrCreate(String name, int lengthBytes) {
        return mapped(name, own(made(name, lengthBytes).handle(), "CreateFileMapping", name), true);
    }

    private static KernelObject made(String name, int lengthBytes) {
        if (lengthBytes <= 0) {
            throw new IllegalArgumentException("lengthBytes=" + lengthBytes + " is not positive");
        }
        return Memory.create(name, lengthBytes);
    }

    /** @throws OsException ENOENT if there is none of that name, EACCES if it is another user's */
    public static FileMapping open(String name) {
        return mapped(name, own(Memory.open(name, true), "OpenFileMapping", name), true);
    }

    /** Opens memory for reading only. Throws as above. */
    public static FileMapping openReadOnly(String name) {
        return mapped(name, own(Memory.open(name, false), "OpenFileMapping", name), false);
    }

    /**
     * Returns a new buffer over all of the memory, up to 2 GiB. It and its slices stay valid when this object is closed.
     * The memory is unmapped when the last of them and this object have been garbage-collected.
     */
    public ByteBuffer buffer() {
        enter();
        try {
            return memory.duplicate();
        } finally {
            leave();
        }
    }

    /** Returns the length in bytes: whole pages. */
    public int lengthBytes() {
        return memory.capacity();
    }
}
