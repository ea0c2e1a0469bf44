// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

/** What {@code io.nearcall.ipc.os.SysVMemory} needs of the system. */
public interface SharedMemoryCalls {

    int open(int key, long lengthBytes, int flags);

    long attach(int id, boolean writable);

    void detach(long address);

    int status(int id, long[] fields);

    int remove(int id);
}
