// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

import java.nio.ByteBuffer;

/** The system calls that {@code io.nearcall.ipc.os.UnixSocket} needs. */
public interface SocketCalls {

    int listen(byte[] path, int mode, int backlog);

    int connect(byte[] path, long timeoutNs);

    int accept(int listener);

    void peer(int fd, int[] pidUidGid);

    int send(int fd, ByteBuffer source, int offset, int length, int passFd);

    int receive(int fd, ByteBuffer destination, int offset, int length, int[] fds, int capacity);

    int await(int fd, boolean readable, long timeoutNs);

    void shutdown(int fd);

    void pair(int[] two);
}
