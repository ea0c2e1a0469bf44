// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

import io.nearcall.ipc.backend.FileCalls;
import java.nio.charset.StandardCharsets;

/** The few operations on files by name, which do not follow a symbolic link in the last place. */
public final class FileSystem {

    /** The longest text that {@link #writeText} takes and {@link #readText} returns, in bytes of UTF-8. */
    public static final int TEXT_LENGTH_MAX = 4095;

    /** In place of a descriptor: there is no file. */
    public static final int NONE = -1;

    private static final int STATUS_FIELDS = 6;

    /** Set by {@link ForeignFunctions} alone; null if natives are called. */
    static FileCalls foreign;

    private FileSystem() {}

    /** Returns the status of {@code path}, a symbolic link not followed; null if there is nothing. */
    public static FileStatus lstat(String path) {
        NativeLibrary.load();
        long[] fields = new long[STATUS_FIELDS];
        byte[] bytes = NativeText.bytes("path", path);
        boolean found = foreign == null ? lstat0(bytes, fields) : foreign.lstat(bytes, fields);
        return found ? status(fields) : null;
    }

    /** Returns the status of the file behind an open descriptor. */
    public static FileStatus fstat(int fd) {
        NativeLibrary.load();
        long[] fields = new long[STATUS_FIELDS];
        if (foreign == null) {
            fstat0(fd, fields);
        } else {
            foreign.fstat(fd, fields);
        }
        return status(fields);
    }

    /**
     * Makes one directory.
     *
     * @param mode its permissions, whatever the umask
     * @throws OsException EEXIST if there is something of that name
     */
    public static void makeDirectory(String path, int mode) {
        NativeLibrary.load();
        if (foreign == null) {
            makeDirectory0(NativeText.bytes("path", path), mode);
        } else {
            foreign.makeDirectory(NativeText.bytes("path", path), mode);
        }
    }

    /** Removes a name, unless it is a directory's. Returns false if it was not there. */
    public static boolean unlink(String path) {
        NativeLibrary.load();
        byte[] bytes = NativeText.bytes("path", path);
        return foreign == null ? unlink0(bytes) : foreign.unlink(bytes);
    }

    /**
     * Opens a file to be locked, and makes it if it does not exist, for this user alone. Does not wait.
     *
     * @return its descriptor, closed on exec
     * @throws OsException ELOOP if the path is a symbolic link, EAGAIN if somebody has a lease on the file
     */
    public static int openLockFile(String path) {
        NativeLibrary.load();
        byte[] bytes = NativeText.bytes("path", path);
        return foreign == null ? openLockFile0(bytes) : foreign.openLockFile(bytes);
    }

    /**
     * Opens the file of that name for reading and writing, without waiting for anything.
     *
     * @return its descriptor, closed on exec, or {@link #NONE} if there is nothing of that name
     * @throws OsException ELOOP if it is a symbolic link, EACCES, EISDIR
     */
    public static int openExisting(String path) {
        NativeLibrary.load();
        byte[] bytes = NativeText.bytes("path", path);
        return foreign == null ? openExisting0(bytes) : foreign.openExisting(bytes);
    }

    /**
     * Makes a file without a name, for this user alone. However the process ends, the file goes with its last
     * descriptor, unless {@link #link} has named it.
     *
     * @param directory decides in which file system
     * @return its descriptor, closed on exec
     * @throws OsException EOPNOTSUPP if the file system can make none, ENOENT, EACCES, ENOSPC
     */
    public static int openUnnamed(String directory) {
        NativeLibrary.load();
        byte[] bytes = NativeText.bytes("directory", directory);
        return foreign == null ? openUnnamed0(bytes) : foreign.openUnnamed(bytes);
    }

    /** Names a file that {@link #openUnnamed} has made. Returns false if there is something of that name. */
    public static boolean link(int fd, String path) {
        NativeLibrary.load();
        return foreign == null
                ? link0(fd, NativeText.bytes("path", path))
                : foreign.link(fd, NativeText.bytes("path", path));
    }

    /**
     * Takes the exclusive lock of an open file, by {@code flock} and by {@code fcntl}, so it excludes a process that
     * takes either. Does not block. The lock belongs to the open file. It ends when the last descriptor of that file is
     * closed, at the latest when the process dies. It also excludes other openings of the same file in this process.
     *
     * @return false if somebody else has it
     */
    public static boolean tryLock(int fd) {
        NativeLibrary.load();
        return foreign == null ? tryLock0(fd) : foreign.tryLock(fd);
    }

    /** Replaces the text of a file. */
    public static void writeText(int fd, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > TEXT_LENGTH_MAX) {
            throw new IllegalArgumentException("text has " + bytes.length + " bytes, more than " + TEXT_LENGTH_MAX);
        }
        NativeLibrary.load();
        if (foreign == null) {
            write0(fd, bytes);
        } else {
            foreign.write(fd, bytes);
        }
    }

    /** Returns the text of a file from its beginning, cut off after {@link #TEXT_LENGTH_MAX} bytes. */
    public static String readText(int fd) {
        NativeLibrary.load();
        byte[] bytes = new byte[TEXT_LENGTH_MAX];
        int length = foreign == null ? read0(fd, bytes) : foreign.read(fd, bytes);
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private static FileStatus status(long[] fields) {
        return new FileStatus((int) fields[0], (int) fields[1], (int) fields[2], fields[3], fields[4], fields[5]);
    }

    private static native boolean lstat0(byte[] path, long[] fields);

    private static native void fstat0(int fd, long[] fields);

    private static native void makeDirectory0(byte[] path, int mode);

    private static native boolean unlink0(byte[] path);

    private static native int openLockFile0(byte[] path);

    private static native int openExisting0(byte[] path);

    private static native int openUnnamed0(byte[] directory);

    private static native boolean link0(int fd, byte[] path);

    private static native boolean tryLock0(int fd);

    private static native void write0(int fd, byte[] text);

    private static native int read0(int fd, byte[] text);
}
