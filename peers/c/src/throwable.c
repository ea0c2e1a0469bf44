// SPDX-License-Identifier: Apache-2.0
/* Exceptions: reads the text of what Java sends, and writes the plain form. */
#include "throwable.h"

#include <stdlib.h>

enum { EXCEPTIONS_MAX = 64, FRAMES_MAX = 1024, FRAME_LEAST_BYTES = 7, EXCEPTION_LEAST_BYTES = 7 };

/* ---------------------------------------------------------------------------------------------------------- reading */

static void read_frames(nearcall_reader *reader, struct nc_throwable *throwable)
{
    uint32_t count = nc_get_count(reader, FRAME_LEAST_BYTES);
    if (count > FRAMES_MAX) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "An exception has %u frames.", count);
        return;
    }
    throwable->frames = nc_arena_alloc(reader->arena, count * sizeof(nearcall_frame));
    if (throwable->frames == NULL) {
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for a stack trace.");
        return;
    }
    for (uint32_t i = 0; i < count && reader->error.status == NEARCALL_OK; i++) {
        for (int skipped = 0; skipped < 3; skipped++) {
            nc_get_text(reader, NULL); /* class loader, module, version */
        }
        nearcall_frame *frame = &throwable->frames[i];
        frame->class_name = nc_get_text_not_null(reader, NULL);
        frame->method = nc_get_text_not_null(reader, NULL);
        frame->file = nc_get_text(reader, NULL);
        frame->line = nc_unzigzag32(nc_get_varint(reader));
    }
    throwable->frame_count = count;
}

/* An exception refers to those before it only. */
static const nearcall_value *earlier(nearcall_reader *reader, nearcall_value *const *read, uint32_t count, uint32_t index)
{
    if (index >= count) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "An exception refers to one behind it.");
        return NULL;
    }
    return read[index];
}

static void read_others(nearcall_reader *reader, struct nc_throwable *throwable, nearcall_value *const *read,
                        uint32_t count)
{
    uint32_t cause = nc_get_varint(reader);
    if (cause > 0) {
        throwable->cause = earlier(reader, read, count, cause - 1);
    }
    uint32_t suppressed = nc_get_count(reader, 1);
    throwable->suppressed = nc_arena_alloc(reader->arena, suppressed * sizeof(nearcall_value *));
    if (throwable->suppressed == NULL) {
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for an exception.");
        return;
    }
    for (uint32_t i = 0; i < suppressed && reader->error.status == NEARCALL_OK; i++) {
        throwable->suppressed[i] = earlier(reader, read, count, nc_get_varint(reader));
    }
    throwable->suppressed_count = suppressed;
}

static nearcall_value *read_one(nearcall_reader *reader, nearcall_value *const *read, uint32_t count)
{
    nearcall_value *value = nc_value_new(reader->arena, NEARCALL_KIND_THROWABLE, NC_ID_THROWABLE);
    struct nc_throwable *throwable = nc_arena_alloc(reader->arena, sizeof *throwable);
    if (value == NULL || throwable == NULL) {
        nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for an exception.");
        return NULL;
    }
    value->throwable = throwable;
    throwable->class_name = nc_get_text_not_null(reader, NULL);
    throwable->message = nc_get_text(reader, NULL);
    throwable->text = nc_get_text_not_null(reader, NULL);
    read_frames(reader, throwable);
    read_others(reader, throwable, read, count);
    uint32_t java_form = nc_get_count(reader, 1);
    nc_reader_take(reader, java_form); /* what only Java reads; the text says enough */
    if (java_form == 0) {
        nc_get_text(reader, NULL); /* why there is none */
    }
    return value;
}

nearcall_value *nc_read_throwables(nearcall_reader *reader)
{
    nearcall_value *read[EXCEPTIONS_MAX];
    uint32_t count = nc_get_count(reader, EXCEPTION_LEAST_BYTES);
    if (count < 1 || count > EXCEPTIONS_MAX) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "A message has %u exceptions.", count);
        return NULL;
    }
    for (uint32_t i = 0; i < count; i++) {
        read[i] = read_one(reader, read, i);
        if (reader->error.status != NEARCALL_OK) {
            return NULL;
        }
    }
    return read[count - 1];
}

/* ---------------------------------------------------------------------------------------------------------- writing */

/* Exceptions in the order in which they are written: each follows those to which it refers. */
struct order {
    const nearcall_value *of[EXCEPTIONS_MAX];
    uint32_t count;
};

static int32_t index_of(const struct order *order, const nearcall_value *throwable)
{
    for (uint32_t i = 0; i < order->count; i++) {
        if (order->of[i] == throwable) {
            return (int32_t)i;
        }
    }
    return -1;
}

/* Returns false if there are too many, or if they contain each other. */
static bool collect(struct order *order, const nearcall_value *throwable, uint32_t depth)
{
    if (index_of(order, throwable) >= 0) {
        return true;
    }
    const struct nc_throwable *parts = throwable->throwable;
    if (depth == EXCEPTIONS_MAX || (parts->cause != NULL && !collect(order, parts->cause, depth + 1))) {
        return false;
    }
    for (uint32_t i = 0; i < parts->suppressed_count; i++) {
        if (!collect(order, parts->suppressed[i], depth + 1)) {
            return false;
        }
    }
    if (order->count == EXCEPTIONS_MAX) {
        return false;
    }
    order->of[order->count++] = throwable;
    return true;
}

static void write_one(nearcall_writer *writer, const struct order *order, const struct nc_throwable *parts)
{
    nearcall_put_string(writer, parts->class_name);
    nearcall_put_string(writer, parts->message);
    nearcall_put_string(writer, parts->text);
    uint32_t frames = NC_MIN(parts->frame_count, (uint32_t)FRAMES_MAX);
    nc_put_varint(writer, frames);
    for (uint32_t i = 0; i < frames; i++) {
        for (int left_out = 0; left_out < 3; left_out++) {
            nearcall_put_string(writer, NULL); /* class loader, module, version */
        }
        nearcall_put_string(writer, parts->frames[i].class_name);
        nearcall_put_string(writer, parts->frames[i].method);
        nearcall_put_string(writer, parts->frames[i].file);
        nc_put_varint(writer, nc_zigzag32(parts->frames[i].line));
    }
    nc_put_varint(writer, parts->cause == NULL ? 0 : (uint32_t)index_of(order, parts->cause) + 1);
    nc_put_varint(writer, parts->suppressed_count);
    for (uint32_t i = 0; i < parts->suppressed_count; i++) {
        nc_put_varint(writer, (uint32_t)index_of(order, parts->suppressed[i]));
    }
    nc_put_varint(writer, 0);          /* no Java form */
    nearcall_put_string(writer, NULL); /* nothing is missing */
}

void nc_write_throwables(nearcall_writer *writer, const nearcall_value *throwable)
{
    struct order order = {.count = 0};
    if (!collect(&order, throwable, 0)) {
        nc_writer_fail(writer, NEARCALL_UNREADABLE, "An exception has more than %d causes and suppressed exceptions, or "
                       "contains itself.", EXCEPTIONS_MAX);
        return;
    }
    nc_put_varint(writer, order.count);
    for (uint32_t i = 0; i < order.count; i++) {
        write_one(writer, &order, order.of[i]->throwable);
    }
}
