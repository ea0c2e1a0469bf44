// SPDX-License-Identifier: Apache-2.0
/*
 * A lane: one conversation of two sides, record by record. How records travel is a channel's business.
 *
 * A lane is of one thread at a time. It is handed over under the lock of its connection, except the home
 * lane: see lane_pool.c.
 */
#ifndef NC_LANE_H
#define NC_LANE_H

#include "ring.h"

#include <pthread.h>

struct nc_connection;
struct nc_lane;

/* How long somebody waits. Of one thread. */
struct nc_patience {
    int64_t deadline_ns;         /* NC_NEVER: no limit. Read it by nc_patience_deadline() */
    int64_t timeout_ns;          /* from the first wait that is not short: most calls need no clock. 0: none */
    const _Atomic uint64_t *given_up; /* its lowest bit says so. NULL: nobody gives up */
};

/* When it is over. Begins the timeout. */
int64_t nc_patience_deadline(struct nc_patience *patience);

/* Partners: nearcall_call_cancel() and nc_dispatch_cancel(), which set the bit. */
static inline bool nc_patience_given_up(const struct nc_patience *patience)
{
    return patience->given_up != NULL && (atomic_load_explicit(patience->given_up, memory_order_acquire) & 1) != 0;
}

enum nc_wait {
    NC_READY,
    NC_TIMED_OUT,
    NC_GIVEN_UP,
    NC_ENDED /* the connection has ended, and nothing is left to read */
};

/* What a kind of lane can do. None of these block, except sleep_for_*. */
struct nc_channel {
    const char *name;
    uint32_t longest; /* payload of a record */
    bool (*has_room)(struct nc_lane *lane);
    /* There has to be room. Returns false if the channel is broken. */
    bool (*publish)(struct nc_lane *lane, const void *payload, uint32_t length, uint8_t flags);
    /* Copies the next record to payload, which has room for the longest one. */
    enum nc_ring_state (*read)(struct nc_lane *lane, uint8_t *payload, struct nc_record *record);
    bool (*is_readable)(struct nc_lane *lane);
    /* Sleeps until there may be a record, or room. Returns early if the time is over or the lane is woken. */
    void (*sleep_for_record)(struct nc_lane *lane, int64_t timeout_ns);
    void (*sleep_for_room)(struct nc_lane *lane, int64_t timeout_ns);
    /* Says that nobody looks for records until the peer rings. Returns false, and takes it back, if there is one. */
    bool (*rest)(struct nc_lane *lane);
    void (*end_rest)(struct nc_lane *lane);
    /* Ends the sleep of another thread on this lane. */
    void (*wake)(struct nc_lane *lane);
    /* This thread looks for the end of the connection only behind it: see nearcall_request_start(). */
    void (*store_taken)(struct nc_lane *lane, uint64_t call);
    void (*store_done)(struct nc_lane *lane, uint64_t call);
    /* Taken Call of the peer, which can be read after its death. NULL: only its GOODBYE tells. */
    uint64_t (*peer_taken)(struct nc_lane *lane);
    /* Taken Call of this side, for its GOODBYE. NULL: the peer can read it itself. */
    uint64_t (*own_taken)(struct nc_lane *lane);
    /* What the monitor watches while the lane rests. NULL: the peer rings. */
    int (*watched)(struct nc_lane *lane);
    /* Frees what the channel has. NULL: nothing. */
    void (*close)(struct nc_lane *lane);
};

enum nc_lane_state {
    NC_LANE_FREE,
    NC_LANE_BORROWED,
    NC_LANE_DRAINING, /* its caller gave up, and the answer has not come */
    NC_LANE_RESTING,  /* nobody looks; the peer rings */
    NC_LANE_ATTENDED, /* a worker looks */
    NC_LANE_RUNG      /* attended, and the peer has rung since */
};

/* A call that was given up while one of the peer within it was not answered, because the drained one was not, either. */
struct nc_owed {
    struct nc_owed *next;
    uint64_t refused; /* of the peer */
    uint64_t drained; /* of this side, around it */
};

struct nc_incoming;
struct nc_stream;
struct nearcall_request;

enum { NC_CANCELLED_KEPT = 64, NC_CANCELLED_KEPT_SHARED = 4096, NC_CANCELLED_KEPT_STREAM = 16384 /* shared, over unix and fifo */ };

struct nc_lane {
    const struct nc_channel *channel;
    struct nc_connection *connection;
    uint32_t index;  /* in its batch */
    uint32_t number; /* batch * 1024 + index */
    bool shared;
    bool own; /* this side opened it */
    bool home; /* it is the connection's home lane */
    bool lent; /* it was borrowed by borrow_home(). Of whoever has the lane */

    /* Of shared memory. */
    uint8_t *own_control;
    const uint8_t *peer_control;
    struct nc_ring_producer out;
    struct nc_ring_consumer in;
    uint32_t rests;
    uint32_t rung; /* the rest of the peer for which this side has rung */
    struct nc_stream *stream; /* over unix and fifo */

    _Atomic(const void *) awaited; /* the word that a thread sleeps on, or NULL */

    uint8_t *received; /* the payload of the record that was read last, unless it was read into its message */
    struct nearcall_request *spare_request; /* for the next call of the peer; NULL: in use, or not made */
    struct nc_object *served;               /* the service that the peer has called last, retained; NULL: none */
    uint64_t own_call;   /* id of the last call of this side */
    uint64_t peer_call;  /* id of the last call of the peer */
    unsigned depth;      /* calls in progress on it, of both sides */

    /* Guarded by the connection's lock. */
    enum nc_lane_state state;
    struct nc_lane *next; /* in the list of free lanes, or of draining ones */
    bool hung_up; /* the peer has closed its end of a FIFO: nothing comes, and the monitor does not watch it */

    /* Of whoever has a borrowed lane, or whose turn it is on the own shared one. */
    bool cancel_pending;
    bool abort_pending;
    bool unsent; /* of the own shared lane: a socket or FIFO has not taken the end of a message */

    /* While it drains. */
    uint64_t drained_call;
    struct nc_incoming *drained;
    uint64_t unrefused_call; /* of the peer, whose refusal had no room; 0: none */
    bool unrefused_ran;      /* its method has run */
    uint64_t unsettled_call; /* of the peer, which this side could not answer before the drained one is answered */
    struct nc_owed *owed;    /* what follows the drained call, the innermost first */

    /* Of the calls that this side serves on it: see cancelling.c. */
    _Atomic(struct nearcall_request *) running; /* the innermost one; each knows the one around it */
    _Atomic uint64_t entered;    /* the last call that has begun, or was skipped */
    uint64_t *cancelled; /* ids of later ones that were cancelled before they were read; guarded by the connection's lock */
    atomic_uint cancelled_count; /* written under the lock */
};

/* Waits for a record, or for room. in_message: records of the same message came before. */
enum nc_wait nc_lane_await_record(struct nc_lane *lane, bool in_message, struct nc_patience *patience);
enum nc_wait nc_lane_await_room(struct nc_lane *lane, struct nc_patience *patience);

/* Ends a sleep on this lane, so that its thread looks whether the connection has ended or its call was given up. */
void nc_lane_wake(struct nc_lane *lane);

void nc_lane_free(struct nc_lane *lane);

/* The channel "shm". */
extern const struct nc_channel nc_shm_channel;

/* Makes a lane of two mapped halves. Returns NULL if memory has run out. */
struct nc_lane *nc_shm_lane(struct nc_connection *connection, const struct nc_batch_shape *shape, uint32_t index,
                            const struct nc_segment *own, const struct nc_segment *peer, bool opened_here);

#endif
