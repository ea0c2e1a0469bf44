// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

import java.nio.ByteBuffer;

/** The system calls that {@code io.nearcall.ipc.os.Memory} needs. */
public interface MemoryCalls {

    int memfd(byte[] name, long lengthBytes);

    void allocate(int fd, long lengthBytes);

    void seal(int fd);

    int isSealed(int fd);

    long allocated(int fd);

    long length(int fd);

    long map(int fd, long offset, long lengthBytes, boolean writable);

    long mapTwice(int fd, long offset, long lengthBytes, boolean writable);

    long aliasTwice(long address, long lengthBytes);

    void unmap(long address, long lengthBytes);

    void put(long address, byte[] from, int offset, int lengthBytes);

    void get(long address, byte[] to, int offset, int lengthBytes);

    ByteBuffer buffer(long address, long lengthBytes);
}
