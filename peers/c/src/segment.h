// SPDX-License-Identifier: Apache-2.0
/*
 * A segment of shared memory: what one side writes for a batch of lanes (section 3 of the protocol).
 *
 *       0  "NEARCALL", written last        8
 *       8  version, lane count, ring capacity, record alignment, batch   4 each
 *    4096  control words, 384 bytes for each lane:
 *             +0  Frame Sleeper    4       written by the segment's maker alone, like everything here
 *             +4  Space Sleeper    4
 *           +128  Consumer Position 8
 *           +256  Taken Call        8
 *           +264  Done Call         8
 *       C  rings of 65536 bytes
 *
 * Each side makes one memfd, seals it and passes it. The other side maps it read-only. So every word has one writer.
 */
#ifndef NC_SEGMENT_H
#define NC_SEGMENT_H

#include "base.h"

#include <stdatomic.h>

enum {
    NC_RING_CAPACITY = 65536,
    NC_BORROWED_ALIGNMENT = 16384,
    NC_SHARED_ALIGNMENT = 64,
    NC_BATCH_LANES_MAX = 1024
};

enum nc_word_offset {
    NC_FRAME_SLEEPER = 0,
    NC_SPACE_SLEEPER = 4,
    NC_CONSUMER_POSITION = 128,
    NC_TAKEN_CALL = 256,
    NC_DONE_CALL = 264
};

struct nc_segment {
    uint8_t *memory; /* NULL: not mapped */
    size_t length;
    uint32_t lane_count;
};

/* What both sides know of a batch before they map it. */
struct nc_batch_shape {
    uint32_t batch;
    uint32_t lane_count;
    uint32_t ring_capacity;
    bool shared; /* one lane on which both sides send as they please */
};

/* Makes and maps a segment that this process writes. fd becomes the descriptor to pass. Returns 0 or -errno. */
int nc_segment_create(struct nc_segment *segment, const struct nc_batch_shape *shape, int *fd);

/*
 * Maps the peer's segment, after checking that the peer can take none of it away. Returns NULL, or why it is refused.
 * The descriptor stays the caller's.
 */
const char *nc_segment_attach(struct nc_segment *segment, const struct nc_batch_shape *shape, int fd);

void nc_segment_unmap(struct nc_segment *segment);

/* The length of a segment of that shape. */
size_t nc_segment_length(const struct nc_batch_shape *shape);

/* The control words and the ring of a lane. */
uint8_t *nc_segment_control(const struct nc_segment *segment, uint32_t lane);
uint8_t *nc_segment_ring(const struct nc_segment *segment, uint32_t lane, uint32_t ring_capacity);

/* The words that both processes use are atomic objects of 4 and 8 bytes, aligned to their size. */
static inline _Atomic uint32_t *nc_word32(const uint8_t *control, size_t offset)
{
    return (_Atomic uint32_t *)(uintptr_t)(control + offset);
}

static inline _Atomic uint64_t *nc_word64(const uint8_t *control, size_t offset)
{
    return (_Atomic uint64_t *)(uintptr_t)(control + offset);
}

#endif
