// SPDX-License-Identifier: Apache-2.0
/* Where calls and requests come from, and where they go when they have ended. */
#ifndef NC_SPARE_H
#define NC_SPARE_H

#include "batch_kind.h"
#include "request.h"

/* A call in which nothing is set but what each call on the connection has. NULL if memory has run out. Any thread. */
nearcall_call *nc_call_take(struct nc_connection *connection);

/* Keeps it for the next one, or frees it. */
void nc_call_leave(struct nc_connection *connection, nearcall_call *call);
void nc_call_free(nearcall_call *call);

/* The same for a request. Of the thread that has the lane. */
struct nearcall_request *nc_request_take(struct nc_lane *lane);
void nc_request_leave(struct nc_lane *lane, struct nearcall_request *request);
void nc_request_free(struct nearcall_request *request);

#endif
