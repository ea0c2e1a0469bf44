// SPDX-License-Identifier: Apache-2.0
/* Reads primitives, varints and strings. Every length is checked against what is left of the message. */
#include "reader.h"

#include "object.h"
#include "text.h"

#include <stdlib.h>

enum { KEPT_OBJECTS = 1024 };

void nc_reader_begin(nearcall_reader *reader, const uint8_t *data, size_t length)
{
    reader->at = data;
    reader->end = length == 0 ? data : data + length;
    reader->object_count = 0;
    reader->next_reference = 0;
    reader->depth = 0;
    reader->error.status = NEARCALL_OK;
}

void nc_reader_keep(nearcall_reader *reader, struct nc_object *object)
{
    struct nc_object **grown = realloc(reader->kept, (reader->kept_count + 1) * sizeof(*grown));
    if (grown == NULL) {
        nc_object_release(object);
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for a reference.");
        return;
    }
    reader->kept = grown;
    reader->kept[reader->kept_count++] = object;
}

static void free_objects(nearcall_reader *reader)
{
    free(reader->objects);
    reader->objects = NULL;
    reader->object_capacity = 0;
}

void nc_reader_clear(nearcall_reader *reader)
{
    while (reader->kept_count > 0) {
        nc_object_release(reader->kept[--reader->kept_count]);
    }
    if (reader->object_capacity > KEPT_OBJECTS) {
        free_objects(reader);
    }
    nc_reader_begin(reader, NULL, 0);
}

void nc_reader_free(nearcall_reader *reader)
{
    nc_reader_clear(reader);
    free_objects(reader);
    free(reader->kept);
}

int nearcall_reader_status(const nearcall_reader *reader)
{
    return reader->error.status;
}

void nc_reader_fail(nearcall_reader *reader, int status, const char *format, ...)
{
    if (reader->error.status != NEARCALL_OK) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    nc_vformat(reader->error.message, sizeof reader->error.message, format, arguments);
    va_end(arguments);
    reader->error.status = status;
    reader->error.outcome = NEARCALL_MAY_HAVE_RUN;
}

void nc_reader_fail_short(nearcall_reader *reader)
{
    nc_reader_fail(reader, NEARCALL_UNREADABLE, "A message ends before its values do.");
}

/* ------------------------------------------------------------------------------------------------------- primitives */

bool nearcall_get_boolean(nearcall_reader *reader)
{
    const uint8_t *at = nc_reader_take(reader, 1);
    return at != NULL && *at != 0;
}

int8_t nearcall_get_byte(nearcall_reader *reader)
{
    const uint8_t *at = nc_reader_take(reader, 1);
    return at == NULL ? 0 : (int8_t)*at;
}

uint16_t nearcall_get_char(nearcall_reader *reader)
{
    const uint8_t *at = nc_reader_take(reader, 2);
    return at == NULL ? 0 : nc_load16(at);
}

int16_t nearcall_get_short(nearcall_reader *reader)
{
    return (int16_t)nearcall_get_char(reader);
}

int32_t nearcall_get_int(nearcall_reader *reader)
{
    const uint8_t *at = nc_reader_take(reader, 4);
    return at == NULL ? 0 : (int32_t)nc_load32(at);
}

int64_t nearcall_get_long(nearcall_reader *reader)
{
    const uint8_t *at = nc_reader_take(reader, 8);
    return at == NULL ? 0 : (int64_t)nc_load64(at);
}

float nearcall_get_float(nearcall_reader *reader)
{
    uint32_t bits = (uint32_t)nearcall_get_int(reader);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

double nearcall_get_double(nearcall_reader *reader)
{
    uint64_t bits = (uint64_t)nearcall_get_long(reader);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

uint64_t nc_get_varlong(nearcall_reader *reader)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const uint8_t *at = nc_reader_take(reader, 1);
        if (at == NULL) {
            return 0;
        }
        if (shift == 56) {
            return value | (uint64_t)*at << 56; /* the ninth carries 8 bits */
        }
        value |= (uint64_t)(*at & 0x7f) << shift;
        if (*at < 0x80) {
            return value;
        }
    }
    return value;
}

uint32_t nc_get_varint(nearcall_reader *reader)
{
    uint32_t value = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
        const uint8_t *at = nc_reader_take(reader, 1);
        if (at == NULL) {
            return 0;
        }
        if (shift == 28 && *at > 0x0f) {
            break;
        }
        value |= (uint32_t)(*at & 0x7f) << shift;
        if (*at < 0x80) {
            return value;
        }
    }
    nc_reader_fail(reader, NEARCALL_UNREADABLE, "A number takes more than 32 bits.");
    return 0;
}

uint32_t nc_get_count(nearcall_reader *reader, size_t least_bytes)
{
    uint32_t count = nc_get_varint(reader);
    if (reader->error.status == NEARCALL_OK && count > (size_t)(reader->end - reader->at) / least_bytes) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "A message states %u elements and has no room for them.", count);
    }
    return reader->error.status == NEARCALL_OK ? count : 0;
}

/* ---------------------------------------------------------------------------------------------------------- strings */

static uint32_t unit_at(const uint8_t *units, uint32_t index, bool wide)
{
    return wide ? nc_load16(units + 2 * (size_t)index) : units[index];
}

/* Decodes UTF-16 units. A pair of surrogates becomes one character. text: NULL to measure. Returns the length. */
static size_t decode(const uint8_t *units, uint32_t count, bool wide, uint8_t *text)
{
    size_t length = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t character = unit_at(units, i, wide);
        if (character >= 0xd800 && character < 0xdc00 && i + 1 < count) {
            uint32_t low = unit_at(units, i + 1, wide);
            if (low >= 0xdc00 && low < 0xe000) {
                character = 0x10000 + ((character - 0xd800) << 10) + (low - 0xdc00);
                i++;
            }
        }
        uint8_t unused[4];
        length += nc_utf8_put(text == NULL ? unused : text + length, character);
    }
    return length;
}

const char *nc_get_text(nearcall_reader *reader, size_t *length)
{
    uint32_t head = nc_get_varint(reader);
    if (length != NULL) {
        *length = 0;
    }
    if (head == 0) {
        return NULL;
    }
    bool wide = (head & 1) != 0;
    uint32_t count = (head >> 1) - 1;
    if (head >> 1 == 0) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "A string has a length below zero.");
        return NULL;
    }
    const uint8_t *units = nc_reader_take(reader, (size_t)count << wide);
    if (units == NULL) {
        return NULL;
    }
    bool ascii = !wide && nc_is_ascii(units, count);
    size_t bytes = ascii ? count : decode(units, count, wide, NULL);
    uint8_t *text = nc_arena_alloc(reader->arena, bytes + 1);
    if (text == NULL) {
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for a text of %zu bytes.", bytes);
        return NULL;
    }
    if (ascii) {
        memcpy(text, units, count);
    } else {
        decode(units, count, wide, text);
    }
    if (length != NULL) {
        *length = bytes;
    }
    return (const char *)text;
}

const char *nc_get_text_not_null(nearcall_reader *reader, size_t *length)
{
    const char *text = nc_get_text(reader, length);
    if (text == NULL) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "A text is null where that is not allowed.");
    }
    return text;
}

const char *nearcall_get_string(nearcall_reader *reader, size_t *length)
{
    return nc_get_text(reader, length);
}

const uint8_t *nearcall_get_bytes(nearcall_reader *reader, size_t *length)
{
    uint32_t head = nc_get_varint(reader);
    *length = 0;
    if (head == 0) {
        return NULL;
    }
    const uint8_t *bytes = nc_reader_take(reader, head - 1);
    if (bytes != NULL) {
        *length = head - 1;
    }
    return bytes;
}
