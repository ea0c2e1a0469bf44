// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

/** What {@code io.nearcall.ipc.os.CurrentProcess} and {@code io.nearcall.ipc.os.ProcessDescriptor} need of the system. */
public interface ProcessCalls {

    int pid();

    int uid();

    int gid();

    long threadCpu();

    int leaveCpu();

    int open(int pid);

    int ofPeer(int socketFd);

    int isAlive(int pidfd);

    long identity(int pidfd);
}
