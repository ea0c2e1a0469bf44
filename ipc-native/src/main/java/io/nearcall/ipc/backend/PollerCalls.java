// SPDX-License-Identifier: Apache-2.0
package io.nearcall.ipc.backend;

/** The system calls that {@code io.nearcall.ipc.os.Poller} needs. */
public interface PollerCalls {

    void open(int[] epollWakeup);

    void add(int epollFd, int fd, int token, int interest);

    void modify(int epollFd, int fd, int token, int interest);

    void remove(int epollFd, int fd);

    int await(int epollFd, int wakeupFd, int[] tokens, int[] readiness, int capacity, int timeoutMs);

    int wake(int wakeupFd);
}
