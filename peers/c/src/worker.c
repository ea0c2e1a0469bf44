// SPDX-License-Identifier: Apache-2.0
/*
 * Workers look for records of the lanes that the peer opened, and of the own shared lane. A lane without records for a
 * second loses its worker, and the peer rings for a new one.
 *
 *     RESTING --ring--> ATTENDED --nothing for 1 s--> RESTING
 *                       ATTENDED --ring--> RUNG --nothing to do--> ATTENDED
 *
 * RUNG closes a gap: a doorbell that comes between the worker's last look and RESTING makes it look again.
 */
#include "connection.h"

#include <stdlib.h>

static const int64_t attendance_ns = NC_NS_PER_S;

/* For the further records of one message that others wait behind: 30 s, and 1 us for each byte that it may have. */
static int64_t rest_of_message_ns(const struct nc_connection *connection)
{
    return 30 * (int64_t)NC_NS_PER_S + (int64_t)(2 * connection->longest + 4 * 1024 * 1024) * 1000;
}

static bool handle(struct nc_lane *lane, struct nc_incoming *incoming)
{
    struct nc_connection *connection = lane->connection;
    bool call = incoming->type == NC_CALL || (incoming->type == NC_POST && lane->shared);
    if (lane->own != !call) {
        nc_connection_end(connection, NC_END_BREACH, "a message of type %u came in lane %u", incoming->type,
                          lane->number);
        return false;
    }
    if (!call) {
        return nc_shared_answer(lane, incoming);
    }
    nc_dispatch(lane, incoming, NULL);
    return true;
}

/* One message, if one comes within a second. */
static enum nc_wait serve_one(struct nc_lane *lane, struct nc_incoming *incoming)
{
    if (!lane->own && nc_connection_has_ended(lane->connection)) {
        return NC_ENDED; /* no call is taken any more, though some may be there. Answers are still read */
    }
    nc_incoming_reset(incoming); /* before the wait, because the peer waits behind it */
    struct nc_patience patience = {.deadline_ns = NC_NEVER, .timeout_ns = attendance_ns};
    enum nc_wait wait = nc_lane_await_record(lane, false, &patience);
    if (wait != NC_READY) {
        return wait;
    }
    patience = (struct nc_patience){.deadline_ns = NC_NEVER,
                                    .timeout_ns = lane->shared ? rest_of_message_ns(lane->connection) : 0};
    wait = nc_lane_receive(lane, incoming, &patience);
    if (wait == NC_TIMED_OUT) {
        nc_connection_end(lane->connection, NC_END_BREACH, "a message in lane %u does not come to its end", lane->number);
    } else if (wait == NC_READY && !handle(lane, incoming)) {
        wait = NC_ENDED;
    }
    nc_incoming_settle(lane->connection, incoming);
    return wait;
}

/* Returns false if the lane has to be attended further. */
static bool leave(struct nc_lane *lane)
{
    if (!lane->channel->rest(lane)) {
        return false;
    }
    pthread_mutex_lock(&lane->connection->lock);
    /* Behind the end there is no rest: whoever finds the lane attended relies on this thread to read it to its end. */
    bool stay = lane->state == NC_LANE_RUNG || nc_connection_has_ended(lane->connection);
    lane->state = stay ? NC_LANE_ATTENDED : NC_LANE_RESTING;
    pthread_mutex_unlock(&lane->connection->lock);
    if (lane->channel->watched != NULL) {
        nc_connection_wake(lane->connection); /* the monitor watches it from now on */
    }
    return !stay;
}

/* What the peer said before its end is still an answer. The calls that have none have failed. */
static void fail_unanswered(struct nc_lane *lane)
{
    if (lane->own) {
        nc_shared_fail_all(lane->connection);
    }
}

void nc_worker_finish(struct nc_connection *connection)
{
    pthread_mutex_lock(&connection->lock);
    struct nc_lane *lane = connection->own_shared;
    bool attended = lane != NULL && lane->state != NC_LANE_RESTING;
    pthread_mutex_unlock(&connection->lock);
    if (attended) {
        return; /* its worker does it */
    }
    struct nc_incoming incoming = {0};
    while (lane != NULL && serve_one(lane, &incoming) == NC_READY) {
    }
    nc_incoming_free(&incoming);
    nc_shared_fail_all(connection);
}

static void *work(void *argument)
{
    struct nc_lane *lane = argument;
    struct nc_connection *connection = lane->connection;
    nearcall_endpoint *endpoint = connection->endpoint;
    struct nc_incoming incoming = {0};
    enum nc_wait wait = NC_READY;
    while (wait != NC_ENDED) {
        lane->channel->end_rest(lane);
        do {
            wait = serve_one(lane, &incoming);
        } while (wait == NC_READY);
        if (wait == NC_TIMED_OUT && leave(lane)) {
            break;
        }
    }
    nc_incoming_free(&incoming);
    if (wait == NC_ENDED) {
        fail_unanswered(lane);
    }
    nc_connection_release(connection);
    nc_endpoint_thread_ended(endpoint);
    return NULL;
}

static void start(struct nc_lane *lane)
{
    struct nc_connection *connection = nc_connection_retain(lane->connection);
    if (nc_endpoint_start_thread(connection->endpoint, work, lane) < 0) {
        pthread_mutex_lock(&connection->lock);
        lane->state = NC_LANE_RESTING; /* nobody attends it */
        pthread_mutex_unlock(&connection->lock);
        nc_connection_end(connection, NC_END_CLOSED, "no thread can be started for a lane");
        nc_connection_release(connection);
    }
}

void nc_worker_begin_rest(struct nc_lane *lane)
{
    lane->state = NC_LANE_RESTING;
    if (!lane->channel->rest(lane)) {
        lane->state = NC_LANE_ATTENDED;
        start(lane);
    }
}

void nc_worker_ring(struct nc_connection *connection, uint32_t number)
{
    pthread_mutex_lock(&connection->lock);
    struct nc_lane *lane = nc_lane_of_number(connection, number);
    bool needed = lane != NULL && lane->state == NC_LANE_RESTING;
    if (needed) {
        lane->state = NC_LANE_ATTENDED;
    } else if (lane != NULL && lane->state == NC_LANE_ATTENDED) {
        lane->state = NC_LANE_RUNG;
    }
    pthread_mutex_unlock(&connection->lock);
    if (needed) {
        start(lane);
    }
}
