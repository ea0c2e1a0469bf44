// SPDX-License-Identifier: Apache-2.0
/*
 * Calls on the shared lane: futures and POSTs. A call is written into memory first, because a lane carries one message at a
 * time. Then all of its records are sent in its turn.
 */
#include "call.h"
#include "references.h"

#include <stdlib.h>

enum { RECORD_PREFIX = 5 };

/* Waits are cut into slices, in which nearcall_call_cancel() is noticed. */
static const int64_t slice_ns = 100 * (int64_t)NC_NS_PER_MS;

int nc_shared_keep_record(void *target, const uint8_t *payload, uint32_t length, uint8_t flags, nearcall_error *error)
{
    nearcall_call *call = target;
    uint8_t prefix[RECORD_PREFIX];
    nc_store32(prefix, length);
    prefix[4] = flags;
    /* Both or none: nc_shared_drop() walks from record to record. */
    if (!nc_bytes_reserve(&call->records, sizeof prefix + length) ||
        !nc_bytes_append(&call->records, prefix, sizeof prefix) || !nc_bytes_append(&call->records, payload, length)) {
        return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for the arguments of a call.");
    }
    return NEARCALL_OK;
}

/* The own shared lane. The first call makes it. */
static int find_lane(nearcall_call *call, struct nc_lane **lane, nearcall_error *error)
{
    struct nc_connection *connection = call->connection;
    int status = NEARCALL_OK;
    pthread_mutex_lock(&connection->lock);
    while (connection->own_shared == NULL && status == NEARCALL_OK) {
        if (nc_connection_has_ended(connection)) {
            pthread_mutex_unlock(&connection->lock);
            return nc_connection_fail(connection, NEARCALL_NOT_SENT, error);
        }
        if (nc_now_ns() < connection->shared_refused_until_ns) {
            status = nc_fail(error, NEARCALL_OVERLOADED, "The other side gives this process no shared lane.");
        } else if (!connection->asking_shared) {
            connection->asking_shared = true;
            pthread_mutex_unlock(&connection->lock);
            status = nc_batch_ask(connection, 1, true, error);
            pthread_mutex_lock(&connection->lock);
            connection->asking_shared = connection->asking_shared && status == NEARCALL_OK;
        } else if (atomic_load_explicit(&call->given_up, memory_order_acquire)) {
            status = nc_fail(error, NEARCALL_CANCELLED, "The call was cancelled before it was sent.");
        } else if (nc_now_ns() >= call->patience.deadline_ns) {
            status = nc_fail(error, NEARCALL_DEADLINE, "The other side made no shared lane in the time of the call.");
        } else {
            atomic_fetch_add_explicit(&connection->sleeping_callers, 1, memory_order_seq_cst);
            nc_connection_wait(connection, NC_MIN(call->patience.deadline_ns, nc_now_ns() + slice_ns));
            atomic_fetch_sub_explicit(&connection->sleeping_callers, 1, memory_order_relaxed);
        }
    }
    *lane = connection->own_shared;
    pthread_mutex_unlock(&connection->lock);
    return status;
}

/* ---------------------------------------------------------------------------------------------------------- pending */

static void free_pending(struct nc_connection *connection, struct nc_pending *pending)
{
    nc_incoming_settle(connection, &pending->answer);
    nc_incoming_free(&pending->answer);
    pthread_cond_destroy(&pending->changed);
    free(pending);
}

static struct nc_pending **bucket(struct nc_connection *connection, uint64_t call)
{
    return &connection->pending[call % NC_PENDING_BUCKETS];
}

/* Called under the lock. */
static struct nc_pending *take_pending(struct nc_connection *connection, uint64_t call)
{
    for (struct nc_pending **at = bucket(connection, call); *at != NULL; at = &(*at)->next) {
        if ((*at)->call == call) {
            struct nc_pending *found = *at;
            *at = found->next;
            connection->pending_count--;
            return found;
        }
    }
    return NULL;
}

static int add_pending(nearcall_call *call, nearcall_error *error)
{
    struct nc_connection *connection = call->connection;
    struct nc_pending *pending = calloc(1, sizeof *pending);
    if (pending == NULL) {
        return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for a call.");
    }
    nc_condition_init(&pending->changed);
    pending->call = call->id;
    pthread_mutex_lock(&connection->lock);
    bool ended = nc_connection_has_ended(connection);
    bool room = connection->pending_count < connection->endpoint->max_calls;
    if (room && !ended) {
        pending->next = *bucket(connection, call->id);
        *bucket(connection, call->id) = pending;
        connection->pending_count++;
        call->pending = pending;
    }
    pthread_mutex_unlock(&connection->lock);
    if (call->pending == NULL) {
        free_pending(connection, pending);
        return ended ? nc_connection_fail(connection, NEARCALL_NOT_SENT, error)
                     : nc_fail(error, NEARCALL_OVERLOADED, "%u calls are in progress on this connection, its limit.",
                               connection->endpoint->max_calls);
    }
    return NEARCALL_OK;
}

/* ------------------------------------------------------------------------------------------------------------- send */

/* Ends a message that an earlier call left incomplete. */
static int finish_earlier(struct nc_lane *lane, struct nc_patience *patience, nearcall_error *error)
{
    if (!lane->abort_pending) {
        return NEARCALL_OK;
    }
    int status = nc_lane_send(lane, NULL, 0, NC_ABORT, patience, error);
    lane->abort_pending = status != NEARCALL_OK;
    return status;
}

/* Calls what counts the references of a record that was kept: they are sent, or not. */
static void count_references(struct nc_connection *connection, const uint8_t *record, bool sent)
{
    uint32_t length = nc_load32(record);
    if ((record[4] & NC_REFERENCES) == 0) {
        return;
    }
    const uint8_t *end = record + RECORD_PREFIX + length - 4;
    uint32_t count = nc_load32(end);
    for (const uint8_t *at = end - 4 * (size_t)count; at < end; at += 4) {
        int32_t id = (int32_t)nc_load32(at);
        if (sent) {
            nc_references_sent(connection->objects, &id, 1);
        } else {
            nc_references_unsent(connection->objects, id);
        }
    }
}

static void drop_records(struct nearcall_call *call, size_t from)
{
    while (from < call->records.length) {
        count_references(call->connection, call->records.data + from, false);
        from += RECORD_PREFIX + nc_load32(call->records.data + from);
    }
    nc_bytes_free(&call->records);
}

static int send_records(nearcall_call *call, struct nc_lane *lane, nearcall_error *error)
{
    int status = NEARCALL_OK;
    size_t from = 0;
    while (from < call->records.length) {
        const uint8_t *record = call->records.data + from;
        uint32_t length = nc_load32(record);
        status = nc_lane_send(lane, record + RECORD_PREFIX, length, record[4], &call->patience, error);
        if (status != NEARCALL_OK) {
            lane->abort_pending = call->writer.partly_sent;
            break;
        }
        count_references(call->connection, record, true);
        call->writer.partly_sent = true;
        from += RECORD_PREFIX + length;
    }
    drop_records(call, from); /* what was not sent */
    return status;
}

/* One message at a time is sent on the lane. Waits in slices, in which nearcall_call_cancel() is noticed. */
static int take_turn(nearcall_call *call, nearcall_error *error)
{
    struct nc_connection *connection = call->connection;
    enum nc_wait wait = NC_READY;
    pthread_mutex_lock(&connection->lock);
    while (connection->shared_busy && wait == NC_READY) {
        nc_condition_wait(&connection->shared_free, &connection->lock, NC_MIN(call->patience.deadline_ns, nc_now_ns() + slice_ns));
        wait = nc_patience_left(&call->patience);
    }
    bool taken = !connection->shared_busy;
    connection->shared_busy = true;
    pthread_mutex_unlock(&connection->lock);
    return taken                 ? NEARCALL_OK
           : wait == NC_GIVEN_UP ? nc_fail(error, NEARCALL_CANCELLED, "The call was cancelled before it was sent.")
                                 : nc_fail(error, NEARCALL_DEADLINE, "The time of the call is over before it was sent.");
}

static void end_turn(struct nc_connection *connection)
{
    pthread_mutex_lock(&connection->lock);
    connection->shared_busy = false;
    pthread_cond_signal(&connection->shared_free);
    pthread_mutex_unlock(&connection->lock);
}

bool nc_shared_tidy(struct nc_connection *connection)
{
    pthread_mutex_lock(&connection->lock);
    struct nc_lane *lane = connection->shared_busy ? NULL : connection->own_shared;
    connection->shared_busy = connection->shared_busy || lane != NULL;
    pthread_mutex_unlock(&connection->lock);
    if (lane == NULL) {
        return false; /* who sends on it wakes the monitor if something is left */
    }
    if ((lane->abort_pending || lane->unsent) && lane->channel->has_room(lane)) {
        lane->unsent = false;
        if (lane->abort_pending) {
            lane->abort_pending = !lane->channel->publish(lane, NULL, 0, NC_ABORT);
            lane->unsent = lane->channel->watched != NULL && !lane->channel->has_room(lane);
        }
    }
    bool left = lane->abort_pending || lane->unsent;
    end_turn(connection);
    return left;
}

int nc_shared_send(nearcall_call *call, nearcall_error *error)
{
    struct nc_connection *connection = call->connection;
    struct nc_lane *lane = NULL;
    call->writer.partly_sent = false; /* the records are in memory only */
    int status = find_lane(call, &lane, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    status = take_turn(call, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    status = finish_earlier(lane, &call->patience, error);
    if (status == NEARCALL_OK) {
        call->id = lane->own_call + 1;
        nc_store64(call->records.data + RECORD_PREFIX, call->id);
        status = call->kind == NEARCALL_POST ? NEARCALL_OK : add_pending(call, error);
    }
    if (status == NEARCALL_OK) {
        status = send_records(call, lane, error);
        lane->own_call = status == NEARCALL_OK || call->writer.partly_sent ? call->id : lane->own_call;
        if (status == NEARCALL_OK && call->kind == NEARCALL_POST && call->remote != NULL) {
            nc_remote_posted(call->remote);
        }
    }
    /* Within the turn: the next call has the same id. */
    if (status != NEARCALL_OK && call->pending != NULL && !call->writer.partly_sent) {
        pthread_mutex_lock(&connection->lock);
        take_pending(connection, call->id); /* unless the connection has ended, or a liar has answered it */
        pthread_mutex_unlock(&connection->lock);
        free_pending(connection, call->pending);
        call->pending = NULL;
    }
    bool left = lane->abort_pending || lane->unsent;
    end_turn(connection);
    if (left) {
        nc_connection_wake(connection);
    }
    return status;
}

void nc_shared_drop(nearcall_call *call)
{
    drop_records(call, 0);
}

/* ------------------------------------------------------------------------------------------------------------ await */

int nc_shared_await(nearcall_call *call, nearcall_error *error)
{
    struct nc_connection *connection = call->connection;
    struct nc_pending *pending = call->pending;
    bool in_time = true;
    pthread_mutex_lock(&connection->lock);
    while (!pending->answered && !pending->ended && in_time &&
           !atomic_load_explicit(&call->given_up, memory_order_acquire)) {
        int64_t now_ns = nc_now_ns();
        in_time = now_ns < call->patience.deadline_ns;
        if (in_time) {
            nc_condition_wait(&pending->changed, &connection->lock, NC_MIN(call->patience.deadline_ns, now_ns + slice_ns));
        }
    }
    bool answered = pending->answered;
    bool ended = pending->ended;
    if (answered) {
        nc_incoming_free(&call->incoming); /* of an earlier call */
        call->incoming = pending->answer;
        pending->answer = (struct nc_incoming){0};
    }
    pthread_mutex_unlock(&connection->lock);
    if (answered) {
        free_pending(connection, pending);
        call->pending = NULL;
        return nc_call_read_answer(call, error);
    }
    call->state = NC_CALL_FAILED;
    if (ended) {
        return nc_connection_fail(connection, nc_connection_outcome(connection, connection->own_shared, call->id), error);
    }
    int status = in_time ? nc_fail(error, NEARCALL_CANCELLED, "The call was cancelled.")
                         : nc_fail(error, NEARCALL_DEADLINE, "The call was not answered in its time.");
    return nc_outcome(error, status, NEARCALL_MAY_HAVE_RUN);
}

void nc_shared_abandon(nearcall_call *call)
{
    struct nc_connection *connection = call->connection;
    pthread_mutex_lock(&connection->lock);
    struct nc_pending *pending = call->pending;
    bool settled = pending->answered || pending->ended;
    pending->abandoned = !settled;
    uint32_t lane = connection->own_shared->number;
    pthread_mutex_unlock(&connection->lock);
    call->pending = NULL;
    if (settled) {
        free_pending(connection, pending);
    } else if (!nc_control_is_crowded(&connection->control)) { /* else the message is left out, as it may be */
        struct nc_control_message cancel;
        nc_control_init(&cancel, NC_CANCEL);
        cancel.lane = lane;
        cancel.call_id = call->id;
        nc_connection_send(connection, &cancel, -1);
    }
}

bool nc_shared_answer(struct nc_lane *lane, struct nc_incoming *incoming)
{
    struct nc_connection *connection = lane->connection;
    pthread_mutex_lock(&connection->lock);
    struct nc_pending *pending = take_pending(connection, incoming->call);
    bool abandoned = pending != NULL && pending->abandoned;
    if (pending != NULL) {
        pending->answer = *incoming;
        *incoming = (struct nc_incoming){0};
        pending->answered = true;
        pthread_cond_signal(&pending->changed);
    }
    pthread_mutex_unlock(&connection->lock);
    if (abandoned) {
        free_pending(connection, pending);
    } else if (pending == NULL) {
        nc_connection_end(connection, NC_END_BREACH, "it answers call %llu in lane %u, which is not in progress",
                          (unsigned long long)incoming->call, lane->number);
    }
    return pending != NULL;
}

void nc_shared_fail_all(struct nc_connection *connection)
{
    pthread_mutex_lock(&connection->lock);
    struct nc_pending *abandoned = NULL;
    for (unsigned i = 0; i < NC_PENDING_BUCKETS; i++) {
        while (connection->pending[i] != NULL) {
            struct nc_pending *pending = connection->pending[i];
            connection->pending[i] = pending->next;
            if (pending->abandoned) {
                pending->next = abandoned;
                abandoned = pending;
            } else {
                pending->ended = true;
                pthread_cond_signal(&pending->changed);
            }
        }
    }
    connection->pending_count = 0;
    pthread_mutex_unlock(&connection->lock);
    while (abandoned != NULL) {
        struct nc_pending *next = abandoned->next;
        free_pending(connection, abandoned);
        abandoned = next;
    }
}
