// SPDX-License-Identifier: Apache-2.0
/* Fills records, and writes primitives, varints and strings. */
#include "writer.h"

#include "connection.h"
#include "references.h"
#include "text.h"

#include <stdlib.h>

static uint8_t *nowhere(void)
{
    static _Thread_local uint8_t scratch[64];
    return scratch;
}

void nc_writer_fail(nearcall_writer *writer, int status, const char *format, ...)
{
    if (writer->error.status != NEARCALL_OK) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    nc_vformat(writer->error.message, sizeof writer->error.message, format, arguments);
    va_end(arguments);
    writer->error.status = status;
    writer->error.outcome = NEARCALL_NOT_SENT;
}

/* Checks that a record with such a body may be sent. Returns the status of the message. */
static int check_length(nearcall_writer *writer, uint32_t body)
{
    if (writer->earlier + body > writer->limit) {
        nc_writer_fail(writer, NEARCALL_TOO_LARGE, "The message is longer than the %llu bytes that were agreed on.",
                       (unsigned long long)writer->limit);
    }
    return writer->error.status;
}

/* Sends the current record. The references in it are the receiver's then. */
static int send_record(nearcall_writer *writer, uint8_t more)
{
    uint32_t body = writer->partly_sent ? writer->used : writer->used - NC_ANSWER_HEADER; /* the first has a Call Id */
    uint8_t flags = (uint8_t)(writer->flags | more);
    if (check_length(writer, body) != NEARCALL_OK) {
        return writer->error.status;
    }
    if (writer->reference_count > 0) {
        for (uint32_t i = 0; i < writer->reference_count; i++) {
            nc_store32(writer->record + writer->used, (uint32_t)writer->references[i]);
            writer->used += 4;
        }
        nc_store32(writer->record + writer->used, writer->reference_count);
        writer->used += 4;
        flags |= NC_REFERENCES;
    }
    int status = writer->send(writer->target, writer->record, writer->used, flags, &writer->error);
    if (status == NEARCALL_OK) {
        if (writer->reference_count > 0 && !writer->keeps_records) {
            nc_references_sent(writer->connection->objects, writer->references, writer->reference_count);
        }
        writer->reference_count = 0;
        writer->earlier += body;
        writer->partly_sent = true;
        writer->used = 0;
    }
    return status;
}

uint8_t *nc_writer_room_in_next(nearcall_writer *writer, uint32_t length)
{
    if (writer->error.status != NEARCALL_OK || send_record(writer, NC_MORE) != NEARCALL_OK) {
        return nowhere();
    }
    writer->used += length;
    return writer->record + writer->used - length;
}

/* Sends a whole record of bytes that need not be copied into the current one, which is empty. It is not the last one. */
static void send_bytes(nearcall_writer *writer, const uint8_t *at, uint32_t length)
{
    if (check_length(writer, length) == NEARCALL_OK &&
        writer->send(writer->target, at, length, writer->flags | NC_MORE, &writer->error) == NEARCALL_OK) {
        writer->earlier += length;
    }
}

void nc_writer_put(nearcall_writer *writer, const void *bytes, uint64_t length, uint32_t unit)
{
    const uint8_t *at = bytes;
    while (length > 0 && writer->error.status == NEARCALL_OK) {
        if (writer->used == 0 && writer->partly_sent && length > writer->longest) { /* then it lists no references either */
            uint32_t whole = writer->longest / unit * unit;
            send_bytes(writer, at, whole);
            at += whole;
            length -= whole;
            continue;
        }
        uint32_t room = (writer->longest - writer->used - nc_writer_list_length(writer)) / unit * unit;
        if (room == 0) {
            send_record(writer, NC_MORE);
            continue;
        }
        uint32_t part = (uint32_t)NC_MIN(length, room);
        nc_copy(writer->record + writer->used, at, part);
        writer->used += part;
        at += part;
        length -= part;
    }
}

void nc_writer_room_for_reference(nearcall_writer *writer, uint32_t length)
{
    uint32_t list = 4 * (writer->reference_count + 1) + 4;
    if (writer->error.status == NEARCALL_OK && writer->longest - writer->used < length + list) {
        send_record(writer, NC_MORE);
    }
}

void nc_writer_add_reference(nearcall_writer *writer, int32_t id)
{
    if (writer->reference_count == writer->reference_capacity) {
        uint32_t capacity = NC_MAX(8U, 2 * writer->reference_capacity);
        int32_t *grown = realloc(writer->references, capacity * sizeof *grown);
        if (grown == NULL) {
            nc_connection_unsent(writer->connection, id);
            nc_writer_fail(writer, NEARCALL_NO_MEMORY, "There is no memory for a list of references.");
            return;
        }
        writer->references = grown;
        writer->reference_capacity = capacity;
    }
    writer->references[writer->reference_count++] = id;
}

int nc_writer_finish(nearcall_writer *writer)
{
    return writer->error.status == NEARCALL_OK ? send_record(writer, 0) : writer->error.status;
}

void nc_writer_forget(nearcall_writer *writer)
{
    for (uint32_t i = 0; i < writer->reference_count; i++) {
        nc_connection_unsent(writer->connection, writer->references[i]);
    }
    writer->reference_count = 0;
    nc_numbers_clear(&writer->numbers);
}

void nc_writer_free(nearcall_writer *writer)
{
    nc_writer_clear(writer);
    free(writer->references);
    nc_numbers_free(&writer->numbers);
}

/* ------------------------------------------------------------------------------------------------------- primitives */

void nearcall_put_boolean(nearcall_writer *writer, bool value)
{
    *nc_writer_room(writer, 1) = value;
}

void nearcall_put_byte(nearcall_writer *writer, int8_t value)
{
    *nc_writer_room(writer, 1) = (uint8_t)value;
}

void nearcall_put_char(nearcall_writer *writer, uint16_t value)
{
    nc_store16(nc_writer_room(writer, 2), value);
}

void nearcall_put_short(nearcall_writer *writer, int16_t value)
{
    nc_store16(nc_writer_room(writer, 2), (uint16_t)value);
}

void nearcall_put_int(nearcall_writer *writer, int32_t value)
{
    nc_store32(nc_writer_room(writer, 4), (uint32_t)value);
}

void nearcall_put_long(nearcall_writer *writer, int64_t value)
{
    nc_store64(nc_writer_room(writer, 8), (uint64_t)value);
}

void nearcall_put_float(nearcall_writer *writer, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    nc_store32(nc_writer_room(writer, 4), bits);
}

void nearcall_put_double(nearcall_writer *writer, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    nc_store64(nc_writer_room(writer, 8), bits);
}

void nc_put_varlong(nearcall_writer *writer, uint64_t value)
{
    uint8_t bytes[9];
    uint32_t length = 0;
    while (value >= 0x80 && length < 8) {
        bytes[length++] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    bytes[length++] = (uint8_t)value; /* the ninth carries 8 bits */
    memcpy(nc_writer_room(writer, length), bytes, length);
}

/* ---------------------------------------------------------------------------------------------------------- strings */

struct measure {
    uint64_t units;
    bool wide;
    bool valid;
};

static struct measure measure(const uint8_t *text, size_t length)
{
    struct measure measure = {.valid = true};
    if (nc_is_ascii(text, length)) {
        measure.units = length;
        return measure;
    }
    const uint8_t *end = text + length;
    while (text < end) {
        int32_t character = nc_utf8_next(&text, end);
        if (character < 0) {
            measure.valid = false;
            break;
        }
        measure.units += character >= 0x10000 ? 2 : 1;
        measure.wide = measure.wide || character > 0xff;
    }
    return measure;
}

static void put_wide(nearcall_writer *writer, const uint8_t *text, const uint8_t *end)
{
    while (text < end && writer->error.status == NEARCALL_OK) {
        uint32_t character = (uint32_t)nc_utf8_next(&text, end);
        if (character >= 0x10000) {
            nc_store16(nc_writer_room(writer, 2), (uint16_t)(0xd800 + ((character - 0x10000) >> 10)));
            character = 0xdc00 + ((character - 0x10000) & 0x3ff);
        }
        nc_store16(nc_writer_room(writer, 2), (uint16_t)character);
    }
}

void nc_put_text(nearcall_writer *writer, const char *text, size_t length)
{
    if (text == NULL) {
        nc_put_varint(writer, 0);
        return;
    }
    const uint8_t *at = (const uint8_t *)text;
    const uint8_t *end = at + length;
    struct measure size = measure(at, length);
    if (!size.valid || size.units > INT32_MAX / 2 - 1) {
        nc_writer_fail(writer, NEARCALL_INVALID, size.valid ? "A text is too long." : "A text is not UTF-8.");
        return;
    }
    nc_put_varint(writer, (uint32_t)(size.units + 1) << 1 | (uint32_t)size.wide);
    if (size.wide) {
        put_wide(writer, at, end);
    } else if (size.units == length) {
        nc_writer_put(writer, text, length, 1); /* ASCII */
    } else {
        while (at < end && writer->error.status == NEARCALL_OK) {
            *nc_writer_room(writer, 1) = (uint8_t)nc_utf8_next(&at, end);
        }
    }
}

void nearcall_put_string(nearcall_writer *writer, const char *text)
{
    nc_put_text(writer, text, text == NULL ? 0 : strlen(text));
}

void nearcall_put_text(nearcall_writer *writer, const char *text, size_t length)
{
    nc_put_text(writer, text, length);
}

void nearcall_put_bytes(nearcall_writer *writer, const void *bytes, size_t length)
{
    if (bytes != NULL && length >= INT32_MAX) {
        nc_writer_fail(writer, NEARCALL_INVALID, "A byte[] cannot have %zu bytes.", length);
        return;
    }
    nc_put_varint(writer, bytes == NULL ? 0 : (uint32_t)length + 1);
    if (bytes != NULL) {
        nc_writer_put(writer, bytes, length, 1);
    }
}
