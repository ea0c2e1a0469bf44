// SPDX-License-Identifier: Apache-2.0
/* Where calls and requests come from, and where they go when they have ended. */
#ifndef NC_SPARE_H
#define NC_SPARE_H

#include "batch_kind.h"
#include "request.h"

/* A call with a reference to the connection, in which little else is set. NULL if memory has run out. Any thread. */
nearcall_call *nc_call_take(struct nc_connection *connection);

/* Keeps it for the next one, or frees it. The caller has no reference to the connection any more. */
void nc_call_leave(nearcall_call *call);

/* The connection has ended: no call is kept any more. Of the monitor, which has a reference. */
void nc_home_call_end(struct nc_connection *connection);

/* The same for a request. Of the thread that has the lane. */
struct nearcall_request *nc_request_take(struct nc_lane *lane);
void nc_request_leave(struct nc_lane *lane, struct nearcall_request *request);
void nc_request_free(struct nearcall_request *request);

#endif
