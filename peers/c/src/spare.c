// SPDX-License-Identifier: Apache-2.0
/*
 * Calls and requests that have ended are used again, with their buffers: a call needs no memory then. A connection keeps one
 * call, and a lane one request.
 */
#include "spare.h"

#include "fence.h"

#include <stdlib.h>
#include <time.h>

/* In its page, a record begins this far behind one of a ring, so that nearcall_copies_slowly() says no. */
enum { AHEAD = 64 };

static void free_message_ends(struct nearcall_reader *reader, struct nearcall_writer *writer, struct nc_arena *arena)
{
    nc_reader_free(reader);
    nc_writer_free(writer);
    nc_arena_free(arena);
}

static void clear_message_ends(struct nearcall_reader *reader, struct nearcall_writer *writer, struct nc_arena *arena)
{
    nc_reader_clear(reader);
    nc_writer_clear(writer);
    writer->partly_sent = false;
    writer->error.status = NEARCALL_OK;
    nc_arena_reset(arena);
}

/* ------------------------------------------------------------------------------------------------------------- calls */

NC_SELDOM static void free_call(nearcall_call *call)
{
    struct nc_connection *connection = call->connection;
    free_message_ends(&call->reader, &call->writer, &call->arena);
    nc_incoming_free(&call->incoming);
    free(call->memory);
    free(call);
    nc_connection_release(connection);
}

NC_SELDOM static nearcall_call *new_call(struct nc_connection *connection)
{
    nearcall_call *call = calloc(1, sizeof *call);
    if (call == NULL) {
        return NULL;
    }
    uint32_t longest = connection->kind->channel->longest;
    call->memory = nc_pages(AHEAD + longest);
    if (call->memory == NULL) {
        free(call);
        return NULL;
    }
    call->connection = nc_connection_retain(connection);
    call->writer = (struct nearcall_writer){.record = call->memory + AHEAD,
                                            .longest = longest,
                                            .limit = connection->longest,
                                            .connection = connection,
                                            .target = call};
    call->reader = (struct nearcall_reader){.arena = &call->arena, .connection = connection, .incoming = &call->incoming};
    return call;
}

/*
 * The first call that ends becomes the home call of its connection. Its state says who has it.
 *
 *     NONE --the first call ends--> BUSY --> LEAVING --> IDLE --> BUSY        LEAVING or IDLE --the connection has ended--> LEFT
 *
 * Who makes it BUSY has the call. Who makes it LEFT frees it and its reference. Leaving takes no locked instruction:
 *
 *     nc_call_leave()                                 nc_home_call_end(), of the monitor
 *     H1  LEAVING                                     E1  the connection has ended (long before)
 *     H2  light fence                                 E2  heavy fence
 *     H3  has it ended? then LEFT, and free           E3  IDLE: LEFT, and free
 *     H4  else IDLE, and touch nothing any more           LEAVING: look again
 *
 * If E3 finds it BUSY, H1 comes behind E2, so H3 sees E1. LEAVING lasts for a few instructions. While it does, the reference is
 * there, so that H3 may look.
 */
static bool change(struct nc_connection *connection, int from, int to, memory_order order)
{
    return atomic_load_explicit(&connection->home_call_state, memory_order_relaxed) == from &&
           atomic_compare_exchange_strong_explicit(&connection->home_call_state, &from, to, order, memory_order_relaxed);
}

nearcall_call *nc_call_take(struct nc_connection *connection)
{
    /* Partner: the release in nc_call_leave(). */
    return change(connection, NC_HOME_IDLE, NC_HOME_BUSY, memory_order_acquire) ? connection->home_call : new_call(connection);
}

void nc_call_leave(nearcall_call *call)
{
    struct nc_connection *connection = call->connection;
    if (!call->home && change(connection, NC_HOME_NONE, NC_HOME_BUSY, memory_order_relaxed)) {
        call->home = true;
        connection->home_call = call;
    }
    if (!call->home) {
        free_call(call);
        return;
    }
    clear_message_ends(&call->reader, &call->writer, &call->arena);
    if (call->kind == NEARCALL_FUTURE) {
        nc_bytes_free(&call->incoming.body); /* the answer to a future comes with a buffer of its own */
    }
    nc_incoming_reset(&call->incoming);
    call->state = NC_CALL_WRITING;
    call->lane = NULL;
    call->remote = NULL;
    call->around = NULL;
    call->left_lane = false;
    call->id = 0;
    call->thrown = NULL;
    call->pending = NULL;
    atomic_store_explicit(&call->given_up, 0, memory_order_relaxed);
    atomic_store_explicit(&connection->home_call_state, NC_HOME_LEAVING, memory_order_relaxed); /* H1 */
    nc_fence_light(connection->has_heavy_fence);
    if (nc_connection_has_ended(connection)) {
        atomic_store_explicit(&connection->home_call_state, NC_HOME_LEFT, memory_order_relaxed); /* it is nobody's any more */
        free_call(call);
        return;
    }
    /* Partners: the acquire in nc_call_take() and in nc_home_call_end(). The call was reset before. */
    atomic_store_explicit(&connection->home_call_state, NC_HOME_IDLE, memory_order_release);
}

void nc_home_call_end(struct nc_connection *connection)
{
    nc_fence_heavy(connection->has_heavy_fence);
    while (atomic_load_explicit(&connection->home_call_state, memory_order_relaxed) == NC_HOME_LEAVING) {
        const struct timespec pause = {.tv_nsec = 50 * 1000};
        nanosleep(&pause, NULL); /* its thread has lost the CPU just there */
    }
    /* Partner: the release in nc_call_leave(). */
    if (change(connection, NC_HOME_IDLE, NC_HOME_LEFT, memory_order_acquire)) {
        free_call(connection->home_call);
    }
}

/* ---------------------------------------------------------------------------------------------------------- requests */

void nc_request_free(struct nearcall_request *request)
{
    if (request != NULL) {
        free_message_ends(&request->reader, &request->writer, &request->arena);
        free(request->memory);
        free(request);
    }
}

NC_SELDOM static struct nearcall_request *new_request(struct nc_lane *lane)
{
    struct nearcall_request *request = calloc(1, sizeof *request);
    if (request == NULL) {
        return NULL;
    }
    request->memory = nc_pages(AHEAD + lane->channel->longest);
    if (request->memory == NULL) {
        free(request);
        return NULL;
    }
    request->connection = lane->connection;
    request->lane = lane;
    request->reader = (struct nearcall_reader){.arena = &request->arena, .connection = lane->connection};
    request->writer = (struct nearcall_writer){.record = request->memory + AHEAD,
                                               .longest = lane->channel->longest,
                                               .connection = lane->connection,
                                               .target = request};
    return request;
}

struct nearcall_request *nc_request_take(struct nc_lane *lane)
{
    struct nearcall_request *request = lane->spare_request;
    lane->spare_request = NULL;
    return request != NULL ? request : new_request(lane);
}

void nc_request_leave(struct nc_lane *lane, struct nearcall_request *request)
{
    clear_message_ends(&request->reader, &request->writer, &request->arena);
    atomic_store_explicit(&request->entered, 0, memory_order_relaxed);
    request->started = false;
    request->threw = false;
    request->object = NULL;
    request->context.remaining_ns = 0;
    request->context.pair_count = 0;
    request->deadline_ns = 0;
    request->waited_ns = 0;
    request->unsettled = false;
    request->unanswered = NULL;
    /*
     * The outermost request of a lane leaves last and replaces those within it. So it is the same one for as long as the lane
     * is there, and nc_dispatch_cancel() can touch it behind its end.
     */
    nc_request_free(lane->spare_request);
    lane->spare_request = request;
}
