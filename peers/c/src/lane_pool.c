// SPDX-License-Identifier: Apache-2.0
/* The borrowed lanes of this side: who has them, and what becomes of those whose callers gave up. */
#include "connection.h"
#include "fence.h"

#include <stdlib.h>

enum { RECORDS_PER_LOOK = 8 };

/* A shortage of this side's, which may pass. */
static const int64_t shortage_ns = NC_NS_PER_S;

/* How long a caller that finds no lane waits until it looks at the draining ones again. */
static const int64_t look_ns = 20 * (int64_t)NC_NS_PER_MS;

/*
 * The first lane that is borrowed becomes the home lane of its connection. It is never in the list. One thread at a time has the
 * home call (spare.c): that one takes the home lane without the lock and without a locked instruction. So a program in which one
 * thread calls takes the lock for its first call only. All others borrow the lane under the lock, if there is no other one.
 *
 *     take_home(), with the home call                 borrow_home(), under the lock
 *     H1  idle = false, if it was true                L1  lent = true
 *     H2  light fence                                 L2  heavy fence
 *     H3  lent? then idle = true, and under the lock  L3  idle? else lent = false, and no lane
 *
 * L3 cannot miss H1 while H3 misses L1, so never do both have it. If neither has it, the former thread goes on under the lock.
 */
static struct nc_lane *take_home(struct nc_connection *connection)
{
    /* Partner: the release in free_home(). */
    if (!atomic_load_explicit(&connection->home_lane_idle, memory_order_acquire)) {
        return NULL;
    }
    atomic_store_explicit(&connection->home_lane_idle, false, memory_order_relaxed);
    nc_fence_light(connection->has_heavy_fence);
    /* Partner: the release in free_home(). What the thread before has done with the lane comes before. */
    if (!atomic_load_explicit(&connection->home_lane_lent, memory_order_acquire)) {
        return connection->home_lane;
    }
    atomic_store_explicit(&connection->home_lane_idle, true, memory_order_release); /* as it was: partner as above */
    return NULL;
}

/* Called under the lock. The first look spares the heavy fence where it is of no use. */
static struct nc_lane *borrow_home(struct nc_connection *connection)
{
    if (atomic_load_explicit(&connection->home_lane_lent, memory_order_acquire) ||
        !atomic_load_explicit(&connection->home_lane_idle, memory_order_relaxed)) {
        return NULL;
    }
    atomic_store_explicit(&connection->home_lane_lent, true, memory_order_relaxed);
    nc_fence_heavy(connection->has_heavy_fence);
    if (!atomic_load_explicit(&connection->home_lane_idle, memory_order_acquire)) { /* partner: free_home() */
        atomic_store_explicit(&connection->home_lane_lent, false, memory_order_relaxed); /* nothing was done with the lane */
        return NULL;
    }
    connection->home_lane->lent = true;
    return connection->home_lane;
}

/* Partners: take_home() and borrow_home(). What was done with the lane comes before. */
static void free_home(struct nc_lane *lane)
{
    struct nc_connection *connection = lane->connection;
    if (lane->lent) {
        lane->lent = false;
        atomic_store_explicit(&connection->home_lane_lent, false, memory_order_release);
    } else {
        atomic_store_explicit(&connection->home_lane_idle, true, memory_order_release);
    }
}

/* Called under the lock. */
static void make_free(struct nc_lane *lane)
{
    struct nc_connection *connection = lane->connection;
    if (lane->home) {
        free_home(lane);
    } else {
        lane->state = NC_LANE_FREE;
        lane->next = connection->free_lanes;
        connection->free_lanes = lane;
    }
    if (atomic_load_explicit(&connection->sleeping_callers, memory_order_relaxed) > 0) {
        pthread_cond_broadcast(&connection->changed);
    }
}

/* Called under the lock. */
static struct nc_lane *take_free(struct nc_connection *connection)
{
    struct nc_lane *lane = connection->free_lanes;
    if (lane == NULL) {
        return borrow_home(connection);
    }
    connection->free_lanes = lane->next;
    lane->state = NC_LANE_BORROWED;
    if (connection->home_lane == NULL) {
        connection->home_lane = lane;
        lane->home = true;
    }
    return lane;
}

/*
 * Partner: a caller in nc_lane_borrow() that finds no lane. It counts itself as sleeping, and then looks whether the home lane
 * is free. This thread makes that one free, and then looks for sleeping callers. With the fences between, one of the two sees
 * the other: either the caller takes the lane, or this thread waits for the lock until the caller sleeps, and wakes it.
 */
void nc_lane_return(struct nc_lane *lane)
{
    struct nc_connection *connection = lane->connection;
    if (lane->home) {
        free_home(lane);
        nc_fence_light(connection->has_heavy_fence);
        if (atomic_load_explicit(&connection->sleeping_callers, memory_order_relaxed) > 0) {
            pthread_mutex_lock(&connection->lock);
            pthread_cond_broadcast(&connection->changed);
            pthread_mutex_unlock(&connection->lock);
        }
        return;
    }
    pthread_mutex_lock(&connection->lock);
    make_free(lane);
    pthread_mutex_unlock(&connection->lock);
}

/*
 * Asks for lanes if there may be more. Called under the lock, which it leaves meanwhile. If they cannot be made, one that there
 * is will be free some time.
 */
static int ask_for_more(struct nc_connection *connection, nearcall_error *error)
{
    uint32_t count = NC_MIN(NC_MAX(connection->own_lanes, 2U), connection->lane_limit - connection->own_lanes);
    connection->asking = true;
    connection->own_lanes += count;
    pthread_mutex_unlock(&connection->lock);
    int status = nc_batch_ask(connection, count, false, error);
    pthread_mutex_lock(&connection->lock);
    if (status != NEARCALL_OK) {
        connection->asking = false;
        connection->own_lanes -= count;
        if (connection->own_lanes > 0) {
            connection->refused_until_ns = nc_now_ns() + shortage_ns;
            status = NEARCALL_OK;
        }
    }
    return status;
}

int nc_lane_borrow(struct nc_connection *connection, bool with_home_call, struct nc_patience *patience, struct nc_lane **lane,
                   nearcall_error *error)
{
    int status = NEARCALL_OK;
    if (with_home_call && !nc_connection_has_ended(connection) && (*lane = take_home(connection)) != NULL) {
        return NEARCALL_OK;
    }
    pthread_mutex_lock(&connection->lock);
    for (;;) {
        if (nc_connection_has_ended(connection)) {
            pthread_mutex_unlock(&connection->lock);
            return nc_connection_fail(connection, NEARCALL_NOT_SENT, error);
        }
        *lane = take_free(connection);
        if (*lane != NULL) {
            break;
        }
        int64_t now_ns = nc_now_ns();
        bool refused = now_ns < connection->refused_until_ns;
        if (!connection->asking && !refused && connection->own_lanes < connection->lane_limit) {
            status = ask_for_more(connection, error);
            if (status != NEARCALL_OK) {
                break;
            }
            continue;
        }
        if (connection->own_lanes == 0) {
            status = nc_fail(error, NEARCALL_OVERLOADED, "The other side gives this process no lanes.");
            break;
        }
        if (connection->draining != NULL) {
            pthread_mutex_unlock(&connection->lock);
            if (nc_lanes_drain(connection)) {
                nc_connection_wake(connection); /* while they were taken out, the monitor may have found none */
            }
            pthread_mutex_lock(&connection->lock);
            *lane = take_free(connection);
            if (*lane != NULL) {
                break;
            }
        }
        int64_t deadline_ns = nc_patience_deadline(patience);
        if (now_ns >= deadline_ns) {
            status = nc_fail(error, NEARCALL_OVERLOADED, "All %u lanes to the other side are in use.",
                             connection->own_lanes);
            break;
        }
        atomic_fetch_add_explicit(&connection->sleeping_callers, 1, memory_order_relaxed);
        nc_fence_heavy(connection->has_heavy_fence);
        *lane = borrow_home(connection);
        if (*lane == NULL) {
            int64_t wake_ns = connection->draining != NULL ? now_ns + look_ns : refused ? connection->refused_until_ns : NC_NEVER;
            nc_connection_wait(connection, NC_MIN(deadline_ns, wake_ns));
        }
        atomic_fetch_sub_explicit(&connection->sleeping_callers, 1, memory_order_relaxed);
        if (*lane != NULL) {
            break;
        }
    }
    pthread_mutex_unlock(&connection->lock);
    return status;
}

/* --------------------------------------------------------------------------------------------------------- draining */

void nc_lane_send_cancel(struct nc_lane *lane)
{
    if (nc_control_is_crowded(&lane->connection->control)) {
        return;
    }
    lane->cancel_pending = false;
    struct nc_control_message cancel;
    nc_control_init(&cancel, NC_CANCEL);
    cancel.lane = lane->number;
    cancel.call_id = lane->drained_call;
    nc_connection_send(lane->connection, &cancel, -1);
}

static void send_abort(struct nc_lane *lane)
{
    if (lane->channel->has_room(lane)) {
        lane->abort_pending = false;
        lane->channel->publish(lane, NULL, 0, NC_ABORT);
    }
}

/* Behind the drained call, which its handler gave up, and the call of the peer for which that handler ran. */
static bool owe(struct nc_lane *lane, uint64_t call, struct nc_incoming *incoming)
{
    struct nc_owed *owed = malloc(sizeof *owed);
    nc_incoming_settle(lane->connection, incoming);
    nc_incoming_free(incoming);
    *incoming = (struct nc_incoming){0};
    if (owed == NULL) {
        nc_connection_end(lane->connection, NC_END_CLOSED, "there is no memory to skip an answer");
        return false;
    }
    *owed = (struct nc_owed){.refused = lane->unsettled_call, .drained = call};
    struct nc_owed **last = &lane->owed;
    while (*last != NULL) {
        last = &(*last)->next;
    }
    *last = owed;
    return true;
}

bool nc_lane_drain_next(struct nc_lane *lane, uint64_t *refused)
{
    struct nc_owed *owed = lane->owed;
    if (owed == NULL) {
        return false;
    }
    lane->owed = owed->next;
    lane->drained_call = owed->drained;
    lane->cancel_pending = true;
    *refused = owed->refused;
    free(owed);
    return true;
}

bool nc_lane_begin_drain(struct nc_lane *lane, uint64_t call, bool partly_sent, struct nc_incoming *incoming)
{
    if (lane->drained != NULL) {
        return owe(lane, call, incoming);
    }
    lane->drained_call = call;
    lane->cancel_pending = !partly_sent;
    lane->abort_pending = partly_sent;
    lane->drained = calloc(1, sizeof *lane->drained);
    if (lane->drained == NULL) {
        /* Without it the lane can never be used again. */
        nc_connection_end(lane->connection, NC_END_CLOSED, "there is no memory to skip an answer");
        return false;
    }
    /* The records of an answer that have come are skipped; what follows of it is, too. */
    nc_incoming_settle(lane->connection, incoming);
    *lane->drained = *incoming;
    *incoming = (struct nc_incoming){0};
    if (lane->cancel_pending) {
        nc_lane_send_cancel(lane);
    }
    return true;
}

void nc_lane_give_up(struct nc_lane *lane, uint64_t call, bool partly_sent, struct nc_incoming *incoming)
{
    struct nc_connection *connection = lane->connection;
    if (!nc_lane_begin_drain(lane, call, partly_sent, incoming)) {
        return;
    }
    if (lane->abort_pending) {
        send_abort(lane);
    }
    pthread_mutex_lock(&connection->lock);
    lane->state = NC_LANE_DRAINING;
    lane->next = connection->draining;
    connection->draining = lane;
    pthread_mutex_unlock(&connection->lock);
    nc_connection_wake(connection);
}

/* Refuses a call of a method that runs on, now or when there is room: the monitor must not wait for the peer. */
static bool refuse_if_room(struct nc_lane *lane)
{
    if (lane->unrefused_call != 0 && lane->channel->has_room(lane)) {
        nc_dispatch_refuse_within(lane, lane->unrefused_call, lane->unrefused_ran);
        lane->unrefused_call = 0;
    }
    return lane->unrefused_call == 0;
}

/* Looks at a draining lane that is in nobody else's hands. Returns whether the late answer has come. */
static bool drain(struct nc_lane *lane)
{
    if (lane->abort_pending) {
        send_abort(lane);
    }
    if (lane->cancel_pending) {
        nc_lane_send_cancel(lane);
    }
    lane->channel->has_room(lane); /* sends what a socket or FIFO has not taken */
    if (!refuse_if_room(lane)) {
        return false;
    }
    struct nc_incoming *drained = lane->drained;
    enum nc_wait wait = nc_lane_receive_now(lane, drained, RECORDS_PER_LOOK);
    nc_incoming_settle(lane->connection, drained);
    nc_bytes_free(&drained->body); /* nobody reads it */
    if (wait != NC_READY) {
        return false;
    }
    bool call = drained->type == NC_CALL;
    uint64_t id = drained->call;
    nc_incoming_reset(drained);
    if (call && lane->abort_pending) {
        nc_connection_end(lane->connection, NC_END_BREACH, "call %llu comes in lane %u, in which no method can run",
                          (unsigned long long)id, lane->number);
        return false;
    }
    if (call) { /* a method that runs on calls back */
        lane->peer_call = id;
        lane->unrefused_call = id;
        lane->unrefused_ran = false;
        refuse_if_room(lane);
        return false;
    }
    if (id != lane->drained_call || lane->abort_pending) {
        nc_connection_end(lane->connection, NC_END_BREACH, "it answers call %llu in lane %u, which is not in progress",
                          (unsigned long long)id, lane->number);
        return false;
    }
    if (nc_lane_drain_next(lane, &lane->unrefused_call)) {
        lane->unrefused_ran = true;
        refuse_if_room(lane);
        return false;
    }
    nc_incoming_free(drained);
    free(drained);
    lane->drained = NULL;
    return true;
}

bool nc_lanes_drain(struct nc_connection *connection)
{
    pthread_mutex_lock(&connection->lock);
    struct nc_lane *taken = connection->draining; /* whoever takes the list looks at all of it */
    connection->draining = NULL;
    pthread_mutex_unlock(&connection->lock);
    while (taken != NULL) {
        struct nc_lane *lane = taken;
        taken = lane->next;
        bool drained = !nc_connection_has_ended(connection) && drain(lane);
        pthread_mutex_lock(&connection->lock);
        if (drained) {
            make_free(lane);
        } else {
            lane->next = connection->draining;
            connection->draining = lane;
        }
        pthread_mutex_unlock(&connection->lock);
    }
    pthread_mutex_lock(&connection->lock);
    bool left = connection->draining != NULL;
    pthread_mutex_unlock(&connection->lock);
    return left;
}
