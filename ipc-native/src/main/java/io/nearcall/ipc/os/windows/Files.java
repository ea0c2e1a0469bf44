// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os.windows;

import io.nearcall.ipc.os.FileStatus;
import io.nearcall.ipc.os.WindowsException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Files and directories of Windows, as far as the JDK does not tell enough about them. Thread-safe. */
public final class Files {

    /** In {@link FileStatus}: the owner is the user of this process. Windows has no numbers of users. */
    public static final int OWN = 1;

    private static final int STATUS_FIELDS = 5;
    private static final int TEXT_BYTES = 1024;

    private Files() {}

    /**
     * Returns the status of what has that name, a link not followed; null if there is nothing, or only a removed file that
     * is still open elsewhere. The owner is {@link #OWN}, 0 for the system and its administrators, and -1 for another one.
     * The mode says what others may do. Where others may write, the sticky bit says that they may not rename what is not
     * theirs.
     *
     * @throws WindowsException EACCES
     */
    public static FileStatus status(String path) {
        Library.load();
        long file = look0(path);
        if (file == -ErrorCodes.FILE_NOT_FOUND || file == -ErrorCodes.PATH_NOT_FOUND) {
            return null;
        }
        ErrorCodes.check(file, "CreateFile", path);
        try {
            return status(file);
        } finally {
            Handles.close(file);
        }
    }

    /** As above, of an open file. */
    public static FileStatus status(long file) {
        long[] fields = new long[STATUS_FIELDS];
        ErrorCodes.check(statusOf0(file, fields), "GetFileInformationByHandle", "handle " + file);
        int owner = (int) fields[1];
        return new FileStatus((int) fields[0], owner, owner, fields[2], fields[3], fields[4]);
    }

    /**
     * Makes a directory for this user.
     *
     * @throws WindowsException EEXIST
     */
    public static void makeDirectory(String path) {
        Library.load();
        ErrorCodes.check(makeDirectory0(path), "CreateDirectory", path);
    }

    /**
     * Opens a file to be locked, and makes it for this user if there is none. Others may still do everything with it.
     *
     * @throws WindowsException EACCES, also while a removed file is still open elsewhere
     */
    public static long open(String path) {
        Library.load();
        return ErrorCodes.check(open0(path, false), "CreateFile", path);
    }

    /**
     * Makes a file for this user.
     *
     * @throws WindowsException EEXIST, ENOENT if there is no such directory
     */
    public static long create(String path) {
        Library.load();
        return ErrorCodes.check(open0(path, true), "CreateFile", path);
    }

    /** Locks an open file against all other openings. Does not block. Returns false if another one has the lock. */
    public static boolean tryLock(long file) {
        return ErrorCodes.check(lock0(file), "LockFileEx", "handle " + file) != 0;
    }

    /** Returns the text of an open file, up to 1 KiB. */
    public static String read(long file) {
        byte[] text = new byte[TEXT_BYTES];
        int length = (int) ErrorCodes.check(read0(file, text), "ReadFile", "handle " + file);
        return new String(Arrays.copyOf(text, length), StandardCharsets.UTF_8);
    }

    /** Replaces the text of an open file, with 1 KiB at most. */
    public static void write(long file, String text) {
        ErrorCodes.check(write0(file, text.getBytes(StandardCharsets.UTF_8)), "WriteFile", "handle " + file);
    }

    private static native int statusOf0(long file, long[] fields);

    private static native long look0(String path);

    private static native int makeDirectory0(String path);

    private static native long open0(String path, boolean fresh);

    private static native int lock0(long file);

    private static native int read0(long file, byte[] text);

    private static native int write0(long file, byte[] text);
}
