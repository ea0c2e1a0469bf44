// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.os;

/** The result of {@code stat} for a file. {@code device} and {@code inode} together are its identity. */
public record FileStatus(int mode, int uid, int gid, long inode, long device, long size) {

    private static final int TYPE = 0170000;
    private static final int REGULAR = 0100000;
    private static final int DIRECTORY = 0040000;
    private static final int SYMBOLIC_LINK = 0120000;
    private static final int FIFO = 0010000;
    private static final int SOCKET = 0140000;
    private static final int PERMISSIONS = 07777;

    public boolean isRegularFile() {
        return (mode & TYPE) == REGULAR;
    }

    public boolean isDirectory() {
        return (mode & TYPE) == DIRECTORY;
    }

    public boolean isFifo() {
        return (mode & TYPE) == FIFO;
    }

    public boolean isSocket() {
        return (mode & TYPE) == SOCKET;
    }

    public boolean isSymbolicLink() {
        return (mode & TYPE) == SYMBOLIC_LINK;
    }

    /** Whether both are the same file, whatever has been done to it meanwhile. */
    public boolean isSameFile(FileStatus other) {
        return device == other.device && inode == other.inode;
    }

    /** The mode without the file's type, such as 0700. */
    public int permissions() {
        return mode & PERMISSIONS;
    }
}
