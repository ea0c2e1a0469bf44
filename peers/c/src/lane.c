// SPDX-License-Identifier: Apache-2.0
/* Waits for records and for room: a short spin, then a few yields, then sleeps. */
#include "lane.h"

#include "connection.h"
#include "object.h"
#include "spare.h"

#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

/*
 * Within a message the peer is busy with it: it makes room for what has arrived, or clears fresh memory. That takes longer than
 * most answers, and not as long as a sleep and a wake-up. A time bounds these yields, because each may cost a time slice of another
 * thread, in which nobody looks at the deadline.
 */
enum { SPINS = 400, YIELDS = 20 };
static const int64_t yielding_ns = 100 * 1000;

/* Bounds a sleep that misses its wake-up because it had not begun yet (see nc_lane_wake()). */
static const int64_t slice_ns = 100 * (int64_t)NC_NS_PER_MS;

static void pause_briefly(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

int64_t nc_patience_deadline(struct nc_patience *patience)
{
    if (patience->timeout_ns > 0) {
        patience->deadline_ns = NC_MIN(patience->deadline_ns, nc_deadline_after(patience->timeout_ns));
        patience->timeout_ns = 0;
    }
    return patience->deadline_ns;
}

static enum nc_wait await(struct nc_lane *lane, struct nc_patience *patience, bool in_message, bool (*is_ready)(struct nc_lane *),
                          void (*sleep)(struct nc_lane *, int64_t))
{
    int spins = lane->connection->processors > 1 ? SPINS : 0;
    for (int i = 0; i < spins + YIELDS; i++) {
        if (is_ready(lane)) {
            return NC_READY;
        }
        if (i < spins) {
            pause_briefly();
        } else {
            sched_yield();
        }
    }
    if (in_message) {
        int64_t until_ns = nc_deadline_after(yielding_ns);
        while (nc_now_ns() < until_ns) {
            if (is_ready(lane)) {
                return NC_READY;
            }
            sched_yield();
        }
    }
    for (;;) {
        /* The end is looked for first: what the peer published before its end is still read. */
        bool ended = nc_connection_has_ended(lane->connection);
        if (is_ready(lane)) {
            return NC_READY;
        }
        if (ended) {
            return NC_ENDED;
        }
        if (nc_patience_given_up(patience)) {
            return NC_GIVEN_UP;
        }
        int64_t deadline_ns = nc_patience_deadline(patience);
        int64_t left_ns = deadline_ns == NC_NEVER ? slice_ns : deadline_ns - nc_now_ns();
        if (left_ns <= 0) {
            return NC_TIMED_OUT;
        }
        sleep(lane, NC_MIN(left_ns, slice_ns));
    }
}

enum nc_wait nc_lane_await_record(struct nc_lane *lane, bool in_message, struct nc_patience *patience)
{
    return await(lane, patience, in_message, lane->channel->is_readable, lane->channel->sleep_for_record);
}

enum nc_wait nc_lane_await_room(struct nc_lane *lane, struct nc_patience *patience)
{
    return await(lane, patience, true, lane->channel->has_room, lane->channel->sleep_for_room);
}

void nc_lane_wake(struct nc_lane *lane)
{
    lane->channel->wake(lane);
}

void nc_lane_free(struct nc_lane *lane)
{
    if (lane != NULL) {
        if (lane->channel->close != NULL) {
            lane->channel->close(lane);
        }
        if (lane->drained != NULL) {
            nc_incoming_free(lane->drained);
            free(lane->drained);
        }
        while (lane->owed != NULL) {
            struct nc_owed *owed = lane->owed;
            lane->owed = owed->next;
            free(owed);
        }
        nc_request_free(lane->spare_request);
        if (lane->served != NULL) {
            nc_object_release(lane->served);
        }
        free(lane->received);
        free(lane->cancelled);
        free(lane);
    }
}
