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
 * Gives a process that has connected a place among the accepted connections, and finds out who it is. Otherwise refuses it,
 * closes the socket and returns false. Does not block.
 */
bool nc_admit(nearcall_endpoint *endpoint, int fd, struct nc_peer *peer);

/* Takes the place back, and closes the socket. */
void nc_turn_away(nearcall_endpoint *endpoint, int fd, struct nc_peer *peer);

/*
 * Answers the HELLO of a process that has a place, and has connected to a service over which kind's channel is offered;
 * NULL: over all. Takes over the socket. Blocks for 2 s at most.
 */
void nc_welcome(nearcall_endpoint *endpoint, const struct nc_batch_kind *kind, int fd, struct nc_peer *peer);

#endif
