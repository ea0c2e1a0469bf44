// SPDX-License-Identifier: Apache-2.0
/* HELLO and its answers (section 2 of the protocol). */
#ifndef NC_HANDSHAKE_H
#define NC_HANDSHAKE_H

#include "connection.h"

/*
 * Connects to a service and says HELLO. Waits until the service is there, up to a deadline. The connection is started, and
 * the caller's reference is returned.
 */
int nc_connect(nearcall_endpoint *endpoint, const struct nc_batch_kind *kind, const char *name, int64_t deadline_ns,
               struct nc_connection **connection, nearcall_error *error);

/*
 * Answers the HELLO of a process that has connected to a service over which kind's channel is offered; NULL: over all. Takes
 * over the socket. Blocks for 2 s at most.
 */
void nc_welcome(nearcall_endpoint *endpoint, const struct nc_batch_kind *kind, int fd);

#endif
