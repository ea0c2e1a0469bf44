// SPDX-License-Identifier: Apache-2.0
/* The life of a connection: begin, end, and the last reference. */
#include "connection.h"

#include "agreement.h"
#include "fence.h"
#include "references.h"
#include "text.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct nc_connection *nc_connection_new(nearcall_endpoint *endpoint, int fd, const struct nc_peer *peer,
                                        const struct nc_batch_kind *kind)
{
    bool accepted = kind == NULL;
    struct nc_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        return NULL;
    }
    connection->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    connection->ended_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    connection->kind = kind;
    connection->classes = nc_classes_new(accepted);
    connection->objects = nc_references_new();
    if (connection->wake_fd < 0 || connection->ended_fd < 0 || connection->classes == NULL ||
        connection->objects == NULL) {
        if (connection->ended_fd >= 0) {
            close(connection->ended_fd);
        }
        if (connection->wake_fd >= 0) {
            close(connection->wake_fd);
        }
        nc_classes_free(connection->classes);
        nc_references_free(connection->objects);
        free(connection);
        return NULL;
    }
    atomic_init(&connection->references, 1);
    atomic_init(&connection->ended, NC_OPEN);
    connection->endpoint = nc_endpoint_retain(endpoint);
    connection->accepted = accepted;
    connection->peer = *peer;
    connection->processors = endpoint->processors;
    connection->has_heavy_fence = endpoint->has_heavy_fence;
    connection->next_batch = accepted ? 1 : 0;
    nc_control_socket_init(&connection->control, fd);
    connection->control.closing = endpoint->closing;
    pthread_mutex_init(&connection->lock, NULL);
    nc_condition_init(&connection->shared_free);
    nc_condition_init(&connection->changed);
    return connection;
}

int nc_connection_start(struct nc_connection *connection, nearcall_error *error)
{
    nearcall_endpoint *endpoint = connection->endpoint;
    pthread_mutex_lock(&endpoint->lock);
    /* Under the lock, under which nearcall_close() looks for connections behind its store. */
    bool closed = atomic_load_explicit(&endpoint->closed, memory_order_relaxed);
    if (!closed) {
        endpoint->guests++; /* so that nearcall_close() waits until there is a thread to wait for */
        connection->next = endpoint->connections;
        endpoint->connections = nc_connection_retain(connection); /* the monitor's: it takes it off the list */
    }
    pthread_mutex_unlock(&endpoint->lock);
    if (closed) {
        return nc_fail(error, NEARCALL_CLOSED, "The endpoint is closed.");
    }
    int result = nc_endpoint_start_thread(endpoint, nc_monitor_run, connection);
    if (result < 0) {
        pthread_mutex_lock(&endpoint->lock);
        struct nc_connection **at = &endpoint->connections;
        while (*at != connection) {
            at = &(*at)->next;
        }
        *at = connection->next;
        pthread_mutex_unlock(&endpoint->lock);
        nc_connection_release(connection);
    }
    nc_endpoint_leave(endpoint);
    return result < 0 ? nc_fail(error, NEARCALL_NO_MEMORY, "No thread can be started for a connection.") : NEARCALL_OK;
}

struct nc_connection *nc_connection_retain(struct nc_connection *connection)
{
    atomic_fetch_add_explicit(&connection->references, 1, memory_order_relaxed);
    return connection;
}

void nc_connection_release(struct nc_connection *connection)
{
    /* Acquire and release: the last one sees what the others did. */
    if (atomic_fetch_sub_explicit(&connection->references, 1, memory_order_acq_rel) != 1) {
        return;
    }
    nc_batches_free(connection);
    nc_control_socket_close(&connection->control);
    nc_peer_close(&connection->peer);
    close(connection->wake_fd);
    close(connection->ended_fd);
    free(connection->goodbye);
    nc_classes_free(connection->classes);
    nc_references_free(connection->objects);
    pthread_cond_destroy(&connection->changed);
    pthread_mutex_destroy(&connection->lock);
    pthread_cond_destroy(&connection->shared_free);
    free(connection->address);
    nearcall_endpoint *endpoint = connection->endpoint;
    if (connection->counted) {
        pthread_mutex_lock(&endpoint->lock);
        endpoint->accepted--;
        pthread_mutex_unlock(&endpoint->lock);
    }
    free(connection);
    nc_endpoint_release(endpoint);
}

/* Over channels that cannot show it, the last call taken in each lane that is served. It is read behind the store of the end. */
static void list_taken(struct nc_connection *connection, struct nc_control_message *goodbye)
{
    pthread_mutex_lock(&connection->lock);
    for (size_t i = 0; i < connection->batch_count; i++) {
        struct nc_batch *batch = connection->batches[i];
        for (uint32_t n = 0; batch->ready && n < batch->shape.lane_count; n++) {
            struct nc_lane *lane = batch->lanes[n];
            if (!lane->own && lane->channel->own_taken != NULL && goodbye->end_count < NC_GOODBYE_LANES_MAX) {
                goodbye->end_lanes[goodbye->end_count] = lane->number;
                goodbye->end_calls[goodbye->end_count++] = lane->channel->own_taken(lane);
            }
        }
    }
    pthread_mutex_unlock(&connection->lock);
}

static void say_goodbye(struct nc_connection *connection, uint8_t reason, const char *text)
{
    struct nc_control_message goodbye;
    nc_control_init(&goodbye, NC_GOODBYE);
    goodbye.reason = reason;
    nc_control_set_text(&goodbye, text);
    list_taken(connection, &goodbye);
    nc_control_send(&connection->control, &goodbye, -1, NULL);
}

void nc_connection_end(struct nc_connection *connection, enum nc_end end, const char *format, ...)
{
    pthread_mutex_lock(&connection->lock);
    bool first = atomic_load_explicit(&connection->ended, memory_order_relaxed) == NC_OPEN;
    if (first) {
        va_list arguments;
        va_start(arguments, format);
        nc_vformat(connection->end_reason, sizeof connection->end_reason, format, arguments);
        va_end(arguments);
        /* Partners: nc_connection_has_ended(). Sequentially consistent: see sleep_on() of the channel. */
        atomic_store_explicit(&connection->ended, (int)end, memory_order_seq_cst);
        uint64_t one = 1;
        while (write(connection->ended_fd, &one, sizeof one) < 0 && errno == EINTR) {
        }
        pthread_cond_broadcast(&connection->changed);
        for (size_t i = 0; i < connection->batch_count; i++) {
            struct nc_batch *batch = connection->batches[i];
            for (uint32_t n = 0; batch->ready && n < batch->shape.lane_count; n++) {
                nc_lane_wake(batch->lanes[n]);
            }
        }
    }
    pthread_mutex_unlock(&connection->lock);
    if (!first) {
        return;
    }
    nc_fence_heavy(connection->has_heavy_fence); /* partner: store_taken() of the channel */
    if (end == NC_END_CLOSED || end == NC_END_BREACH) {
        say_goodbye(connection, end == NC_END_CLOSED ? NC_GOODBYE_CLOSED : NC_GOODBYE_BREACH, connection->end_reason);
    }
    pthread_mutex_lock(&connection->lock);
    connection->farewell = true;
    pthread_cond_broadcast(&connection->changed);
    pthread_mutex_unlock(&connection->lock);
    nc_connection_wake(connection);
}

void nc_connection_end_for(struct nc_connection *connection, const char *fault)
{
    nc_connection_end(connection, fault == nc_shortage ? NC_END_CLOSED : NC_END_BREACH, "%s", fault);
}

int nc_connection_fail(struct nc_connection *connection, int outcome, nearcall_error *error)
{
    pthread_mutex_lock(&connection->lock); /* for the reason */
    int end = atomic_load_explicit(&connection->ended, memory_order_relaxed);
    int pid = (int)connection->peer.pid;
    int status;
    switch (end) {
    case NC_END_CLOSED:
        status = nc_fail(error, NEARCALL_CLOSED, "The connection to process %d ended: %s.", pid,
                         connection->end_reason);
        break;
    case NC_END_BREACH:
        status = nc_fail(error, NEARCALL_BREACH, "The connection to process %d ended, because of its fault: %s.", pid,
                         connection->end_reason);
        break;
    default:
        status = nc_fail(error, NEARCALL_LOST, "The connection to process %d was lost: %s.", pid,
                         connection->end_reason);
        break;
    }
    pthread_mutex_unlock(&connection->lock);
    return nc_outcome(error, status, outcome);
}

/* The last call that the peer has taken in a lane, as its GOODBYE says. A lane that it does not list counts as if all were. */
static uint64_t listed_taken(struct nc_connection *connection, const struct nc_lane *lane)
{
    uint64_t taken = UINT64_MAX;
    pthread_mutex_lock(&connection->lock);
    const struct nc_control_message *goodbye = connection->goodbye;
    for (unsigned i = 0; goodbye != NULL && i < goodbye->end_count; i++) {
        if (goodbye->end_lanes[i] == lane->number) {
            taken = goodbye->end_calls[i];
        }
    }
    pthread_mutex_unlock(&connection->lock);
    return taken;
}

int nc_connection_outcome(struct nc_connection *connection, struct nc_lane *lane, uint64_t call)
{
    int end = atomic_load_explicit(&connection->ended, memory_order_acquire);
    uint64_t taken = UINT64_MAX;
    if (lane->channel->peer_taken != NULL && (end == NC_END_DEATH || end == NC_END_GOODBYE)) {
        /* It is read behind the load that shows the end, so it comes after all stores of a dead peer. */
        taken = lane->channel->peer_taken(lane);
    } else if (end == NC_END_GOODBYE) {
        taken = listed_taken(connection, lane);
    }
    return taken < call ? NEARCALL_NOT_STARTED : NEARCALL_MAY_HAVE_RUN;
}

bool nc_connection_send(struct nc_connection *connection, const struct nc_control_message *message, int passed)
{
    bool queued = false;
    bool sent = nc_control_send(&connection->control, message, passed, &queued);
    if (queued || !sent) {
        nc_connection_wake(connection);
    }
    return sent;
}

void nc_connection_ring(struct nc_connection *connection, uint32_t lane)
{
    struct nc_control_message doorbell;
    nc_control_init(&doorbell, NC_DOORBELL);
    doorbell.lane = lane;
    nc_connection_send(connection, &doorbell, -1);
}

void nc_connection_wake(struct nc_connection *connection)
{
    uint64_t one = 1;
    while (write(connection->wake_fd, &one, sizeof one) < 0 && errno == EINTR) {
    }
}

bool nc_connection_wait(struct nc_connection *connection, int64_t deadline_ns)
{
    return nc_condition_wait(&connection->changed, &connection->lock, deadline_ns);
}

void nc_connection_unsent(struct nc_connection *connection, int32_t id)
{
    nc_references_unsent(connection->objects, id);
}
