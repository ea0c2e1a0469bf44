// SPDX-License-Identifier: Apache-2.0
/*
 * Lanes over descriptors. The reading end is of the thread that has the lane, or of the worker of the own shared lane. The
 * writing end is under a lock, because a worker sends what a caller's socket has not taken.
 *
 * There is room for a frame when all before it has been taken by the kernel. So at most one frame waits here, and a Done.
 */
#include "stream_ends.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

/* ---------------------------------------------------------------------------------------------------------- reading */

static void fill(struct nc_stream *stream)
{
    if (stream->in_start > 0) {
        memmove(stream->in, stream->in + stream->in_start, stream->in_end - stream->in_start);
        stream->in_end -= stream->in_start;
        stream->in_start = 0;
    }
    while (!stream->ended && stream->in_end < stream->in_capacity) {
        uint8_t *at = stream->in + stream->in_end;
        size_t room = stream->in_capacity - stream->in_end;
        ssize_t count = stream->in_fd == stream->out_fd
                            ? nc_read_socket(stream->closing, stream->in_fd, at, room, &stream->breach)
                            : read(stream->in_fd, at, room);
        if (stream->breach) {
            return;
        }
        if (count > 0) {
            stream->in_end += (size_t)count;
        } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
            /* The end of a FIFO looks the same before the peer has opened it: the monitor knows what has happened. */
            stream->ended = count < 0 || stream->in_fd == stream->out_fd;
            return;
        } else if (errno == EAGAIN) {
            return;
        }
    }
}

/* The peer proves that it knows the secret. Before that nothing is read, and nothing is sent. */
static void read_proof(struct nc_stream *stream)
{
    while (!is_proven(stream) && stream->in_start < stream->in_end) {
        if (stream->in[stream->in_start++] != stream->proof[stream->proof_read++]) {
            stream->breach = true;
            return;
        }
        if (stream->proof_read == NC_SECRET_HALF) {
            atomic_store_explicit(&stream->proven, true, memory_order_release); /* partner: is_proven() */
        }
    }
}

/* Is a whole frame there? Done frames in front of it are taken away: this side does not wait for them. */
static bool whole_frame(struct nc_stream *stream, uint32_t longest, bool *missing)
{
    for (;;) {
        const uint8_t *at = stream->in + stream->in_start;
        size_t there = stream->in_end - stream->in_start;
        *missing = there < HEADER;
        if (*missing) {
            return false;
        }
        uint32_t sequence = nc_load32(at);
        uint32_t length = nc_load32(at + 4) & 0xffffff;
        bool done = sequence == 0 && length == DONE_LENGTH && at[7] == 0;
        if (!done && (sequence != following(stream->in_sequence) || length > longest)) {
            stream->breach = true;
            return false;
        }
        *missing = there < HEADER + (size_t)length;
        if (*missing || !done) {
            return !*missing;
        }
        stream->in_start += HEADER + DONE_LENGTH;
    }
}

static bool is_readable(struct nc_lane *lane)
{
    struct nc_stream *stream = lane->stream;
    bool missing = false;
    if (stream->breach) {
        return true; /* read_frame() says so */
    }
    if (is_proven(stream) && whole_frame(stream, lane->channel->longest, &missing)) {
        return true;
    }
    if (!stream->breach) {
        fill(stream);
        read_proof(stream);
        if (!stream->breach && is_proven(stream)) {
            whole_frame(stream, lane->channel->longest, &missing);
        }
    }
    return stream->breach || (is_proven(stream) && !missing);
}

static enum nc_ring_state read_frame(struct nc_lane *lane, uint8_t *payload, struct nc_record *record)
{
    struct nc_stream *stream = lane->stream;
    if (!is_readable(lane)) {
        return NC_RING_EMPTY;
    }
    if (stream->breach) {
        return NC_RING_BREACH;
    }
    const uint8_t *at = stream->in + stream->in_start;
    record->length = nc_load32(at + 4) & 0xffffff;
    record->flags = at[7];
    if (record->length > 0) {
        memcpy(payload, at + HEADER, record->length);
    }
    stream->in_start += HEADER + record->length;
    stream->in_sequence = following(stream->in_sequence);
    return NC_RING_RECORD;
}

/* ---------------------------------------------------------------------------------------------------------- waiting */

static bool is_unsent(struct nc_lane *lane)
{
    struct nc_stream *stream = lane->stream;
    pthread_mutex_lock(&stream->lock);
    nc_stream_flush(stream);
    bool unsent = !stream->broken && (stream->out_start < stream->out_end || stream->done != stream->done_sent);
    pthread_mutex_unlock(&stream->lock);
    return unsent;
}

static void sleep_until(struct nc_lane *lane, bool record, bool room, int64_t timeout_ns)
{
    struct nc_stream *stream = lane->stream;
    struct pollfd events[] = {
        {.fd = record && !stream->ended ? stream->in_fd : -1, .events = POLLIN},
        {.fd = room && !stream->broken ? stream->out_fd : -1, .events = POLLOUT},
        {.fd = lane->connection->ended_fd, .events = POLLIN},
    };
    int timeout_ms = (int)(timeout_ns / NC_NS_PER_MS) + 1;
    if (poll(events, 3, timeout_ms) > 0 && events[0].revents == POLLHUP) {
        /* A FIFO whose writer has gone. The connection ends soon, and nothing else can be waited for. */
        struct pollfd end = {.fd = lane->connection->ended_fd, .events = POLLIN};
        poll(&end, 1, NC_MIN(timeout_ms, 10));
    }
}

static void sleep_for_record(struct nc_lane *lane, int64_t timeout_ns)
{
    sleep_until(lane, true, is_unsent(lane), timeout_ns);
}

/* The proof comes over the reading end. Only a borrowed or served lane waits for it, whose ends are of one thread. */
static void sleep_for_room(struct nc_lane *lane, int64_t timeout_ns)
{
    bool proven = is_proven(lane->stream);
    if (!proven) {
        is_readable(lane);
    }
    sleep_until(lane, !proven, proven, timeout_ns);
}

/*
 * The kernel keeps what is readable, and the monitor asks for it after the lane has come to rest. So nothing is lost between
 * the last look and the rest.
 */
static bool rest(struct nc_lane *lane)
{
    bool unsent = is_proven(lane->stream) && is_unsent(lane);
    return !unsent && !is_readable(lane);
}

/* Of end_rest: nothing was announced. Of wake: ended_fd wakes all, and a call that is given up is noticed by the next look. */
static void do_nothing(struct nc_lane *lane)
{
    (void)lane;
}

static int watched(struct nc_lane *lane)
{
    return lane->stream->ended ? -1 : lane->stream->in_fd;
}

/* ----------------------------------------------------------------------------------------------------------- progress */

static void store_taken(struct nc_lane *lane, uint64_t call)
{
    /* Sequentially consistent, like the end of the connection: see nearcall_request_start(). */
    atomic_store_explicit(&lane->stream->taken, call, memory_order_seq_cst);
}

static uint64_t own_taken(struct nc_lane *lane)
{
    return atomic_load_explicit(&lane->stream->taken, memory_order_seq_cst);
}

static void store_done(struct nc_lane *lane, uint64_t call)
{
    pthread_mutex_lock(&lane->stream->lock);
    lane->stream->done = call;
    nc_stream_flush(lane->stream);
    pthread_mutex_unlock(&lane->stream->lock);
}

static void close_stream(struct nc_lane *lane)
{
    struct nc_stream *stream = lane->stream;
    if (stream->out_fd != stream->in_fd) {
        close(stream->in_fd);
        close(stream->out_fd);
    } else {
        nc_close_socket(stream->closing, stream->in_fd);
    }
    pthread_mutex_destroy(&stream->lock);
    free(stream->in);
    free(stream->out);
    free(stream);
}

#define STREAM_CHANNEL(channel_name, longest_payload)                                                         \
    {                                                                                                         \
        .name = (channel_name), .longest = (longest_payload), .has_room = nc_stream_has_room, .publish = nc_stream_publish,       \
        .read = read_frame, .is_readable = is_readable, .sleep_for_record = sleep_for_record,                 \
        .sleep_for_room = sleep_for_room, .rest = rest, .end_rest = do_nothing, .wake = do_nothing,           \
        .store_taken = store_taken, .store_done = store_done, .own_taken = own_taken, .watched = watched,     \
        .close = close_stream}

const struct nc_channel nc_unix_channel = STREAM_CHANNEL("unix", UNIX_LONGEST);
const struct nc_channel nc_fifo_channel = STREAM_CHANNEL("fifo", FIFO_LONGEST);

struct nc_lane *nc_stream_lane(const struct nc_channel *channel, struct nc_connection *connection,
                               const struct nc_batch_shape *shape, uint32_t index, int in_fd, int out_fd,
                               const uint8_t proof[NC_SECRET_HALF], bool opened_here)
{
    struct nc_lane *lane = calloc(1, sizeof *lane);
    struct nc_stream *stream = calloc(1, sizeof *stream);
    uint8_t *received = malloc(channel->longest);
    size_t capacity = 2 * (HEADER + (size_t)channel->longest);
    uint8_t *in = malloc(capacity);
    uint8_t *out = malloc(HEADER + (size_t)channel->longest);
    if (lane == NULL || stream == NULL || received == NULL || in == NULL || out == NULL) {
        free(lane);
        free(stream);
        free(received);
        free(in);
        free(out);
        return NULL;
    }
    stream->in_fd = in_fd;
    stream->out_fd = out_fd;
    stream->closing = connection == NULL ? NULL : connection->endpoint->closing;
    stream->in = in;
    stream->in_capacity = capacity;
    stream->out = out;
    pthread_mutex_init(&stream->lock, NULL);
    atomic_init(&stream->proven, proof == NULL);
    if (proof != NULL) {
        memcpy(stream->proof, proof, NC_SECRET_HALF);
    }
    lane->channel = channel;
    lane->connection = connection;
    lane->index = index;
    lane->number = shape->batch * NC_BATCH_LANES_MAX + index;
    lane->shared = shape->shared;
    lane->own = opened_here;
    lane->received = received;
    lane->stream = stream;
    return lane;
}
