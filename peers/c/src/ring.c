// SPDX-License-Identifier: Apache-2.0
/* Writes and reads records. Every ordered access names its partner; docs/internals/memory-model.md has the proof. */
#include "ring.h"

enum { LENGTH_MASK = 0xffffff, WORDS_MOST = 32 };

void nc_ring_producer_init(struct nc_ring_producer *producer, uint8_t *ring, const uint8_t *peer_control,
                           uint32_t capacity, bool shared)
{
    *producer = (struct nc_ring_producer){
        .ring = ring, .peer_control = peer_control, .capacity = capacity, .shared = shared};
}

void nc_ring_consumer_init(struct nc_ring_consumer *consumer, const uint8_t *ring, uint8_t *own_control,
                           uint32_t capacity, bool shared)
{
    *consumer = (struct nc_ring_consumer){
        .ring = ring, .own_control = own_control, .capacity = capacity, .shared = shared};
}

uint32_t nc_ring_longest(uint32_t capacity)
{
    return capacity / 4 - NC_RECORD_HEADER;
}

/* After 2^32 - 1 comes 1. */
static uint32_t following(uint32_t sequence)
{
    return sequence == UINT32_MAX ? 1 : sequence + 1;
}

static uint32_t area(bool shared, uint32_t capacity, uint32_t length)
{
    uint32_t alignment = shared ? NC_SHARED_ALIGNMENT : capacity / 4;
    return (NC_RECORD_HEADER + length + alignment - 1) & ~(alignment - 1); /* a power of two */
}

bool nc_ring_has_room(struct nc_ring_producer *producer)
{
    if (!producer->shared && !producer->in_message) {
        return true; /* the sides take turns, so the peer has read all that came before */
    }
    uint32_t quarter = producer->capacity / 4;
    int64_t most = producer->shared ? (int64_t)(3 * quarter - producer->capacity / 32) : (int64_t)(3 * quarter);
    if ((int64_t)(producer->position - producer->consumed) <= most) {
        return true;
    }
    /*
     * Partner: the release store in nc_ring_store_position() of the peer. What is written behind this load cannot
     * overtake the peer's reading of what was there. A liar that states too much harms only what it reads itself.
     */
    uint64_t seen = atomic_load_explicit(nc_word64(producer->peer_control, NC_CONSUMER_POSITION), memory_order_acquire);
    if ((int64_t)(seen - producer->consumed) > 0) {
        producer->consumed = seen;
    }
    return (int64_t)(producer->position - producer->consumed) <= most;
}

static void store_header(struct nc_ring_producer *producer, uint32_t index, uint64_t header, memory_order order)
{
    _Atomic uint64_t *at = nc_word64(producer->ring, index);
    if (order == memory_order_release) {
        atomic_store_explicit(at, header, memory_order_release);
    } else {
        atomic_store_explicit(at, header, memory_order_relaxed);
    }
}

/*
 * Small payloads are copied by words. memcpy() loads more at once than was stored at once, and so waits for these stores. The
 * stores are relaxed: the release store of the header is behind them.
 */
static void copy_words_in(uint8_t *to, const uint8_t *from, uint32_t length)
{
    uint32_t at = 0;
    for (; at + 4 <= length; at += 4) {
        atomic_store_explicit(nc_word32(to, at), nc_load32(from + at), memory_order_relaxed);
    }
    for (; at < length; at++) {
        to[at] = from[at];
    }
}

static void copy_in(struct nc_ring_producer *producer, uint32_t index, const uint8_t *payload, uint32_t length)
{
    if (length <= WORDS_MOST && index + NC_RECORD_HEADER + length <= producer->capacity) {
        copy_words_in(producer->ring + index + NC_RECORD_HEADER, payload, length);
        return;
    }
    uint32_t at = (index + NC_RECORD_HEADER) & (producer->capacity - 1);
    uint32_t first = NC_MIN(length, producer->capacity - at);
    nc_copy(producer->ring + at, payload, first);
    if (first < length) {
        memcpy(producer->ring, payload + first, length - first);
    }
}

uint32_t nc_ring_publish(struct nc_ring_producer *producer, const void *payload, uint32_t length, uint8_t flags)
{
    bool begins = !producer->in_message;
    uint32_t quarter = producer->capacity / 4;
    if (!producer->shared && begins) {
        producer->index = 0;
        producer->consumed = producer->position;
    }
    uint32_t index = producer->index;
    uint32_t size = area(producer->shared, producer->capacity, length);
    uint32_t next = (index + size) & (producer->capacity - 1);
    if (length > 0) {
        copy_in(producer, index, payload, length);
    }
    /*
     * Old bytes where the reader looks next may look like the awaited header, so they are cleared. These relaxed stores
     * are ordered before the release store below. The reader looks there only after it has seen that one.
     */
    if (producer->shared) {
        store_header(producer, next, 0, memory_order_relaxed);
    } else if (begins && (flags & NC_MORE)) {
        for (uint32_t place = quarter; place < producer->capacity; place += quarter) {
            store_header(producer, place, 0, memory_order_relaxed);
        }
    }
    producer->sequence = following(producer->sequence);
    uint64_t header = (uint64_t)producer->sequence | (uint64_t)length << 32 | (uint64_t)flags << 56;
    /* Partner: the acquire load in nc_ring_read() of the peer. */
    store_header(producer, index, header, memory_order_release);
    producer->position += size;
    producer->index = next;
    producer->in_message = (flags & NC_MORE) != 0;
    return index;
}

/* ---------------------------------------------------------------------------------------------------------- reading */

bool nc_ring_is_readable(const struct nc_ring_consumer *consumer)
{
    uint64_t header = atomic_load_explicit(nc_word64(consumer->ring, consumer->index), memory_order_acquire);
    return (uint32_t)header == following(consumer->sequence);
}

/* Copies by words of eight bytes, because the reader loads such words next. */
static void copy_words_out(uint8_t *to, const uint8_t *from, uint32_t length)
{
    uint32_t at = 0;
    for (; at + 8 <= length; at += 8) {
        nc_store64(to + at, atomic_load_explicit(nc_word64(from, at), memory_order_relaxed));
    }
    for (; at < length; at++) {
        to[at] = from[at];
    }
}

static void copy_out(const struct nc_ring_consumer *consumer, uint8_t *payload, uint32_t length)
{
    if (length <= WORDS_MOST && consumer->index + NC_RECORD_HEADER + length <= consumer->capacity) {
        copy_words_out(payload, consumer->ring + consumer->index + NC_RECORD_HEADER, length);
        return;
    }
    uint32_t at = (consumer->index + NC_RECORD_HEADER) & (consumer->capacity - 1);
    uint32_t first = NC_MIN(length, consumer->capacity - at);
    nc_copy(payload, consumer->ring + at, first);
    if (first < length) {
        memcpy(payload + first, consumer->ring, length - first);
    }
}

bool nc_ring_store_position(struct nc_ring_consumer *consumer)
{
    if (consumer->stored == consumer->position) {
        return false;
    }
    /* Partner: the acquire load in nc_ring_has_room() of the peer. All copies out of the ring come before it. */
    atomic_store_explicit(nc_word64(consumer->own_control, NC_CONSUMER_POSITION), consumer->position,
                          memory_order_release);
    consumer->stored = consumer->position;
    return true;
}

enum nc_ring_state nc_ring_read(struct nc_ring_consumer *consumer, uint8_t *payload, struct nc_record *record,
                                bool *position_stored)
{
    /* Partner: the release store in nc_ring_publish() of the peer. The payload is read behind it. */
    uint64_t header = atomic_load_explicit(nc_word64(consumer->ring, consumer->index), memory_order_acquire);
    if ((uint32_t)header != following(consumer->sequence)) {
        *position_stored = consumer->shared && nc_ring_store_position(consumer);
        return NC_RING_EMPTY;
    }
    record->length = (uint32_t)(header >> 32) & LENGTH_MASK;
    record->flags = (uint8_t)(header >> 56);
    if (record->length > nc_ring_longest(consumer->capacity)) {
        *position_stored = false;
        return NC_RING_BREACH;
    }
    if (record->length > 0) {
        copy_out(consumer, payload, record->length);
    }
    uint32_t size = area(consumer->shared, consumer->capacity, record->length);
    consumer->sequence = (uint32_t)header;
    consumer->position += size;
    consumer->index = (consumer->index + size) & (consumer->capacity - 1);
    *position_stored = false;
    if (consumer->shared) {
        if (consumer->position - consumer->stored >= consumer->capacity / 32) {
            *position_stored = nc_ring_store_position(consumer);
        }
    } else if (record->flags & NC_MORE) {
        *position_stored = nc_ring_store_position(consumer);
    } else {
        consumer->index = 0; /* the answer acknowledges a message's last record */
    }
    return NC_RING_RECORD;
}
