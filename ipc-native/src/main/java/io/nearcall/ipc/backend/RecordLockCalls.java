// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

/** The system calls that {@code io.nearcall.ipc.os.RecordLock} needs. */
public interface RecordLockCalls {

    boolean tryLock(int fd, long offset, long lengthBytes);

    boolean isHeld(int fd, long offset, long lengthBytes);

    void release(int fd, long offset, long lengthBytes);
}
