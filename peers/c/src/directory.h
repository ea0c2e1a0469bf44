// SPDX-License-Identifier: Apache-2.0
/* The runtime directory, where services meet (section 1 of the protocol). */
#ifndef NC_DIRECTORY_H
#define NC_DIRECTORY_H

#include "base.h"

#include <sys/un.h>

enum { NC_PATH_MAX = 4096, NC_SERVICE_NAME_MAX = 100 };

/* Users whose processes may connect: the own one, and those that the endpoint allows. */
struct nc_users {
    uid_t own;
    uid_t *others;
    size_t other_count;
};

struct nc_directory {
    char path[NC_PATH_MAX];
    bool configured;
    bool own;    /* else it belongs to another user who is allowed */
    mode_t mode; /* its lower 9 bits */
    const struct nc_users *users; /* for whom it was checked; NULL: it was not */
};

bool nc_users_allow(const struct nc_users *users, uid_t uid);

/*
 * Finds the directory, makes it if only its last part is missing, and checks that nobody else can replace it.
 * configured: its path, or NULL for NEARCALL_DIR or a default.
 */
int nc_directory_open(struct nc_directory *directory, const char *configured, const struct nc_users *users,
                      nearcall_error *error);

/*
 * Makes the directory again if it was removed, unless it is another user's to make, and checks it again. Somebody else may
 * have made it meanwhile.
 */
int nc_directory_restore(const struct nc_directory *directory, nearcall_error *error);

/* Is it the name of a service: 1 to 100 of A-Z a-z 0-9 . _ - $, with neither . nor - in front? */
bool nc_service_name_valid(const char *name);

/* The address of the socket NAME.sock, or an error if its path has more than 107 bytes. */
int nc_directory_socket(const struct nc_directory *directory, const char *name, struct sockaddr_un *address,
                        nearcall_error *error);

#endif
