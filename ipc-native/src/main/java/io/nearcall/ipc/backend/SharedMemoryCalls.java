// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

/** The system calls that {@code io.nearcall.ipc.os.SysVMemory} needs. */
public interface SharedMemoryCalls {

    int open(int key, long lengthBytes, int flags);

    long attach(int id, boolean writable);

    void detach(long address);

    int status(int id, long[] fields);

    int remove(int id);
}
