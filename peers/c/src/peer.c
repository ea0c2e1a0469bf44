// SPDX-License-Identifier: Apache-2.0
/* Credentials, pidfds, and the flag of processes that are exiting. */
#include "peer.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

enum { PF_EXITING = 0x4 };

int nc_peer_of_socket(int fd, struct nc_peer *peer)
{
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) {
        return -errno;
    }
    int pidfd = -1;
    length = sizeof pidfd;
    /*
     * Before Linux 6.5 the pid has to do. If the peer has died already, and its pid is another process's, then the pidfd
     * does not show a death. The stream ends all the same, and calls end as MAY_HAVE_RUN.
     */
    if (getsockopt(fd, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &length) < 0) {
        pidfd = credentials.pid > 0 ? (int)syscall(SYS_pidfd_open, credentials.pid, 0) : -1;
    }
    *peer = (struct nc_peer){.uid = credentials.uid, .pid = credentials.pid, .pidfd = pidfd};
    return 0;
}

void nc_peer_close(struct nc_peer *peer)
{
    if (peer->pidfd >= 0) {
        close(peer->pidfd);
        peer->pidfd = -1;
    }
}

bool nc_peer_is_dead(const struct nc_peer *peer)
{
    struct pollfd ended = {.fd = peer->pidfd, .events = POLLIN};
    return peer->pidfd >= 0 && poll(&ended, 1, 0) > 0;
}

bool nc_peer_is_exiting(const struct nc_peer *peer)
{
    if (nc_peer_is_dead(peer)) {
        return true;
    }
    if (peer->pid <= 0) {
        return false;
    }
    char path[32];
    char text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)peer->pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return false;
    }
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    if (length <= 0) {
        return false;
    }
    text[length] = 0;
    /* pid (name) state ppid pgrp session tty tpgid flags: the name may contain anything, the last ")" ends it. */
    const char *at = strrchr(text, ')');
    for (int field = 0; at != NULL && field < 7; field++) {
        at = strchr(at + 1, ' ');
    }
    return at != NULL && (strtoul(at + 1, NULL, 10) & PF_EXITING) != 0;
}
