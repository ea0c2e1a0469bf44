// SPDX-License-Identifier: Apache-2.0
/* The block of an accompanied call: remaining time and pairs (section 5 of the protocol). */
#include "call.h"
#include "text.h"

enum { MOST_PAIRS = 16, MOST_BYTES = 2048 };

static bool is_key(const char *key, size_t length)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
    for (size_t i = 0; i < length; i++) {
        if (key[i] == 0 || strchr(allowed, key[i]) == NULL) {
            return false;
        }
    }
    return length > 0;
}

int nc_context_check(const nearcall_call_options *options, nearcall_error *error)
{
    size_t bytes = 0;
    if (options->metadata_count > MOST_PAIRS) {
        return nc_fail(error, NEARCALL_INVALID, "metadata_count=%zu is above 16.", options->metadata_count);
    }
    for (size_t i = 0; i < options->metadata_count; i++) {
        const nearcall_pair *pair = &options->metadata[i];
        size_t key_length = strlen(pair->key);
        size_t value_length = strlen(pair->value);
        if (!is_key(pair->key, key_length) || !nc_utf8_valid((const uint8_t *)pair->value, value_length)) {
            return nc_fail(error, NEARCALL_INVALID,
                           "The metadata pair \"%.100s\" has a key with other characters than A-Z a-z 0-9 . _ -, or a "
                           "value that is not UTF-8.",
                           pair->key);
        }
        for (size_t n = 0; n < i; n++) {
            if (strcmp(options->metadata[n].key, pair->key) == 0) {
                return nc_fail(error, NEARCALL_INVALID, "The metadata have the key \"%.100s\" twice.", pair->key);
            }
        }
        bytes += key_length + value_length;
    }
    return bytes <= MOST_BYTES ? NEARCALL_OK
                               : nc_fail(error, NEARCALL_INVALID, "The metadata exceed 2048 bytes: %zu.", bytes);
}

/* The block has to lie in the first record, which has room for it: 10 + 16 * 4 + 2048 bytes behind the header. */
void nc_context_put(nearcall_writer *writer, int64_t remaining_ns, const nearcall_call_options *options)
{
    uint16_t length = 0;
    for (size_t i = 0; i < options->metadata_count; i++) {
        length = (uint16_t)(length + 4 + strlen(options->metadata[i].key) + strlen(options->metadata[i].value));
    }
    nc_store64(nc_writer_room(writer, 8), (uint64_t)remaining_ns);
    nc_store16(nc_writer_room(writer, 2), length);
    for (size_t i = 0; i < options->metadata_count; i++) {
        const char *const texts[] = {options->metadata[i].key, options->metadata[i].value};
        for (int n = 0; n < 2; n++) {
            size_t text_length = strlen(texts[n]);
            nc_store16(nc_writer_room(writer, 2), (uint16_t)text_length);
            nc_writer_put(writer, texts[n], text_length, 1);
        }
    }
}

/* A text of the block, with a zero byte at its end. */
static const char *get_text(nearcall_reader *reader, const uint8_t *end, size_t *length)
{
    if (end - reader->at < 2) {
        return NULL;
    }
    *length = nc_load16(nc_reader_take(reader, 2));
    if ((size_t)(end - reader->at) < *length) {
        return NULL;
    }
    const uint8_t *bytes = nc_reader_take(reader, *length);
    char *text = nc_utf8_valid(bytes, *length) ? nc_arena_alloc(reader->arena, *length + 1) : NULL;
    if (text != NULL && *length > 0) {
        memcpy(text, bytes, *length);
    }
    return text;
}

bool nc_context_get(nearcall_reader *reader, struct nc_context *context)
{
    context->pair_count = 0;
    context->remaining_ns = nearcall_get_long(reader);
    size_t length = nearcall_get_char(reader);
    if (reader->error.status != NEARCALL_OK || context->remaining_ns < 0 ||
        length > (size_t)(reader->end - reader->at)) {
        return false;
    }
    const uint8_t *end = reader->at + length;
    size_t bytes = 0;
    while (reader->at < end) {
        size_t key_length;
        size_t value_length;
        if (context->pair_count == MOST_PAIRS) {
            return false;
        }
        const char *key = get_text(reader, end, &key_length);
        const char *value = key == NULL ? NULL : get_text(reader, end, &value_length);
        if (value == NULL || !is_key(key, key_length) || (bytes += key_length + value_length) > MOST_BYTES) {
            return false;
        }
        for (size_t i = 0; i < context->pair_count; i++) {
            if (strcmp(context->pairs[i].key, key) == 0) {
                return false;
            }
        }
        context->pairs[context->pair_count++] = (struct nc_pair){.key = key, .value = value};
    }
    return true;
}
