// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

/** The system calls that {@code CurrentProcess} and {@code ProcessDescriptor} of {@code io.nearcall.ipc.os} need. */
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
