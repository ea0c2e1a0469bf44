// SPDX-License-Identifier: Apache-2.0
/* Reads values from a message that is in private memory as a whole. */
#ifndef NC_READER_H
#define NC_READER_H

#include "arena.h"

struct nc_connection;
struct nc_incoming;
struct nc_object;
struct nearcall_value;

struct nearcall_reader {
    const uint8_t *at;
    const uint8_t *end;
    struct nc_arena *arena;           /* of the call */
    struct nc_connection *connection; /* knows the ids of classes */
    struct nearcall_value **objects;  /* by their number in the message */
    size_t object_count;
    size_t object_capacity;
    const struct nc_incoming *incoming; /* lists the references of the message */
    size_t next_reference;              /* of that list, which is in the order of the values */
    struct nc_object **kept;            /* own objects that came home, until the call ends */
    size_t kept_count;
    unsigned depth;
    nearcall_error error; /* the first one */
};

/* Takes over a reference to an own object, until nc_reader_clear(). */
void nc_reader_keep(nearcall_reader *reader, struct nc_object *object);

void nc_reader_begin(nearcall_reader *reader, const uint8_t *data, size_t length);

/* Lets go of what was read. There is nothing to read then, and no error. Keeps memory of moderate size. */
void nc_reader_clear(nearcall_reader *reader);
void nc_reader_free(nearcall_reader *reader);

/* Keeps the first error. */
NC_SELDOM void nc_reader_fail(nearcall_reader *reader, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Says that the message ends too early, unless there is an error already. */
NC_SELDOM void nc_reader_fail_short(nearcall_reader *reader);

/* So many bytes of the message, or NULL with an error. */
static inline const uint8_t *nc_reader_take(nearcall_reader *reader, size_t length)
{
    if (reader->error.status != NEARCALL_OK || (size_t)(reader->end - reader->at) < length) {
        nc_reader_fail_short(reader);
        return NULL;
    }
    reader->at += length;
    return reader->at - length;
}

uint32_t nc_get_varint(nearcall_reader *reader);
uint64_t nc_get_varlong(nearcall_reader *reader);

/* A count of elements, each of which takes at least so many bytes of the message: more than it can have is an error. */
uint32_t nc_get_count(nearcall_reader *reader, size_t least_bytes);

static inline int32_t nc_unzigzag32(uint32_t value)
{
    return (int32_t)(value >> 1 ^ (0 - (value & 1)));
}

static inline int64_t nc_unzigzag64(uint64_t value)
{
    return (int64_t)(value >> 1 ^ (0 - (value & 1)));
}

/* A string, in memory of the arena. NULL is null, or an error. */
const char *nc_get_text(nearcall_reader *reader, size_t *length);

/* The same, where null is an error. */
const char *nc_get_text_not_null(nearcall_reader *reader, size_t *length);

#endif
