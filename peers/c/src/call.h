// SPDX-License-Identifier: Apache-2.0
/* A call of this side, from its beginning to its end. */
#ifndef NC_CALL_H
#define NC_CALL_H

#include "connection.h"
#include "reader.h"
#include "writer.h"

enum nc_call_state {
    NC_CALL_WRITING,
    NC_CALL_SENT,
    NC_CALL_ANSWERED, /* there is a result */
    NC_CALL_THREW,    /* there is an exception */
    NC_CALL_FAILED    /* nothing more can be done with it */
};

/* A call on the shared lane whose answer is awaited. Guarded by the connection's lock. */
struct nc_pending {
    struct nc_pending *next;
    uint64_t call;
    struct nc_incoming answer;
    pthread_cond_t changed;
    bool answered;
    bool ended;     /* the connection */
    bool abandoned; /* its caller has left: whoever takes it out frees it */
};

struct nearcall_call {
    struct nc_connection *connection;
    enum nc_call_state state;
    int kind;
    struct nc_lane *lane;  /* borrowed, or that of the request around */
    struct nc_remote *remote; /* that it is made on, pinned; NULL: a service */
    struct nearcall_request *around; /* it is nested: on the lane of that request; NULL: it is not */
    bool left_lane;        /* the lane was given back before the call has ended */
    uint64_t id;           /* 0: not sent */
    uint8_t *memory; /* of the writer's record: see spare.c */
    struct nearcall_writer writer;
    struct nc_bytes records; /* of a call on the shared lane: for each u32 length, u8 flags, payload */
    struct nc_incoming incoming;
    struct nc_arena arena;
    struct nearcall_reader reader;
    struct nearcall_value *thrown;
    struct nc_patience patience;
    _Atomic uint64_t given_up; /* 1: it is */
    bool home; /* it is the connection's home call */
    struct nc_pending *pending;
};

struct nc_call_target {
    uint32_t object;
    uint32_t method; /* with the facet */
    struct nc_remote *remote; /* the peer's object, which a stub keeps; NULL: a service */
    int64_t latest_ns; /* a deadline of which the peer is not told; 0: none */
};

struct nearcall_request;

/* around: the request within which it is called, or NULL. */
int nc_call_begin(struct nc_connection *connection, const struct nc_call_target *target,
                  const nearcall_call_options *options, struct nearcall_request *around, nearcall_call **call,
                  nearcall_error *error);

/* shared_calls.c */
int nc_shared_send(nearcall_call *call, nearcall_error *error);
int nc_shared_await(nearcall_call *call, nearcall_error *error);
void nc_shared_abandon(nearcall_call *call);
/* Drops what was kept and not sent. */
void nc_shared_drop(nearcall_call *call);
int nc_shared_keep_record(void *call, const uint8_t *payload, uint32_t length, uint8_t flags, nearcall_error *error);

/* Reads the answer in call->incoming. Returns the status of the call. */
int nc_call_read_answer(nearcall_call *call, nearcall_error *error);

/*
 * nested.c. A call within a call has no lane of its own. If it is given up, its answer is waited for and skipped before
 * anything else is written to the lane.
 */
void nc_nested_give_up(struct nc_lane *lane, uint64_t call, bool partly_sent, struct nc_incoming *incoming);
enum nc_wait nc_lane_settle_nested(struct nc_lane *lane, struct nc_patience *patience);

/* context.c: deadline and metadata of a call */
int nc_context_check(const nearcall_call_options *options, nearcall_error *error);
void nc_context_put(nearcall_writer *writer, int64_t remaining_ns, const nearcall_call_options *options);

struct nc_pair {
    const char *key;
    const char *value;
};

struct nc_context {
    int64_t remaining_ns; /* 0: no limit */
    struct nc_pair pairs[16];
    size_t pair_count;
};

/* Returns false if the block breaks a rule, which ends the connection. Texts are in the reader's arena. */
bool nc_context_get(nearcall_reader *reader, struct nc_context *context);

#endif
