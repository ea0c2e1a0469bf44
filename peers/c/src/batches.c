// SPDX-License-Identifier: Apache-2.0
/* Makes lanes, for this side's calls and for the peer's (section 2 of the protocol, "Making lanes"). */
#include "batch_kind.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { BATCH_NUMBERS = 2097151, FIRST_BORROWED = 2, SHARED_WEIGHT = 3, SERVED_LANES = 16384 };

/* A refusal may pass: of a shortage, say. */
static const int64_t refused_ns = NC_NS_PER_S;

/* What is no memory waits to be closed. A peer that adds to that while more waits than may is at its end. */
static void close_passed(struct nc_connection *connection, int fd)
{
    struct nc_closing *closing = connection->endpoint->closing;
    if (nc_close_elsewhere(closing, &fd, 1) && nc_closing_is_full(closing)) {
        nc_connection_end(connection, NC_END_BREACH, "what it passes cannot be closed as fast as it comes");
    }
}

static void close_all(int *fds, uint32_t count)
{
    for (uint32_t i = 0; fds != NULL && i < count; i++) {
        if (fds[i] >= 0) {
            close(fds[i]);
        }
    }
    free(fds);
}

static void free_batch(struct nc_connection *connection, struct nc_batch *batch)
{
    for (uint32_t i = 0; batch->lanes != NULL && i < batch->shape.lane_count; i++) {
        nc_lane_free(batch->lanes[i]);
    }
    free(batch->lanes);
    connection->kind->close(connection, batch);
    if (batch->out_fds != NULL && batch->in_fds != NULL) {
        for (uint32_t i = 0; i < batch->shape.lane_count; i++) {
            batch->out_fds[i] = batch->out_fds[i] == batch->in_fds[i] ? -1 : batch->out_fds[i];
        }
    }
    close_all(batch->out_fds, batch->shape.lane_count);
    close_all(batch->in_fds, batch->shape.lane_count);
    free(batch);
}

/* A batch without its halves. NULL if memory has run out. */
static struct nc_batch *new_batch(const struct nc_batch_shape *shape, bool own)
{
    struct nc_batch *batch = calloc(1, sizeof *batch);
    if (batch == NULL) {
        return NULL;
    }
    batch->shape = *shape;
    batch->own = own;
    batch->listener = -1;
    batch->lanes = calloc(shape->lane_count, sizeof(*batch->lanes));
    batch->in_fds = malloc(shape->lane_count * sizeof(int));
    batch->out_fds = malloc(shape->lane_count * sizeof(int));
    for (uint32_t i = 0; batch->in_fds != NULL && batch->out_fds != NULL && i < shape->lane_count; i++) {
        batch->in_fds[i] = batch->out_fds[i] = -1;
    }
    if (batch->lanes == NULL || batch->in_fds == NULL || batch->out_fds == NULL) {
        free(batch->lanes);
        free(batch->in_fds);
        free(batch->out_fds);
        free(batch);
        return NULL;
    }
    return batch;
}

/* How much the lanes of a connection count in the endpoint's number: its first ones nothing, and further shared ones thrice. */
static uint32_t weight(uint32_t lanes, uint32_t shared)
{
    uint32_t borrowed = lanes - shared;
    return (borrowed > FIRST_BORROWED ? borrowed - FIRST_BORROWED : 0) + (shared > 1 ? SHARED_WEIGHT * (shared - 1) : 0);
}

static bool has_budget(struct nc_connection *connection, uint32_t lanes, uint32_t shared)
{
    nearcall_endpoint *endpoint = connection->endpoint;
    uint32_t before = weight(connection->peer_lanes, connection->peer_shared);
    uint32_t more = weight(connection->peer_lanes + lanes, connection->peer_shared + shared) - before;
    pthread_mutex_lock(&endpoint->lock);
    bool room = endpoint->served_lanes + more <= SERVED_LANES;
    if (room) {
        endpoint->served_lanes += more;
        connection->peer_lanes += lanes;
        connection->peer_shared += shared;
    }
    pthread_mutex_unlock(&endpoint->lock);
    return room;
}

static void give_back(struct nc_connection *connection, uint32_t lanes, uint32_t shared)
{
    nearcall_endpoint *endpoint = connection->endpoint;
    uint32_t before = weight(connection->peer_lanes, connection->peer_shared);
    connection->peer_lanes -= lanes;
    connection->peer_shared -= shared;
    pthread_mutex_lock(&endpoint->lock);
    endpoint->served_lanes -= before - weight(connection->peer_lanes, connection->peer_shared);
    pthread_mutex_unlock(&endpoint->lock);
}

void nc_batches_free(struct nc_connection *connection)
{
    for (size_t i = 0; i < connection->batch_count; i++) {
        free_batch(connection, connection->batches[i]);
    }
    free(connection->batches);
    give_back(connection, connection->peer_lanes, connection->peer_shared);
}

static struct nc_batch *batch_of_number(struct nc_connection *connection, uint32_t number)
{
    for (size_t i = 0; i < connection->batch_count; i++) {
        if (connection->batches[i]->shape.batch == number) {
            return connection->batches[i];
        }
    }
    return NULL;
}

struct nc_lane *nc_lane_of_number(struct nc_connection *connection, uint32_t number)
{
    struct nc_batch *batch = batch_of_number(connection, number / NC_BATCH_LANES_MAX);
    uint32_t index = number % NC_BATCH_LANES_MAX;
    return batch != NULL && batch->ready && index < batch->shape.lane_count ? batch->lanes[index] : NULL;
}

/* Called under the lock. */
static bool add_batch(struct nc_connection *connection, struct nc_batch *batch)
{
    struct nc_batch **grown =
        realloc(connection->batches, (connection->batch_count + 1) * sizeof(*connection->batches));
    if (grown == NULL) {
        return false;
    }
    connection->batches = grown;
    connection->batches[connection->batch_count++] = batch;
    return true;
}

/* Called under the lock. */
static void remove_batch(struct nc_connection *connection, const struct nc_batch *batch)
{
    size_t at = 0;
    while (connection->batches[at] != batch) {
        at++;
    }
    connection->batches[at] = connection->batches[--connection->batch_count];
}

static bool make_lanes(struct nc_connection *connection, struct nc_batch *batch)
{
    for (uint32_t i = 0; i < batch->shape.lane_count; i++) {
        batch->lanes[i] = connection->kind->lane(connection, batch, i);
        if (batch->lanes[i] == NULL) {
            return false;
        }
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- lanes of this side's */

int nc_batch_ask(struct nc_connection *connection, uint32_t lane_count, bool shared, nearcall_error *error)
{
    int fd = -1;
    struct nc_batch_shape shape = {.lane_count = lane_count, .ring_capacity = NC_RING_CAPACITY, .shared = shared};
    pthread_mutex_lock(&connection->lock);
    shape.batch = connection->next_batch;
    connection->next_batch += 2;
    pthread_mutex_unlock(&connection->lock);
    struct nc_batch *batch = new_batch(&shape, true);
    if (batch == NULL) {
        return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for lanes.");
    }
    int result = shape.batch >= BATCH_NUMBERS ? -EMFILE : connection->kind->make(connection, batch, &fd);
    if (result < 0) {
        free_batch(connection, batch);
        return nc_fail_errno(error, -result, "The %s lanes of %u calls cannot be made", connection->kind->channel->name,
                             lane_count);
    }
    /* Before the monitor can see the batch: it frees it if the peer refuses it, which a liar does before it is asked. */
    struct nc_control_message lanes;
    nc_control_init(&lanes, NC_LANES);
    lanes.batch = batch->shape.batch;
    lanes.lanes = lane_count;
    lanes.ring_capacity = NC_RING_CAPACITY;
    lanes.flags = shared ? NC_FLAG_FULL_DUPLEX : 0;
    nc_control_set_text(&lanes, batch->address);
    pthread_mutex_lock(&connection->lock);
    bool added = add_batch(connection, batch);
    pthread_mutex_unlock(&connection->lock);
    if (!added) {
        free_batch(connection, batch);
        if (fd >= 0) {
            close(fd);
        }
        return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for lanes.");
    }
    nc_connection_send(connection, &lanes, fd); /* if that fails, the connection ends */
    if (fd >= 0) {
        close(fd);
    }
    return NEARCALL_OK;
}

/* Called under the lock. */
static void settle(struct nc_connection *connection, const struct nc_batch *batch)
{
    if (batch->shape.shared) {
        connection->asking_shared = false;
    } else {
        connection->asking = false;
    }
    pthread_cond_broadcast(&connection->changed);
}

static const char *connect_own(struct nc_connection *connection, struct nc_batch *batch,
                               const struct nc_control_message *message, int passed)
{
    if (message->lanes != batch->shape.lane_count || message->ring_capacity != batch->shape.ring_capacity) {
        return "it answers with lanes of another shape";
    }
    const char *fault = NULL;
    connection->kind->connect(connection, batch, message->text, passed, &fault);
    if (fault == NULL && !make_lanes(connection, batch)) {
        return nc_shortage;
    }
    return fault;
}

void nc_batch_answered(struct nc_connection *connection, const struct nc_control_message *message, int passed)
{
    pthread_mutex_lock(&connection->lock);
    struct nc_batch *batch = batch_of_number(connection, message->batch);
    bool expected = batch != NULL && batch->own && !batch->ready;
    if (expected && message->type == NC_LANES_REFUSED) {
        if (batch->shape.shared) {
            connection->shared_refused_until_ns = nc_now_ns() + refused_ns;
        } else {
            connection->refused_until_ns = nc_now_ns() + refused_ns;
            connection->own_lanes -= batch->shape.lane_count;
        }
        remove_batch(connection, batch);
        settle(connection, batch);
        free_batch(connection, batch);
    }
    pthread_mutex_unlock(&connection->lock);
    if (message->type == NC_LANES_REFUSED && expected) {
        return;
    }
    const char *fault = expected ? connect_own(connection, batch, message, passed) : "it answers for lanes unasked";
    if (passed >= 0) {
        close_passed(connection, passed);
    }
    if (fault != NULL) {
        nc_connection_end_for(connection, fault);
        return;
    }
    if (batch->shape.shared) {
        nc_worker_begin_rest(batch->lanes[0]);
    }
    pthread_mutex_lock(&connection->lock);
    batch->ready = true;
    for (uint32_t i = 0; i < batch->shape.lane_count; i++) {
        struct nc_lane *lane = batch->lanes[i];
        if (batch->shape.shared) {
            connection->own_shared = lane;
        } else {
            lane->state = NC_LANE_FREE;
            lane->next = connection->free_lanes;
            connection->free_lanes = lane;
        }
    }
    settle(connection, batch);
    pthread_mutex_unlock(&connection->lock);
}

/* ---------------------------------------------------------------------------------------------- lanes of the peer's */

static void refuse(struct nc_connection *connection, uint32_t batch, const char *reason)
{
    struct nc_control_message refused;
    nc_control_init(&refused, NC_LANES_REFUSED);
    refused.batch = batch;
    nc_control_set_text(&refused, reason);
    nc_connection_send(connection, &refused, -1);
}

static bool serve(struct nc_connection *connection, struct nc_batch *batch, const char *address, int passed)
{
    int fd = -1;
    const char *reason = NULL;
    enum nc_connected connected = connection->kind->serve(connection, batch, address, passed, &fd, &reason);
    bool made = connected == NC_CONNECTED && make_lanes(connection, batch);
    if (made) { /* first, because a worker may begin with the rest, and the lanes cannot be freed then */
        pthread_mutex_lock(&connection->lock);
        made = add_batch(connection, batch);
        pthread_mutex_unlock(&connection->lock);
    }
    if (made) {
        for (uint32_t i = 0; i < batch->shape.lane_count; i++) {
            nc_worker_begin_rest(batch->lanes[i]); /* before the peer can know of it, so its first record rings */
        }
        pthread_mutex_lock(&connection->lock);
        batch->ready = true;
        pthread_mutex_unlock(&connection->lock);
        struct nc_control_message ready;
        nc_control_init(&ready, NC_LANES_READY);
        ready.batch = batch->shape.batch;
        ready.lanes = batch->shape.lane_count;
        ready.ring_capacity = batch->shape.ring_capacity;
        nc_control_set_text(&ready, batch->address);
        nc_connection_send(connection, &ready, fd);
    } else {
        if (connected == NC_FAULT) {
            nc_connection_end(connection, NC_END_BREACH, "%s", reason);
        } else {
            refuse(connection, batch->shape.batch, reason != NULL ? reason : "there is no memory for lanes");
        }
        free_batch(connection, batch);
    }
    if (fd >= 0) {
        close(fd);
    }
    return made;
}

void nc_batch_asked(struct nc_connection *connection, const struct nc_control_message *message, int passed)
{
    uint32_t parity = connection->accepted ? 0 : 1;
    pthread_mutex_lock(&connection->lock);
    bool possible = message->batch < BATCH_NUMBERS && message->batch % 2 == parity &&
                    batch_of_number(connection, message->batch) == NULL;
    pthread_mutex_unlock(&connection->lock);
    char reason[100] = "";
    bool counted = false;
    uint32_t shared = (message->flags & NC_FLAG_FULL_DUPLEX) != 0 ? message->lanes : 0;
    struct nc_batch *batch = NULL;
    struct nc_batch_shape shape = {.batch = message->batch,
                                   .lane_count = message->lanes,
                                   .ring_capacity = message->ring_capacity,
                                   .shared = shared > 0};
    if (!possible) {
        nc_connection_end(connection, NC_END_BREACH, "batch %u exists already, or cannot", message->batch);
    } else if (message->lanes < 1 || message->lanes > NC_BATCH_LANES_MAX ||
               message->lanes > connection->lane_limit + 1 - connection->peer_lanes) {
        snprintf(reason, sizeof reason, "a connection has at most %u lanes", connection->lane_limit);
    } else if (message->ring_capacity != NC_RING_CAPACITY) {
        snprintf(reason, sizeof reason, "the ring capacity must be %d", NC_RING_CAPACITY);
    } else if (!(counted = has_budget(connection, message->lanes, shared))) {
        snprintf(reason, sizeof reason, "this endpoint serves %d lanes already", SERVED_LANES);
    } else if ((batch = new_batch(&shape, false)) == NULL) {
        snprintf(reason, sizeof reason, "there is no memory for lanes");
    }
    if (reason[0] != 0) {
        refuse(connection, message->batch, reason);
    }
    if ((batch == NULL || !serve(connection, batch, message->text, passed)) && counted) {
        give_back(connection, message->lanes, shared);
    }
    if (passed >= 0) {
        close_passed(connection, passed);
    }
}
