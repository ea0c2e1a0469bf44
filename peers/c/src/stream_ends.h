// SPDX-License-Identifier: Apache-2.0
/* The two ends of a lane over descriptors, and how frames are written. */
#ifndef NC_STREAM_ENDS_H
#define NC_STREAM_ENDS_H

#include "stream_channel.h"

#include "connection.h"

enum { HEADER = 8, DONE_LENGTH = 8, UNIX_LONGEST = 16360, FIFO_LONGEST = 4072 };

struct nc_stream {
    int in_fd;
    int out_fd;
    struct nc_closing *closing; /* of what a peer passes over a socket, which it must not */
    /* The reading end. */
    uint8_t *in;      /* bytes that are not read yet: two frames have room */
    size_t in_capacity;
    size_t in_start;
    size_t in_end;
    uint32_t in_sequence;
    unsigned proof_read;
    bool ended;       /* nothing more comes */
    bool breach;
    /* The writing end. */
    pthread_mutex_t lock;
    uint8_t *out;     /* one frame, or a Done */
    size_t out_start;
    size_t out_end;
    uint32_t out_sequence;
    uint64_t done;    /* to be sent */
    uint64_t done_sent;
    bool broken;
    /* Of both. */
    atomic_bool proven;
    uint8_t proof[NC_SECRET_HALF];
    _Atomic uint64_t taken;
};

static inline bool is_proven(struct nc_stream *stream)
{
    return atomic_load_explicit(&stream->proven, memory_order_acquire);
}

static inline uint32_t following(uint32_t sequence)
{
    return sequence == UINT32_MAX ? 1 : sequence + 1;
}

/* Sends what waits. Called under the lock. Returns whether the next frame has room. */
bool nc_stream_flush(struct nc_stream *stream);

/* Of a channel. */
bool nc_stream_has_room(struct nc_lane *lane);
bool nc_stream_publish(struct nc_lane *lane, const void *payload, uint32_t length, uint8_t flags);

#endif
