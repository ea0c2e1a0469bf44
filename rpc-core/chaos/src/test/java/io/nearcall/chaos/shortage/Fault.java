// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.ipc.os.Errno;
import java.util.List;

/** A system call that fails, and why it may. In the order of faults.c. */
enum Fault {
    MMAP(Errno.ENOMEM, Errno.EAGAIN),
    MEMFD_CREATE(Errno.EMFILE, Errno.ENFILE, Errno.ENOMEM),
    FALLOCATE(Errno.ENOSPC, Errno.ENOMEM),
    ADD_SEALS(Errno.EPERM, Errno.EBUSY),
    PIDFD_OPEN(Errno.EMFILE, Errno.ENOSYS),
    PEER_PIDFD(Errno.EMFILE, Errno.ENOPROTOOPT),
    EPOLL_CREATE(Errno.EMFILE, Errno.ENOMEM),
    EPOLL_ADD(Errno.ENOMEM, Errno.ENOSPC),
    EVENTFD(Errno.EMFILE, Errno.ENOMEM),
    SOCKET(Errno.EMFILE, Errno.ENOBUFS),
    BIND(Errno.EADDRINUSE, Errno.ENOSPC),
    LISTEN(Errno.ENOBUFS),
    CONNECT(Errno.ENOMEM, Errno.EACCES),
    ACCEPT(Errno.EMFILE, Errno.ENFILE, Errno.ENOMEM),
    SENDMSG(Errno.ENOBUFS, Errno.ENOMEM, Errno.ETOOMANYREFS),
    RECVMSG(Errno.ENOMEM, Errno.ENOBUFS),
    OPEN(Errno.EMFILE, Errno.ENFILE, Errno.ENOMEM),
    MKDIR(Errno.ENOSPC),
    FLOCK(Errno.ENOMEM),
    FTRUNCATE(Errno.EIO),
    PWRITE(Errno.ENOSPC),
    MKFIFO(Errno.ENOSPC, Errno.ENOMEM),
    PIPE_SIZE(Errno.EPERM, Errno.ENOMEM),
    WRITE(Errno.ENOMEM),
    SHMGET(Errno.ENOSPC, Errno.ENOMEM),
    SHMAT(Errno.ENOMEM),
    SEMGET(Errno.ENOSPC, Errno.ENOMEM),
    MSGGET(Errno.ENOSPC, Errno.ENOMEM),
    MSGSND(Errno.ENOMEM),
    THREAD(Errno.EAGAIN);

    private final List<Integer> errors;

    Fault(Integer... errors) {
        this.errors = List.of(errors);
    }

    List<Integer> errors() {
        return errors;
    }
}
