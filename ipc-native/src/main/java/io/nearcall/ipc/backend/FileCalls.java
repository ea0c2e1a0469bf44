// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

/** The system calls that {@code io.nearcall.ipc.os.Descriptors} and {@code io.nearcall.ipc.os.FileSystem} need. */
public interface FileCalls {

    void close(int fd);

    int duplicate(int fd);

    boolean lstat(byte[] path, long[] fields);

    void fstat(int fd, long[] fields);

    void makeDirectory(byte[] path, int mode);

    boolean unlink(byte[] path);

    int openLockFile(byte[] path);

    int openExisting(byte[] path);

    int openUnnamed(byte[] directory);

    boolean link(int fd, byte[] path);

    boolean tryLock(int fd);

    void write(int fd, byte[] text);

    int read(int fd, byte[] text);
}
