// SPDX-License-Identifier: Apache-2.0
/* Puts the records of a message together, within its limits. */
#include "incoming.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    LEAST_RECORD = 64,           /* a shorter record counts as so long */
    SPARE = 4 * 1024 * 1024,     /* on top of twice the agreed length */
    KEPT_CAPACITY = 64 * 1024,   /* of a buffer that the next message uses */
    MOST_KEPT = 4 * 1024 * 1024, /* of one that the last message needed */
    LEAST_OFFERED = 32 * 1024 * 1024, /* glibc itself keeps what is smaller, and that is cheaper */
    MOST_REFERENCES = 1 << 20,
    SHORTAGE = -2
};

static void free_references(struct nc_incoming *incoming)
{
    free(incoming->references);
    incoming->references = NULL;
    incoming->reference_count = incoming->reference_capacity = 0;
}

void nc_incoming_free(struct nc_incoming *incoming)
{
    nc_bytes_free(&incoming->body);
    free_references(incoming);
}

/*
 * Lets the kernel have the pages within a buffer when it needs memory. Until then, the next message uses them as they are. Returns
 * false if the kernel cannot do that.
 */
static bool offer_pages(const struct nc_bytes *bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t first = ((uintptr_t)bytes->data + page - 1) & ~(page - 1);
    uintptr_t end = ((uintptr_t)bytes->data + bytes->capacity) & ~(page - 1);
    return madvise((void *)first, end - first, MADV_FREE) == 0;
}

/* Keeps a buffer that the next message may need. */
NC_SELDOM static void reset_long(struct nc_bytes *body)
{
    bool of_use = body->length >= body->capacity / 4;
    if (!of_use || (body->capacity > MOST_KEPT && (body->capacity < LEAST_OFFERED || !offer_pages(body)))) {
        nc_bytes_free(body);
    }
}

void nc_incoming_reset(struct nc_incoming *incoming)
{
    if (incoming->body.capacity > KEPT_CAPACITY) {
        reset_long(&incoming->body);
    }
    if (incoming->reference_capacity > 0) {
        free_references(incoming);
    }
    /* One by one: compilers clear the whole by an instruction that takes longer than the rest of a small call. */
    incoming->begun = false;
    incoming->aborted = false;
    incoming->too_long = false;
    incoming->accompanied = false;
    incoming->type = 0;
    incoming->call = 0;
    incoming->object = 0;
    incoming->method = 0;
    incoming->body.length = 0;
    incoming->length = 0;
    incoming->first = 0;
    incoming->counted = 0;
    incoming->counted_references = 0;
    incoming->fault = NULL;
}

static enum nc_incoming_state breach(struct nc_incoming *incoming, const char *fault)
{
    incoming->fault = fault;
    return NC_INCOMING_BREACH;
}

/* Takes the list off the end of a record. Returns the length of what is in front of it, -1 or SHORTAGE. */
static int64_t take_references(struct nc_incoming *incoming, const uint8_t *payload, uint32_t length)
{
    uint32_t count = length < 4 ? 0 : nc_load32(payload + length - 4);
    if (count == 0 || count > (length - 4) / 4 || count > MOST_REFERENCES - incoming->reference_count) {
        return -1;
    }
    size_t needed = incoming->reference_count + count;
    if (needed > incoming->reference_capacity) {
        size_t capacity = NC_MAX(needed, 2 * incoming->reference_capacity);
        int32_t *grown = realloc(incoming->references, capacity * sizeof *grown);
        if (grown == NULL) {
            return SHORTAGE;
        }
        incoming->references = grown;
        incoming->reference_capacity = capacity;
    }
    uint32_t at = length - 4 - 4 * count;
    for (uint32_t i = 0; i < count; i++) {
        incoming->references[incoming->reference_count++] = (int32_t)nc_load32(payload + at + 4 * i);
    }
    return at;
}

static bool begin(struct nc_incoming *incoming, uint8_t flags, const uint8_t *payload, uint32_t length)
{
    incoming->type = flags & NC_TYPE_MASK;
    incoming->accompanied = (flags & NC_ACCOMPANIED) != 0;
    bool call = incoming->type == NC_CALL || incoming->type == NC_POST;
    bool answer = incoming->type >= NC_RESULT && incoming->type <= NC_FAILURE;
    if ((!call && !answer) || (incoming->accompanied && !call) ||
        length < (call ? (uint32_t)NC_CALL_HEADER : (uint32_t)NC_ANSWER_HEADER)) {
        return false;
    }
    incoming->begun = true;
    incoming->call = nc_load64(payload);
    if (call) {
        incoming->object = nc_load32(payload + 8);
        incoming->method = nc_load32(payload + 12);
    }
    return true;
}

uint8_t *nc_incoming_room(struct nc_incoming *incoming, uint32_t length)
{
    bool further = incoming->begun && !incoming->too_long && nc_bytes_reserve(&incoming->body, NC_MAX(length, 1U));
    return further ? incoming->body.data + incoming->body.length : NULL;
}

enum nc_incoming_state nc_incoming_add(struct nc_incoming *incoming, uint64_t longest, const struct nc_record *record,
                                       const uint8_t *payload)
{
    uint32_t length = record->length;
    bool more = (record->flags & NC_MORE) != 0;
    bool in_place = incoming->begun && incoming->body.data != NULL && payload == incoming->body.data + incoming->body.length &&
                    length <= incoming->body.capacity - incoming->body.length;
    if (record->flags & NC_REFERENCES) {
        int64_t rest = take_references(incoming, payload, length);
        if (rest < 0) {
            return breach(incoming, rest == SHORTAGE ? nc_shortage : "a record has a list of references that does not fit in it");
        }
        length = (uint32_t)rest;
    }
    uint32_t skipped = 0;
    if (!incoming->begun) {
        if (!begin(incoming, record->flags, payload, length)) {
            return breach(incoming, "a message has an unknown type, or is shorter than its header");
        }
        skipped = incoming->type == NC_CALL || incoming->type == NC_POST ? NC_CALL_HEADER : NC_ANSWER_HEADER;
        incoming->first = length - skipped;
    } else if ((record->flags & (NC_TYPE_MASK | NC_ACCOMPANIED)) == NC_ABORT && !more) {
        incoming->aborted = true;
        if (in_place && length > 0) {
            memmove(incoming->body.data, payload, length); /* the reason alone is kept */
        }
        incoming->body.length = 0;
        incoming->too_long = false;
    } else if ((record->flags & NC_TYPE_MASK) != incoming->type ||
               ((record->flags & NC_ACCOMPANIED) != 0) != incoming->accompanied) {
        return breach(incoming, "the records of a message have different types");
    }
    incoming->length += length - skipped;
    if (incoming->length > longest && !incoming->aborted) {
        incoming->too_long = true;
        nc_bytes_free(&incoming->body);
    }
    if (more) {
        incoming->counted += NC_MAX(record->length, (uint32_t)LEAST_RECORD);
        if (incoming->counted > 2 * NC_MIN(longest, UINT64_MAX / 4) + SPARE) {
            return breach(incoming, "a message is longer than all limits");
        }
    }
    if (in_place && !incoming->too_long) {
        incoming->body.length += length;
    } else if (length > skipped && !incoming->too_long && !nc_bytes_append(&incoming->body, payload + skipped, length - skipped)) {
        return breach(incoming, nc_shortage);
    }
    return more ? NC_INCOMING_PART : NC_INCOMING_WHOLE;
}
