// SPDX-License-Identifier: Apache-2.0
/* A call of the peer, while its handler runs. */
#ifndef NC_REQUEST_H
#define NC_REQUEST_H

#include "call.h"
#include "object.h"

struct nearcall_request {
    struct nc_connection *connection;
    struct nc_lane *lane;
    uint64_t call;
    _Atomic uint64_t entered; /* twice the same, once it is known to nc_dispatch_cancel(). One more: it was cancelled */
    bool post;
    bool started;  /* nearcall_request_start() has succeeded */
    bool threw;
    const struct nc_object *object;
    char result_form; /* V: none */
    struct nearcall_reader reader;
    uint8_t *memory; /* of the writer's record: see spare.c */
    struct nearcall_writer writer;
    struct nc_arena arena;
    struct nc_context context;
    int64_t deadline_ns; /* of the caller; NC_NEVER: none */
    int64_t waited_ns;   /* how long its answer has waited for room in all; of a shared lane */
    struct nearcall_request *around; /* on the same lane; written under the connection's lock */
    struct nc_patience *patience; /* of the call within which it has come; NULL: none */
    bool unsettled; /* that one's time was over before the peer could be answered */
    nearcall_call *unanswered; /* the call within it that was sent, partly or as a whole; NULL: none */
};

/* cancelling.c: makes it known to nc_dispatch_cancel(). Returns false if it was cancelled before. Of the thread of its lane. */
bool nc_request_enter(struct nearcall_request *request);
void nc_request_exit(struct nearcall_request *request);

/* object0.c: runs a method of object 0. Returns a status, as a handler does. */
int nc_object0_run(struct nearcall_request *request, uint32_t method);

/* Has object 0 a method of that number? */
bool nc_object0_has_method(uint32_t method);

#endif
