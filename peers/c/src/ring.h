// SPDX-License-Identifier: Apache-2.0
/*
 * The rings of a lane: one in which this side writes records, one in which it reads them (section 4 of the protocol).
 *
 *      0                   1                   2                   3
 *      0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *     +---------------------------------------------------------------+
 *     |                           Sequence                            |
 *     +-----------------------------------------------+---------------+
 *     |                     Length                    |     Flags     |
 *     +-----------------------------------------------+---------------+
 *     |                            Payload                           ...
 *
 * A record is published by one 8-byte release store of its header, behind its payload. It is there when an acquire load
 * of the header shows the expected sequence. The sequence, length and flags are all taken from that one load, so the peer
 * cannot change them between check and use. The payload is copied once, and only the copy is looked at.
 *
 * A ring of a borrowed lane has four places of a quarter each, and a message begins at the first one. In the ring of a
 * shared lane records follow each other, aligned to 64 bytes.
 */
#ifndef NC_RING_H
#define NC_RING_H

#include "segment.h"

enum { NC_RECORD_HEADER = 8, NC_MORE = 0x80 };

/* The writing end. Of one thread at a time. */
struct nc_ring_producer {
    uint8_t *ring;
    const uint8_t *peer_control; /* has the reader's Consumer Position */
    uint32_t capacity;
    bool shared;
    bool in_message; /* the record before had MORE */
    uint32_t sequence; /* of the record before */
    uint32_t index;    /* of the next record */
    uint64_t position;
    uint64_t consumed; /* counted as consumed; the peer may have consumed more */
};

/* The reading end. Of one thread at a time. */
struct nc_ring_consumer {
    const uint8_t *ring;
    uint8_t *own_control; /* has our Consumer Position */
    uint32_t capacity;
    bool shared;
    uint32_t sequence;
    uint32_t index;
    uint64_t position;
    uint64_t stored; /* the Consumer Position that the peer can see */
};

struct nc_record {
    uint32_t length;
    uint8_t flags;
};

void nc_ring_producer_init(struct nc_ring_producer *producer, uint8_t *ring, const uint8_t *peer_control,
                           uint32_t capacity, bool shared);
void nc_ring_consumer_init(struct nc_ring_consumer *consumer, const uint8_t *ring, uint8_t *own_control,
                           uint32_t capacity, bool shared);

/* The longest payload of a record. */
uint32_t nc_ring_longest(uint32_t capacity);

/* May the next record be written now? */
bool nc_ring_has_room(struct nc_ring_producer *producer);

/*
 * Writes and publishes a record. There has to be room for it. Returns the index of its header, which is what a sleeping
 * reader of a borrowed lane is woken by.
 */
uint32_t nc_ring_publish(struct nc_ring_producer *producer, const void *payload, uint32_t length, uint8_t flags);

enum nc_ring_state { NC_RING_EMPTY, NC_RING_RECORD, NC_RING_BREACH };

/*
 * Copies the next record, if there is one, to payload, which has nc_ring_longest() bytes, and consumes it.
 * position_stored tells whether Consumer Position was stored, so that a peer may wait for it.
 */
enum nc_ring_state nc_ring_read(struct nc_ring_consumer *consumer, uint8_t *payload, struct nc_record *record,
                                bool *position_stored);

/* Is a record there? */
bool nc_ring_is_readable(const struct nc_ring_consumer *consumer);

/* Stores Consumer Position if the peer does not see all of it. Returns whether it did. */
bool nc_ring_store_position(struct nc_ring_consumer *consumer);

/* The word whose change means a new record, for a futex. */
static inline const _Atomic uint32_t *nc_ring_awaited_header(const struct nc_ring_consumer *consumer)
{
    return nc_word32(consumer->ring, consumer->index);
}

#endif
