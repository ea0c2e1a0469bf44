// SPDX-License-Identifier: Apache-2.0
/* A service's name, held, and its socket, listening. Both are looked after, because cleaners may remove them. */
#ifndef NC_SERVICE_SOCKET_H
#define NC_SERVICE_SOCKET_H

#include "name_lock.h"

struct nc_service_socket {
    const struct nc_directory *directory;
    char name[NC_SERVICE_NAME_MAX + 1];
    char lock_path[NC_PATH_MAX + NC_SERVICE_NAME_MAX + 8];
    struct sockaddr_un address;
    struct nc_name_lock lock;
    int fd; /* listens; -1: not */
    dev_t device; /* of the socket's file, like inode */
    ino_t inode;
    unsigned suspicions; /* looks in a row that found another holder that cannot be checked */
    int64_t touched_ns;
};

/* Takes the name, and listens. Waits half a second for a holder that is about to go. */
int nc_service_socket_open(struct nc_service_socket *socket, const struct nc_directory *directory, const char *name,
                           nearcall_error *error);

/* Puts back what was removed. To be called every second. Returns false if another process has the name. */
bool nc_service_socket_look(struct nc_service_socket *socket);

/* Removes both files, unless another process has the name. */
void nc_service_socket_close(struct nc_service_socket *socket);

#endif
