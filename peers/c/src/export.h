// SPDX-License-Identifier: Apache-2.0
/* Services of an endpoint. */
#ifndef NC_EXPORT_H
#define NC_EXPORT_H

#include "object.h"
#include "service_socket.h"

struct nc_batch_kind;

struct nc_export {
    struct nc_export *next; /* of the endpoint, guarded by its lock */
    atomic_uint references; /* the owner, and the thread that accepts */
    nearcall_endpoint *endpoint;
    struct nc_object *object;
    struct nc_service_socket socket; /* of the thread that accepts */
    const struct nc_batch_kind *kind; /* over whose channel it is offered; NULL: over all */
    int wake_fd;
    atomic_bool closed; /* the service is withdrawn, or has lost its name */
};

/* Withdraws all services of an endpoint. */
void nc_exports_withdraw(nearcall_endpoint *endpoint);

/* The object of a service that is offered, with a reference, or NULL. */
struct nc_object *nc_export_find(nearcall_endpoint *endpoint, const char *name);
struct nc_object *nc_export_of_id(nearcall_endpoint *endpoint, uint32_t id);

/*
 * The object that a peer calls, with a reference, or NULL. Of an object that travelled by reference, *method has the facet,
 * which is taken off. post: the call counts as a reference that came home.
 */
struct nc_object *nc_exported_object(struct nc_connection *connection, uint32_t id, uint32_t *method, bool post);

#endif
