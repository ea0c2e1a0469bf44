// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

import io.nearcall.ipc.os.WindowsException;
import java.nio.ByteBuffer;

/** File mappings of Windows, in memory. Names are those of kernel objects, such as {@code Local\orders}. Thread-safe. */
public final class Memory {

    private Memory() {}

    /**
     * Returns the handle of the mapping of that name, which is made if there is none, for this user and filled with
     * zeros. An existing one keeps its length.
     */
    public static KernelObject create(String name, long lengthBytes) {
        Library.load();
        return KernelObject.made(create0(name, lengthBytes), "CreateFileMapping", name);
    }

    /** @throws WindowsException ENOENT, EACCES */
    public static long open(String name, boolean writable) {
        Library.load();
        return ErrorCodes.check(open0(name, writable), "OpenFileMapping", name);
    }

    /** Maps all of it. The map stays valid when the handle is closed. Returns its address. */
    public static long map(long handle, boolean writable) {
        Library.load();
        return ErrorCodes.check(map0(handle, writable), "MapViewOfFile", "handle " + handle);
    }

    /**
     * Maps memory of that length twice in a row, so bytes that run over the end of the first map go on at its beginning.
     * Returns the address of the first. Both must be unmapped.
     *
     * @param lengthBytes a multiple of 64 KiB
     */
    public static long mapTwice(long handle, long lengthBytes, boolean writable) {
        return ErrorCodes.check(mapTwice0(handle, lengthBytes, writable), "MapViewOfFileEx", "handle " + handle);
    }

    /**
     * Returns the length of a map in bytes: whole pages. Pages do not count if they have no memory yet, or lie behind
     * such pages: to read them would end the JVM.
     *
     * @throws WindowsException if the first page is such a one, or is not of a map
     */
    public static long length(long address) {
        return ErrorCodes.check(length0(address), "VirtualQuery", "address " + Long.toHexString(address));
    }

    /** Returns a buffer over memory that must stay mapped as long as somebody uses it. */
    public static ByteBuffer buffer(long address, int lengthBytes) {
        return buffer0(address, lengthBytes);
    }

    /** Nobody may touch the map any more, on any thread. */
    public static void unmap(long address) {
        ErrorCodes.check(unmap0(address), "UnmapViewOfFile", "address " + Long.toHexString(address));
    }

    private static native long create0(String name, long lengthBytes);

    private static native long open0(String name, boolean writable);

    private static native long map0(long handle, boolean writable);

    private static native long mapTwice0(long handle, long lengthBytes, boolean writable);

    private static native long length0(long address);

    private static native ByteBuffer buffer0(long address, long lengthBytes);

    private static native int unmap0(long address);
}
