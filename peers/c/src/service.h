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

#endif
