// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

import java.nio.ByteBuffer;

/** The system calls that {@code io.nearcall.ipc.os.Fifo} needs. */
public interface FifoCalls {

    void make(byte[] path);

    int open(byte[] path, boolean writable);

    int pages(int fd);

    int resize(int fd, int bytes);

    int unread(int fd);

    int read(int fd, ByteBuffer destination, int offset, int length);

    int write(int fd, ByteBuffer source, int offset, int length);

    int await(int fd, boolean readable, int wakeUp, long timeoutNs);

    int openWakeUp();

    int wake(int wakeUp);
}
