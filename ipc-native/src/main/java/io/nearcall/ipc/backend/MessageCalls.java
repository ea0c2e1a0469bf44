// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

import java.nio.ByteBuffer;

/** The system calls that {@code io.nearcall.ipc.os.SysVMessages} needs. */
public interface MessageCalls {

    int key(byte[] path, int project);

    int open(int key, int flags);

    int send(int id, ByteBuffer message, int offset, int textLength);

    int receive(int id, ByteBuffer message, int offset, int textCapacity, long type, boolean except);

    int status(int id, long[] fields);

    int maxLength();

    int maxCapacity();

    int resize(int id, long capacityBytes);

    int remove(int id);
}
