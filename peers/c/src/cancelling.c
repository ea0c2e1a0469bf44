// SPDX-License-Identifier: Apache-2.0
/*
 * A call is cancelled while its handler runs, or before this side has read it; then its id is kept. The thread of the lane takes
 * no lock for that, but for calls within calls.
 *
 *     nc_request_enter(), for each call               nc_dispatch_cancel(), under the lock
 *     E1  the request has this id, and runs           C1  keeps the id if it is later than the last call
 *     E2  this is the last call; light fence          C2  heavy fence, if it was kept
 *     E3  are ids kept?                               C3  does a request with this id run?
 *
 * If the id is not kept, C1 has seen E2, so C3 sees E1, or that the call has ended. Else either E3 sees C1, and
 * nc_request_enter() looks under the lock, or C3 sees E1, and the request is told. C3 compares the id and marks the request at
 * once, because the request may be that of the next call meanwhile.
 */
#include "request.h"

#include "fence.h"

#include <stdlib.h>

/* Under the lock. Those beyond the limit run, though nobody waits for them. */
static void keep_cancelled(struct nc_lane *lane, uint64_t call)
{
    unsigned capacity = !lane->shared           ? NC_CANCELLED_KEPT
                        : lane->stream == NULL ? NC_CANCELLED_KEPT_SHARED
                                               : NC_CANCELLED_KEPT_STREAM;
    unsigned count = atomic_load_explicit(&lane->cancelled_count, memory_order_relaxed);
    if (lane->cancelled == NULL) {
        lane->cancelled = malloc(capacity * sizeof *lane->cancelled);
    }
    if (lane->cancelled != NULL && count < capacity) {
        lane->cancelled[count] = call;
        atomic_store_explicit(&lane->cancelled_count, count + 1, memory_order_relaxed);
    }
}

/* Under the lock. Forgets the calls up to this one, because ids only grow. Returns whether this one was cancelled. */
static bool take_cancelled(struct nc_lane *lane, uint64_t call)
{
    unsigned count = atomic_load_explicit(&lane->cancelled_count, memory_order_relaxed);
    bool found = false;
    unsigned i = 0;
    while (i < count) {
        found = found || lane->cancelled[i] == call;
        if (lane->cancelled[i] <= call) {
            lane->cancelled[i] = lane->cancelled[--count];
        } else {
            i++;
        }
    }
    atomic_store_explicit(&lane->cancelled_count, count, memory_order_relaxed);
    return found;
}

/* Under the lock. Tells the request of that call, if it runs. */
static void cancel_running(struct nc_lane *lane, uint64_t call)
{
    struct nearcall_request *running = atomic_load_explicit(&lane->running, memory_order_acquire);
    while (running != NULL) {
        uint64_t entered = 2 * call;
        /* Partners: nc_patience_given_up(), the handler. */
        if (atomic_compare_exchange_strong_explicit(&running->entered, &entered, entered + 1, memory_order_release,
                                                    memory_order_relaxed)) {
            nc_lane_wake(lane);
            return;
        }
        running = running->around;
    }
}

void nc_dispatch_cancel(struct nc_connection *connection, uint32_t number, uint64_t call)
{
    pthread_mutex_lock(&connection->lock);
    struct nc_lane *lane = nc_lane_of_number(connection, number);
    /* Partner: the release in nc_request_enter(). */
    if (lane != NULL && call > atomic_load_explicit(&lane->entered, memory_order_acquire)) {
        keep_cancelled(lane, call);
        nc_fence_heavy(connection->has_heavy_fence);
    }
    if (lane != NULL) {
        cancel_running(lane, call);
    }
    pthread_mutex_unlock(&connection->lock);
}

static bool was_cancelled(struct nearcall_request *request)
{
    pthread_mutex_lock(&request->connection->lock);
    bool cancelled = take_cancelled(request->lane, request->call);
    pthread_mutex_unlock(&request->connection->lock);
    return cancelled;
}

/* A request within another one is freed behind its end, so that it leaves under the lock. That of the outermost call stays. */
static void set_running(struct nearcall_request *left, struct nearcall_request *running)
{
    struct nc_lane *lane = left->lane;
    if (left->around == NULL) {
        atomic_store_explicit(&lane->running, running, memory_order_release);
        return;
    }
    pthread_mutex_lock(&left->connection->lock);
    atomic_store_explicit(&lane->running, running, memory_order_release);
    pthread_mutex_unlock(&left->connection->lock);
}

void nc_request_exit(struct nearcall_request *request)
{
    request->lane->depth--;
    set_running(request, request->around);
}

bool nc_request_enter(struct nearcall_request *request)
{
    struct nc_lane *lane = request->lane;
    struct nearcall_request *around = atomic_load_explicit(&lane->running, memory_order_relaxed);
    if (around != NULL) {
        request->around = around; /* nobody knows the request yet */
    }
    atomic_store_explicit(&request->entered, 2 * request->call, memory_order_relaxed);
    set_running(request, request); /* E1 */
    atomic_store_explicit(&lane->entered, request->call, memory_order_release); /* E2 */
    lane->depth++;
    nc_fence_light(request->connection->has_heavy_fence);
    if (atomic_load_explicit(&lane->cancelled_count, memory_order_relaxed) == 0 || !was_cancelled(request)) {
        return true;
    }
    nc_request_exit(request);
    return false;
}
