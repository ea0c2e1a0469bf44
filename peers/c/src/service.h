// SPDX-License-Identifier: Apache-2.0
/* What methods are called on: a service, or an object of a peer to which this process has a reference. */
#ifndef NC_SERVICE_H
#define NC_SERVICE_H

#include "call.h"
#include "references.h"

struct nearcall_service {
    atomic_uint references; /* the owner; calls have one to the connection, and to remote */
    struct nc_connection *connection;
    struct nc_remote *remote; /* NULL: a service */
    uint32_t object;
    uint32_t facet;
    size_t method_count;
    int32_t *numbers; /* negative: see section 7 of the protocol */
    char **signatures;
};

struct nc_batch_kind;

/*
 * Does a look-up with that status on one connection try another one? The name may be another process's now, and its process
 * may be leaving.
 */
static inline bool nc_reuse_looks_on(int status)
{
    return status == NEARCALL_NOT_FOUND || status == NEARCALL_LOST || status == NEARCALL_CLOSED;
}

/* reuse.c */
/* The next connection of that address that is alive, or NULL. after: the last one that was tried, NULL: none. */
struct nc_connection *nc_reuse(nearcall_endpoint *endpoint, const struct nc_batch_kind *kind, const char *name,
                               const struct nc_connection *after);
/* Behind a look-up on a connection of nc_reuse() or nc_connect(). */
void nc_reuse_leave(struct nc_connection *connection, int status);

#endif
