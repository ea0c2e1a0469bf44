// SPDX-License-Identifier: Apache-2.0
/*
 * Lanes in shared memory: rings, control words and futexes.
 *
 * Why no wake-up is lost. D is the awaited word: the header of a record, or Consumer Position. S is the waiter's sleeper.
 *
 *     waiter                                          publisher
 *     W1  S = 1, or 4n + 2   (relaxed store)          P1  D = new value    (release store)
 *     W2  fence(seq_cst)                              P2  fence(seq_cst)
 *     W3  look at D          (acquire load)           P3  look at S        (relaxed load)
 *     W4  FUTEX_WAIT(D, value seen before W3)         P4  1: FUTEX_WAKE(D). 4n + 2: DOORBELL
 *
 * With a full fence between store and load on both sides, W3 cannot miss P1 while P3 misses W1. If W3 sees P1, the waiter
 * does not sleep. If P3 sees W1, the publisher wakes. If that comes before W4, FUTEX_WAIT finds D changed and returns.
 */
#include "connection.h"
#include "fence.h"

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum sleeper { AWAKE = 0, ON_FUTEX = 1, AT_REST = 2, KIND_MASK = 3, REST_UNIT = 4 };

static void futex_wait(const void *word, uint32_t expected, int64_t timeout_ns)
{
    struct timespec timeout = {.tv_sec = timeout_ns / NC_NS_PER_S, .tv_nsec = timeout_ns % NC_NS_PER_S};
    /* Not FUTEX_PRIVATE: the waker is another process. All results mean the same: look again. */
    syscall(SYS_futex, word, FUTEX_WAIT, expected, &timeout, NULL, 0);
}

static void futex_wake(const void *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* W1 and W2. The release fence keeps a Consumer Position that was stored before in front of the sleeper. */
static void announce(struct nc_lane *lane, size_t sleeper, uint32_t state)
{
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(nc_word32(lane->own_control, sleeper), state, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
}

/* It needs no order: if the peer sees it late, the peer wakes nobody once. */
static void retract(struct nc_lane *lane, size_t sleeper)
{
    atomic_store_explicit(nc_word32(lane->own_control, sleeper), AWAKE, memory_order_relaxed);
}

/* P2 and P3. */
static uint32_t sleeper_of_peer(struct nc_lane *lane, size_t sleeper)
{
    atomic_thread_fence(memory_order_seq_cst);
    return atomic_load_explicit(nc_word32(lane->peer_control, sleeper), memory_order_relaxed);
}

static void wake_for_room(struct nc_lane *lane)
{
    /* In Space Sleeper every value except 0 means a futex. */
    if (sleeper_of_peer(lane, NC_SPACE_SLEEPER) != AWAKE) {
        futex_wake(nc_word32(lane->own_control, NC_CONSUMER_POSITION));
    }
}

static bool has_room(struct nc_lane *lane)
{
    return nc_ring_has_room(&lane->out);
}

static bool publish(struct nc_lane *lane, const void *payload, uint32_t length, uint8_t flags)
{
    uint32_t index = nc_ring_publish(&lane->out, payload, length, flags);
    uint32_t state = sleeper_of_peer(lane, NC_FRAME_SLEEPER);
    if (state == ON_FUTEX) {
        futex_wake(nc_word32(lane->out.ring, index));
    } else if ((state & KIND_MASK) == AT_REST && state != lane->rung) {
        lane->rung = state;
        nc_connection_ring(lane->connection, lane->number);
    }
    return true;
}

static enum nc_ring_state read_record(struct nc_lane *lane, uint8_t *payload, struct nc_record *record)
{
    bool position_stored;
    enum nc_ring_state state = nc_ring_read(&lane->in, payload, record, &position_stored);
    if (position_stored) {
        wake_for_room(lane);
    }
    return state;
}

static bool is_readable(struct nc_lane *lane)
{
    if (nc_ring_is_readable(&lane->in)) {
        return true;
    }
    if (lane->shared && nc_ring_store_position(&lane->in)) {
        wake_for_room(lane);
    }
    return false;
}

/*
 * Partner: nc_connection_end() of another thread, which stores the end and then loads the awaited word in wake(). All four are
 * sequentially consistent: either that thread sees the word, or this one sees the end. The wake-up may still come before
 * FUTEX_WAIT, so sleeps are short. On the own shared lane a worker and a caller may both sleep, and one word is known only:
 * the other one's sleep just ends. A call that is given up has no such partner: it is noticed by the next look.
 */
static void sleep_on(struct nc_lane *lane, const _Atomic uint32_t *word, uint32_t seen, int64_t timeout_ns)
{
    atomic_store_explicit(&lane->awaited, (const void *)(uintptr_t)word, memory_order_seq_cst);
    if (!nc_connection_has_ended(lane->connection)) {
        futex_wait((const void *)(uintptr_t)word, seen, timeout_ns);
    }
    atomic_store_explicit(&lane->awaited, NULL, memory_order_seq_cst);
}

static void sleep_for_record(struct nc_lane *lane, int64_t timeout_ns)
{
    const _Atomic uint32_t *word = nc_ring_awaited_header(&lane->in);
    announce(lane, NC_FRAME_SLEEPER, ON_FUTEX);
    uint32_t seen = atomic_load_explicit(word, memory_order_relaxed);
    if (!nc_ring_is_readable(&lane->in)) { /* W3. The same word is loaded again, so it cannot show less than seen */
        sleep_on(lane, word, seen, timeout_ns);
    }
    retract(lane, NC_FRAME_SLEEPER);
}

static void sleep_for_room(struct nc_lane *lane, int64_t timeout_ns)
{
    const _Atomic uint32_t *word = nc_word32(lane->peer_control, NC_CONSUMER_POSITION);
    announce(lane, NC_SPACE_SLEEPER, ON_FUTEX);
    uint32_t seen = atomic_load_explicit(word, memory_order_relaxed);
    if (!nc_ring_has_room(&lane->out)) {
        sleep_on(lane, word, seen, timeout_ns);
    }
    retract(lane, NC_SPACE_SLEEPER);
}

static bool rest(struct nc_lane *lane)
{
    is_readable(lane); /* stores Consumer Position */
    lane->rests += REST_UNIT;
    announce(lane, NC_FRAME_SLEEPER, lane->rests | AT_REST);
    if (nc_ring_is_readable(&lane->in)) {
        retract(lane, NC_FRAME_SLEEPER);
        return false;
    }
    return true;
}

static void end_rest(struct nc_lane *lane)
{
    retract(lane, NC_FRAME_SLEEPER);
}

static void wake(struct nc_lane *lane)
{
    const void *word = atomic_load_explicit(&lane->awaited, memory_order_seq_cst);
    if (word != NULL) {
        futex_wake(word);
    }
}

static void store_taken(struct nc_lane *lane, uint64_t call)
{
    /* Partner: peer_taken() of the caller. The arguments were read before. What the method stores comes behind. */
    atomic_store_explicit(nc_word64(lane->own_control, NC_TAKEN_CALL), call, memory_order_release);
    atomic_thread_fence(memory_order_release);
    nc_fence_light(lane->connection->has_heavy_fence); /* partner: nc_connection_end() */
}

static void store_done(struct nc_lane *lane, uint64_t call)
{
    /* Partner: an acquire load of the caller. The effects of the methods come before it. */
    atomic_store_explicit(nc_word64(lane->own_control, NC_DONE_CALL), call, memory_order_release);
}

static uint64_t peer_taken(struct nc_lane *lane)
{
    return atomic_load_explicit(nc_word64(lane->peer_control, NC_TAKEN_CALL), memory_order_acquire);
}

const struct nc_channel nc_shm_channel = {
    .name = "shm",
    .longest = NC_RING_CAPACITY / 4 - NC_RECORD_HEADER,
    .has_room = has_room,
    .publish = publish,
    .read = read_record,
    .is_readable = is_readable,
    .sleep_for_record = sleep_for_record,
    .sleep_for_room = sleep_for_room,
    .rest = rest,
    .end_rest = end_rest,
    .wake = wake,
    .store_taken = store_taken,
    .store_done = store_done,
    .peer_taken = peer_taken,
};

struct nc_lane *nc_shm_lane(struct nc_connection *connection, const struct nc_batch_shape *shape, uint32_t index,
                            const struct nc_segment *own, const struct nc_segment *peer, bool opened_here)
{
    struct nc_lane *lane = calloc(1, sizeof *lane);
    uint8_t *received = nc_pages(nc_shm_channel.longest); /* 8 bytes in front of a record of the ring, within their pages */
    if (lane == NULL || received == NULL) {
        free(lane);
        free(received);
        return NULL;
    }
    lane->channel = &nc_shm_channel;
    lane->connection = connection;
    lane->index = index;
    lane->number = shape->batch * NC_BATCH_LANES_MAX + index;
    lane->shared = shape->shared;
    lane->own = opened_here;
    lane->received = received;
    lane->own_control = nc_segment_control(own, index);
    lane->peer_control = nc_segment_control(peer, index);
    nc_ring_producer_init(&lane->out, nc_segment_ring(own, index, shape->ring_capacity), lane->peer_control,
                          shape->ring_capacity, shape->shared);
    nc_ring_consumer_init(&lane->in, nc_segment_ring(peer, index, shape->ring_capacity), lane->own_control,
                          shape->ring_capacity, shape->shared);
    return lane;
}
