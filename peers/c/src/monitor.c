// SPDX-License-Identifier: Apache-2.0
/* The thread of a connection that receives control messages and notices the end of the peer. It never waits for a lane. */
#include "batch_kind.h"

#include "agreement.h"
#include "references.h"
#include "spare.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

enum { DRAIN_PAUSE_MS = 50, EXIT_CHECKS = 5, MESSAGES_PER_TURN = 32, MESSAGES_OF_DEAD = 10000 };

static const int64_t goodbye_ns = 100 * (int64_t)NC_NS_PER_MS;
static const int64_t exit_check_ns = 200 * (int64_t)NC_NS_PER_MS;

static void handle(struct nc_connection *connection, const struct nc_control_message *message, int passed)
{
    const char *fault = NULL;
    switch (message->type) {
    case NC_LANES:
        nc_batch_asked(connection, message, passed);
        break;
    case NC_LANES_READY:
    case NC_LANES_REFUSED:
        nc_batch_answered(connection, message, passed);
        break;
    case NC_DOORBELL:
        nc_worker_ring(connection, message->lane);
        break;
    case NC_CANCEL:
        nc_dispatch_cancel(connection, message->lane, message->call_id);
        break;
    case NC_CLASS_OFFER:
    case NC_CLASS_AGREED:
    case NC_CLASS_REFUSED:
    case NC_CLASS_DIFFERS:
    case NC_CLASS_VERSION:
        fault = nc_class_message(connection, message);
        break;
    case NC_RELEASE:
        fault = nc_references_released(connection, message->object, message->received, message->sent_home);
        break;
    case NC_GOODBYE:
        pthread_mutex_lock(&connection->lock);
        connection->goodbye = malloc(sizeof *connection->goodbye);
        if (connection->goodbye != NULL) {
            *connection->goodbye = *message;
        }
        pthread_mutex_unlock(&connection->lock);
        nc_connection_end(connection, NC_END_GOODBYE, "it said goodbye%s%s", message->text_length > 0 ? ": " : "",
                          message->text);
        break;
    default:
        fault = "a handshake message came after the handshake";
    }
    if (fault != NULL) {
        nc_connection_end(connection, NC_END_BREACH, "%s", fault);
    }
}

/* The stream has ended without a GOODBYE. A peer that is on its way to its end is awaited for a second. */
static void find_out_why(struct nc_connection *connection)
{
    bool exiting = true;
    for (int i = 0; i < EXIT_CHECKS && exiting && !nc_peer_is_dead(&connection->peer); i++) {
        struct pollfd ended[] = {{.fd = connection->peer.pidfd, .events = POLLIN},
                                 {.fd = connection->ended_fd, .events = POLLIN}}; /* nearcall_close() does not wait */
        poll(ended, 2, (int)(exit_check_ns / NC_NS_PER_MS));
        if (nc_connection_has_ended(connection)) {
            return;
        }
        exiting = nc_peer_is_exiting(&connection->peer);
    }
    if (exiting) {
        nc_connection_end(connection, NC_END_DEATH, "the process has died");
    } else {
        nc_connection_end(connection, NC_END_BROKEN, "it has closed its socket without a goodbye");
    }
}

/* Some messages: what has a turn besides has it then. */
static void receive(struct nc_connection *connection, int most)
{
    for (int i = 0; i < most && !nc_connection_has_ended(connection); i++) {
        struct nc_control_message message;
        int passed = -1;
        const char *fault = NULL;
        switch (nc_control_receive(&connection->control, &message, &passed, &fault)) {
        case NC_RECEIVED:
            handle(connection, &message, passed);
            break;
        case NC_NOTHING:
            return;
        case NC_STREAM_END:
            find_out_why(connection);
            return;
        default:
            nc_connection_end(connection, NC_END_BREACH, "a control message is wrong: %s", fault);
            return;
        }
    }
}

/* A GOODBYE that has no room waits for a while if this side has closed the connection. */
static void flush_goodbye(struct nc_connection *connection)
{
    bool closed = atomic_load_explicit(&connection->ended, memory_order_relaxed) == NC_END_CLOSED;
    int64_t deadline_ns = nc_now_ns() + goodbye_ns;
    while (closed && nc_now_ns() < deadline_ns && nc_control_flush(&connection->control)) {
        struct pollfd writable = {.fd = connection->control.fd, .events = POLLOUT};
        poll(&writable, 1, 10);
    }
}

static void take_off_list(struct nc_connection *connection)
{
    nearcall_endpoint *endpoint = connection->endpoint;
    pthread_mutex_lock(&endpoint->lock);
    struct nc_connection **at = &endpoint->connections;
    while (*at != connection) {
        at = &(*at)->next;
    }
    *at = connection->next;
    pthread_mutex_unlock(&endpoint->lock);
}

enum { FIXED_EVENTS = 3 };

/* The lanes at rest whose descriptors the monitor watches. */
struct watched {
    struct pollfd *events; /* behind those of the connection */
    uint32_t *lanes;
    size_t count;
    size_t capacity;
};

static bool grow(struct watched *watched)
{
    size_t capacity = NC_MAX((size_t)16, 2 * watched->capacity);
    struct pollfd *events = realloc(watched->events, (FIXED_EVENTS + capacity) * sizeof *events);
    if (events != NULL) {
        watched->events = events;
    }
    uint32_t *lanes = events == NULL ? NULL : realloc(watched->lanes, capacity * sizeof *lanes);
    if (lanes == NULL) {
        return false;
    }
    watched->lanes = lanes;
    watched->capacity = capacity;
    return true;
}

/* A lane that begins to rest wakes the monitor, so that this is done again. */
static void collect_watched(struct nc_connection *connection, struct watched *watched)
{
    watched->count = 0;
    if (connection->kind->channel->watched == NULL) {
        return;
    }
    pthread_mutex_lock(&connection->lock);
    for (size_t i = 0; i < connection->batch_count; i++) {
        struct nc_batch *batch = connection->batches[i];
        for (uint32_t n = 0; batch->ready && n < batch->shape.lane_count; n++) {
            struct nc_lane *lane = batch->lanes[n];
            int fd = lane->state == NC_LANE_RESTING && !lane->hung_up ? lane->channel->watched(lane) : -1;
            if (fd < 0 || (watched->count == watched->capacity && !grow(watched))) {
                continue;
            }
            watched->lanes[watched->count] = lane->number;
            watched->events[FIXED_EVENTS + watched->count++] = (struct pollfd){.fd = fd, .events = POLLIN};
        }
    }
    pthread_mutex_unlock(&connection->lock);
}

static void ring(struct nc_connection *connection, uint32_t number, short events)
{
    if (events == POLLHUP) {
        pthread_mutex_lock(&connection->lock);
        nc_lane_of_number(connection, number)->hung_up = true;
        pthread_mutex_unlock(&connection->lock);
    } else if (events != 0) {
        nc_worker_ring(connection, number);
    }
}

void *nc_monitor_run(void *argument)
{
    struct nc_connection *connection = argument;
    nearcall_endpoint *endpoint = connection->endpoint;
    struct watched watched = {0};
    if (!grow(&watched)) {
        nc_connection_end(connection, NC_END_CLOSED, "there is no memory for the monitor");
    }
    receive(connection, MESSAGES_PER_TURN); /* what followed the handshake */
    while (!nc_connection_has_ended(connection)) {
        bool draining = nc_lanes_drain(connection);
        draining = nc_shared_tidy(connection) || draining;
        bool unsent = nc_references_release(connection);
        collect_watched(connection, &watched);
        watched.events[0] = (struct pollfd){.fd = connection->control.fd, .events = (short)(POLLIN | (unsent ? POLLOUT : 0))};
        watched.events[1] = (struct pollfd){.fd = connection->wake_fd, .events = POLLIN};
        watched.events[2] = (struct pollfd){.fd = connection->peer.pidfd, .events = POLLIN};
        if (poll(watched.events, FIXED_EVENTS + watched.count, draining ? DRAIN_PAUSE_MS : -1) < 0 && errno != EINTR) {
            nc_connection_end(connection, NC_END_CLOSED, "poll failed");
        }
        uint64_t count;
        while (read(connection->wake_fd, &count, sizeof count) < 0 && errno == EINTR) {
        }
        for (size_t i = 0; i < watched.count; i++) {
            ring(connection, watched.lanes[i], watched.events[FIXED_EVENTS + i].revents);
        }
        bool died = (watched.events[2].revents & POLLIN) != 0;
        receive(connection, died ? MESSAGES_OF_DEAD : MESSAGES_PER_TURN); /* first what was said, then the death */
        if (died) {
            nc_connection_end(connection, NC_END_DEATH, "the process has died");
        }
    }
    free(watched.events);
    free(watched.lanes);
    take_off_list(connection);
    nc_worker_finish(connection);
    nc_references_drop_all(connection);
    pthread_mutex_lock(&connection->lock);
    while (!connection->farewell) {
        nc_connection_wait(connection, NC_NEVER);
    }
    pthread_mutex_unlock(&connection->lock);
    flush_goodbye(connection);
    /* The peer sees the end of the stream now, although others may still have references to this connection. */
    nc_control_shutdown(&connection->control);
    nc_home_call_end(connection); /* at last, because it may wait for a thread that has lost its CPU */
    nc_connection_release(connection);
    nc_endpoint_thread_ended(endpoint);
    return NULL;
}
