// SPDX-License-Identifier: Apache-2.0
/*
 * Writes a message, record by record. What does not fit into one record goes on in the next; the record is sent when the
 * next one begins. So nothing is sent of a short message before it is complete.
 */
#ifndef NC_WRITER_H
#define NC_WRITER_H

#include "incoming.h"
#include "numbers.h"

struct nc_connection;

struct nearcall_writer {
    uint8_t *record;      /* its payload */
    uint32_t used;
    uint32_t longest;     /* payload of a record */
    uint8_t flags;        /* the message's type, and NC_ACCOMPANIED */
    bool partly_sent;
    bool keeps_records;   /* send keeps them in memory, and counts their references when they are really sent */
    uint64_t earlier;     /* bytes of earlier records, behind the Call Id and without lists */
    uint64_t limit;       /* of the message */
    int32_t *references;  /* written into the current record */
    uint32_t reference_count;
    uint32_t reference_capacity;
    struct nc_connection *connection;
    struct nc_numbers numbers; /* of the objects that have been written */
    struct nc_patience *patience; /* for class ids that have to be agreed on */
    unsigned depth;
    nearcall_error error; /* the first one; status 0: none */
    const char *refused_class; /* that the peer does not take, if the error says so; else NULL */
    const char *refusal;       /* why; both are the connection's */
    bool differs;              /* because its version of the class differs */
    /* Sends a record. Fills in the error and returns its status if it fails. */
    int (*send)(void *target, const uint8_t *payload, uint32_t length, uint8_t flags, nearcall_error *error);
    void *target;
};

/*
 * Begins a message whose header is header. record has longest bytes. Inline, so that the header is stored once, as words: a CPU
 * waits where one load spans what several stores have just written.
 */
static inline void nc_writer_begin(nearcall_writer *writer, uint8_t flags, const uint8_t *header, uint32_t header_length)
{
    writer->flags = flags;
    writer->used = header_length;
    writer->earlier = 0;
    writer->partly_sent = false;
    writer->depth = 0;
    writer->error.status = NEARCALL_OK;
    writer->refused_class = NULL;
    memcpy(writer->record, header, header_length);
}

/* The same as nc_writer_room(), where the record may have to be sent first. */
uint8_t *nc_writer_room_in_next(nearcall_writer *writer, uint32_t length);

/* The length of the list of references at the end of the record. */
static inline uint32_t nc_writer_list_length(const nearcall_writer *writer)
{
    return writer->reference_count == 0 ? 0 : 4 * writer->reference_count + 4;
}

/* Room for so many bytes that must not be cut, at most 64. After an error it is somewhere harmless. */
static inline uint8_t *nc_writer_room(nearcall_writer *writer, uint32_t length)
{
    if (writer->error.status != NEARCALL_OK || writer->longest - writer->used - nc_writer_list_length(writer) < length) {
        return nc_writer_room_in_next(writer, length);
    }
    writer->used += length;
    return writer->record + writer->used - length;
}

/* Bytes that may be cut between units of 1, 2, 4 or 8. */
void nc_writer_put(nearcall_writer *writer, const void *bytes, uint64_t length, uint32_t unit);

/* Notes a reference that was just written, for the list of its record. Call nc_writer_room_for_reference() first. */
void nc_writer_room_for_reference(nearcall_writer *writer, uint32_t length);
void nc_writer_add_reference(nearcall_writer *writer, int32_t id);

/* Keeps the first error. */
NC_SELDOM void nc_writer_fail(nearcall_writer *writer, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Sends the last record. Returns the status of the message. */
int nc_writer_finish(nearcall_writer *writer);

/* Takes back references that were not sent. Forgets the objects of the message. Keeps memory of moderate size. */
void nc_writer_forget(nearcall_writer *writer);

static inline void nc_writer_clear(nearcall_writer *writer)
{
    if (writer->reference_count > 0 || writer->numbers.next > 0) { /* not of most messages */
        nc_writer_forget(writer);
    }
}

/* Frees what it has made, which the record and the connection are not. */
void nc_writer_free(nearcall_writer *writer);

void nc_put_varlong(nearcall_writer *writer, uint64_t value);

static inline void nc_put_varint(nearcall_writer *writer, uint32_t value)
{
    if (value < 0x80) {
        *nc_writer_room(writer, 1) = (uint8_t)value;
    } else {
        nc_put_varlong(writer, value);
    }
}

static inline uint32_t nc_zigzag32(int32_t value)
{
    return (uint32_t)value << 1 ^ (value < 0 ? UINT32_MAX : 0);
}

static inline uint64_t nc_zigzag64(int64_t value)
{
    return (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
}

/* A string. text: NULL for null. Malformed UTF-8 is an error. */
void nc_put_text(nearcall_writer *writer, const char *text, size_t length);

#endif
