// SPDX-License-Identifier: Apache-2.0
/*
 * A connection: one control socket, its lanes, and what both sides know of each other.
 *
 * Threads. One thread, the monitor, receives all control messages. Callers wait on their own lanes. A worker looks for the
 * calls of a served lane, and another one for the answers of the own shared lane; both leave when nothing comes.
 *
 * A connection is freed with its last reference. The monitor, workers, services and calls have one each. So memory is
 * unmapped only when nobody can touch it any more.
 */
#ifndef NC_CONNECTION_H
#define NC_CONNECTION_H

#include "control_socket.h"
#include "endpoint.h"
#include "incoming.h"
#include "lane.h"
#include "peer.h"

enum nc_end {
    NC_OPEN = 0,
    NC_END_CLOSED,  /* by this side */
    NC_END_GOODBYE, /* by the peer */
    NC_END_DEATH,   /* the peer has died */
    NC_END_BROKEN,  /* the stream ended without a GOODBYE */
    NC_END_BREACH   /* the peer does not keep the protocol */
};

struct nc_batch {
    struct nc_batch_shape shape;
    bool own;   /* opened by this side */
    bool ready; /* false: asked for, and not answered */
    struct nc_segment own_half; /* of shared memory */
    struct nc_segment peer_half;
    char address[256]; /* of this side's half; empty over shm */
    int listener;      /* over unix; -1: none */
    uint8_t secret[32];
    int *in_fds;       /* of each lane, over unix and fifo, until the lane has them */
    int *out_fds;
    struct nc_lane **lanes;
};

struct nc_batch_kind;
struct nc_pending;
struct nc_classes;
struct nc_references;

enum { NC_PENDING_BUCKETS = 256, NC_NESTING_MAX = 32 };

enum nc_home {
    NC_HOME_NONE,
    NC_HOME_BUSY,
    NC_HOME_LEAVING, /* its thread looks whether the connection has ended */
    NC_HOME_IDLE,
    NC_HOME_LEFT /* the connection has ended */
};

struct nc_connection {
    atomic_uint references;
    nearcall_endpoint *endpoint;
    struct nc_connection *next; /* of the endpoint, guarded by its lock */
    char *address;              /* CHANNEL:NAME as it was looked up; NULL: accepted */
    unsigned lookups;           /* in progress on it; this and the next two are guarded by the endpoint's lock */
    bool bound;                 /* a look-up has found its service on it */
    bool useless;               /* none has, and it is being ended: no other one finds it */
    bool accepted;
    bool counted; /* among the accepted connections of the endpoint, until its last reference: a method may run on */
    const struct nc_batch_kind *kind; /* of its lanes */
    struct nc_control_socket control;
    struct nc_peer peer;
    int wake_fd;  /* wakes the monitor */
    int ended_fd; /* becomes readable when the connection ends */
    long processors;
    bool has_heavy_fence;

    uint32_t lane_limit; /* the smaller of both sides' */
    uint64_t longest;    /* message, likewise */
    bool peer_wants_trees;

    _Atomic int ended;   /* enum nc_end; written once, under the lock */
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a lane is free, a batch or class was answered, or the connection has ended */
    char end_reason[400];
    bool farewell; /* what this side says at the end has been said: the monitor may shut the socket down */
    struct nc_control_message *goodbye; /* the peer's: the last calls that it has taken */

    /* Of the monitor. */
    uint32_t peer_lanes;  /* that the peer has asked for */
    uint32_t peer_shared; /* shared ones among them */

    /* Guarded by the lock. */
    struct nc_batch **batches;
    size_t batch_count;
    uint32_t next_batch;
    uint32_t own_lanes;  /* that were asked for, without the shared one */
    bool asking;         /* a batch of borrowed lanes is not answered */
    bool asking_shared;
    int64_t refused_until_ns;        /* the peer gave no more lanes: it is not asked again before */
    int64_t shared_refused_until_ns; /* likewise, for the shared lane */
    struct nc_lane *free_lanes;
    struct nc_lane *draining;
    struct nc_lane *own_shared;
    atomic_uint sleeping_callers; /* on changed; changed under the lock */

    bool shared_busy;           /* a call is being sent on the own shared lane */
    pthread_cond_t shared_free;
    struct nc_pending *pending[NC_PENDING_BUCKETS]; /* calls on it; guarded by the lock */
    unsigned pending_count;

    /* A call and a lane that are used again and again: see spare.c and lane_pool.c. */
    struct nearcall_call *home_call; /* it has a reference to the connection */
    _Atomic int home_call_state;     /* enum nc_home */
    struct nc_lane *home_lane;       /* written once, under the lock; counts as borrowed */
    atomic_bool home_lane_idle;
    atomic_bool home_lane_lent;      /* to a thread that does not have the home call */

    struct nc_classes *classes;       /* ids of classes; has its own lock */
    struct nc_references *objects;    /* that travel by reference; has its own lock */
};

/* Takes over the socket and its peer. kind: NULL if the peer has connected and says it. Returns NULL if resources have run out; then they are still the caller's. */
struct nc_connection *nc_connection_new(nearcall_endpoint *endpoint, int fd, const struct nc_peer *peer,
                                        const struct nc_batch_kind *kind);

/* Starts the monitor, and adds the connection to its endpoint. */
int nc_connection_start(struct nc_connection *connection, nearcall_error *error);

struct nc_connection *nc_connection_retain(struct nc_connection *connection);
void nc_connection_release(struct nc_connection *connection);

/* Ends the connection. Only the first reason counts. Says GOODBYE unless the peer has ended it. Does not block. */
NC_SELDOM void nc_connection_end(struct nc_connection *connection, enum nc_end end, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Partner: the store in nc_connection_end(). What the peer had published before its end is visible behind this load,
 * because the monitor has seen the end before.
 */
static inline bool nc_connection_has_ended(struct nc_connection *connection)
{
    return atomic_load_explicit(&connection->ended, memory_order_seq_cst) != NC_OPEN;
}

/* Ends it for a fault: the peer's, unless it is a shortage of this side. */
NC_SELDOM void nc_connection_end_for(struct nc_connection *connection, const char *fault);

/* Describes why the connection has ended. */
NC_SELDOM int nc_connection_fail(struct nc_connection *connection, int outcome, nearcall_error *error);

/* What is known of a call that was sent as a whole, after the connection has ended. */
int nc_connection_outcome(struct nc_connection *connection, struct nc_lane *lane, uint64_t call);

/* Sends a control message. If it has to be queued, the monitor sends it. */
bool nc_connection_send(struct nc_connection *connection, const struct nc_control_message *message, int passed);

/* DOORBELL for a record of that lane. */
void nc_connection_ring(struct nc_connection *connection, uint32_t lane);

/* Wakes the monitor, so that it looks at its lists. */
void nc_connection_wake(struct nc_connection *connection);

/* Waits for a change under the lock. Returns false if the time is over. */
bool nc_connection_wait(struct nc_connection *connection, int64_t deadline_ns);

/* A reference that was written and not sent. */
void nc_connection_unsent(struct nc_connection *connection, int32_t id);

/* monitor.c */
void *nc_monitor_run(void *connection);

/* batches.c */
int nc_batch_ask(struct nc_connection *connection, uint32_t lane_count, bool shared, nearcall_error *error);
void nc_batch_answered(struct nc_connection *connection, const struct nc_control_message *message, int passed);
void nc_batch_asked(struct nc_connection *connection, const struct nc_control_message *message, int passed);
void nc_batches_free(struct nc_connection *connection);
struct nc_lane *nc_lane_of_number(struct nc_connection *connection, uint32_t number);

/* lane_pool.c: borrowed lanes of this side */
/* with_home_call: the caller has the home call. */
int nc_lane_borrow(struct nc_connection *connection, bool with_home_call, struct nc_patience *patience, struct nc_lane **lane,
                   nearcall_error *error);
void nc_lane_return(struct nc_lane *lane);
/* Gives up a call on a lane: it is used again when the late answer has come. */
NC_SELDOM void nc_lane_give_up(struct nc_lane *lane, uint64_t call, bool partly_sent, struct nc_incoming *incoming);
/* Prepares a lane for skipping an answer, and sends CANCEL. Takes over what has come of the answer. */
NC_SELDOM bool nc_lane_begin_drain(struct nc_lane *lane, uint64_t call, bool partly_sent, struct nc_incoming *incoming);
/* The drained call was answered. Goes on with the one around it, if there is one: tells which call of the peer to refuse first. */
bool nc_lane_drain_next(struct nc_lane *lane, uint64_t *refused);
/* Sends CANCEL, unless the peer leaves its control socket unread. Then it is sent later. */
void nc_lane_send_cancel(struct nc_lane *lane);
/* Looks at all draining lanes. Returns whether some are left. Called without the lock. */
bool nc_lanes_drain(struct nc_connection *connection);

/* Adds an incoming message's references to what the peer has sent, and releases those of which no stub was made. */
NC_SELDOM void nc_incoming_settle_references(struct nc_connection *connection, struct nc_incoming *incoming);

static inline void nc_incoming_settle(struct nc_connection *connection, struct nc_incoming *incoming)
{
    if (incoming->reference_count > 0) {
        nc_incoming_settle_references(connection, incoming);
    }
}

/* message.c */
/* Sends a record on a lane, in patience. Fills in the error and returns its status if it cannot. */
int nc_lane_send(struct nc_lane *lane, const uint8_t *payload, uint32_t length, uint8_t flags,
                 struct nc_patience *patience, nearcall_error *error);
/* Looks whether somebody waits on: NC_READY, NC_TIMED_OUT or NC_GIVEN_UP. */
enum nc_wait nc_patience_left(struct nc_patience *patience);
/* Receives a message. A breach ends the connection, and is NC_ENDED. */
enum nc_wait nc_lane_receive(struct nc_lane *lane, struct nc_incoming *incoming, struct nc_patience *patience);
/* The same without waiting. NC_TIMED_OUT: it is not complete. */
enum nc_wait nc_lane_receive_now(struct nc_lane *lane, struct nc_incoming *incoming, unsigned most_records);

/* worker.c: who looks for records of served lanes and of the own shared lane */
void nc_worker_begin_rest(struct nc_lane *lane);
/* The connection has ended: reads the rest of the own shared lane unless a worker does, and fails the calls without answer. */
void nc_worker_finish(struct nc_connection *connection);
void nc_worker_ring(struct nc_connection *connection, uint32_t lane);

/* dispatch.c: a CALL or POST of the peer */
/* patience: of the call within which it comes, or NULL. */
void nc_dispatch(struct nc_lane *lane, struct nc_incoming *incoming, struct nc_patience *patience);
void nc_dispatch_refuse(struct nc_lane *lane, uint64_t call, int32_t code, const char *first, const char *second);
/* Refuses a call of the peer within one that was given up. */
void nc_dispatch_refuse_within(struct nc_lane *lane, uint64_t call, bool has_run);

/* cancelling.c: a CANCEL of the peer */
void nc_dispatch_cancel(struct nc_connection *connection, uint32_t lane, uint64_t call);

/* shared_calls.c: the calls of this side on its shared lane */
/* Returns false if it answers no call: that ends the connection. */
bool nc_shared_answer(struct nc_lane *lane, struct nc_incoming *incoming);
/* Sends what calls that were given up have left on the own shared lane. Returns whether something is left. Does not wait. */
bool nc_shared_tidy(struct nc_connection *connection);
void nc_shared_fail_all(struct nc_connection *connection);

#endif
