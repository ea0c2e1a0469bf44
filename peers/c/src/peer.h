// SPDX-License-Identifier: Apache-2.0
/* The process at the other end of a socket. */
#ifndef NC_PEER_H
#define NC_PEER_H

#include "base.h"

struct nc_peer {
    uid_t uid;
    pid_t pid;  /* 0: of a foreign pid namespace */
    int pidfd;  /* -1: the system has none for it */
};

/* Asks the kernel who is at the other end. Opens a pidfd. Returns 0 or -errno. */
int nc_peer_of_socket(int fd, struct nc_peer *peer);

void nc_peer_close(struct nc_peer *peer);

/* Has the process ended? false if that cannot be known. */
bool nc_peer_is_dead(const struct nc_peer *peer);

/* Is the process on its way to its end (PF_EXITING), or has it got there? */
bool nc_peer_is_exiting(const struct nc_peer *peer);

#endif
