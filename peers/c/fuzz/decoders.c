// SPDX-License-Identifier: Apache-2.0
/*
 * The decoders of what a peer sends. Each takes any bytes. What it keeps is freed again, so that a fuzzer runs for long, and
 * parts are copied to memory of their own length, so that the sanitizers see a byte too much.
 */
#include "decoders.h"

#include "agreement.h"
#include "batch_kind.h"
#include "call.h"
#include "control_message.h"
#include "incoming.h"
#include "shape.h"
#include "silent_peer.h"
#include "stream_channel.h"
#include "throwable.h"
#include "value.h"
#include "vectors.h"

#include <fcntl.h>
#include <unistd.h>

enum { LONGEST_MESSAGE = 1 << 16, RECORD_MAX = 16376, PIPE_MAX = 1 << 15, SEED_HEADER = 3 };

static nearcall_endpoint *endpoint;
static struct nc_connection *connection;
static nearcall_error failure;
static struct nc_bytes written;

/* A copy with nothing behind it. */
static uint8_t *exact_copy(const uint8_t *data, size_t length)
{
    uint8_t *copy = malloc(length);
    CHECK(copy != NULL || length == 0);
    if (length != 0) {
        memcpy(copy, data, length);
    }
    return copy;
}

/* ------------------------------------------------------------------------------------------------- control messages */

static void decode_control(const uint8_t *data, size_t length)
{
    static struct nc_control_message message, again;
    static uint8_t frame[NC_CONTROL_FRAME_MAX];
    if (nc_control_decode(data, length, &message) != NULL || message.version > NC_VERSION) {
        return;
    }
    size_t encoded = nc_control_encode(&message, frame);
    if (encoded != 0) {
        CHECK(nc_control_decode(frame + 4, encoded - 4, &again) == NULL && again.type == message.type);
    }
}

/* ----------------------------------------------------------------------------------------------------------- values */

static int keep(void *target, const uint8_t *payload, uint32_t length, uint8_t flags, nearcall_error *error)
{
    (void)target;
    (void)flags;
    (void)error;
    CHECK(nc_bytes_append(&written, payload, length));
    return NEARCALL_OK;
}

static nearcall_value *read_value(nearcall_reader *reader, struct nc_arena *arena, const uint8_t *data, size_t length)
{
    *reader = (nearcall_reader){.arena = arena, .connection = connection};
    nc_reader_begin(reader, data, length);
    return nc_read_value(reader);
}

/* What was read can be written, but for exceptions and what is beyond a limit; and then be read again. */
static void write_again(const nearcall_value *value)
{
    static const uint8_t header[NC_ANSWER_HEADER];
    static uint8_t record[RECORD_MAX];
    nearcall_writer writer = {
        .record = record, .longest = sizeof record, .limit = LONGEST_MESSAGE, .connection = connection, .send = keep};
    written.length = 0;
    nc_writer_begin(&writer, NC_RESULT, header, sizeof header);
    nc_write_value(&writer, value);
    if (nc_writer_finish(&writer) == NEARCALL_OK && written.length <= RECORD_MAX) { /* in one record */
        struct nc_arena arena = {0};
        nearcall_reader reader;
        read_value(&reader, &arena, written.data + NC_ANSWER_HEADER, written.length - NC_ANSWER_HEADER);
        CHECK_SAYING(reader.error.status == NEARCALL_OK, "what was written cannot be read: %s", reader.error.message);
        nc_reader_free(&reader);
        nc_arena_free(&arena);
    }
    nc_writer_free(&writer);
}

static void decode_value(const uint8_t *data, size_t length)
{
    struct nc_arena arena = {0};
    nearcall_reader reader;
    nearcall_value *value = read_value(&reader, &arena, data, length);
    if (reader.error.status == NEARCALL_OK && value != NULL && nearcall_value_kind(value) != NEARCALL_KIND_THROWABLE) {
        write_again(value);
    }
    nc_reader_free(&reader);
    nc_arena_free(&arena);
}

static void decode_throwables(const uint8_t *data, size_t length)
{
    struct nc_arena arena = {0};
    nearcall_reader reader = {.arena = &arena, .connection = connection};
    nc_reader_begin(&reader, data, length);
    nearcall_value *thrown = nc_read_throwables(&reader);
    CHECK(thrown != NULL || reader.error.status != NEARCALL_OK);
    nc_reader_free(&reader);
    nc_arena_free(&arena);
}

/* Which of the typed readers comes next is taken from the input, too: a method's signature is not the peer's choice alone. */
static void decode_arguments(const uint8_t *data, size_t length)
{
    struct nc_arena arena = {0};
    nearcall_reader reader = {.arena = &arena, .connection = connection};
    size_t forms = length == 0 ? 0 : NC_MIN(length - 1, (size_t)data[0] % 16);
    if (length != 0) {
        nc_reader_begin(&reader, data + 1 + forms, length - 1 - forms);
    }
    for (size_t i = 0; i < forms && reader.error.status == NEARCALL_OK; i++) {
        size_t count;
        switch (data[1 + i] % 8) {
        case 0: nearcall_get_int(&reader); break;
        case 1: nearcall_get_long(&reader); break;
        case 2: nearcall_get_double(&reader); break;
        case 3: nearcall_get_string(&reader, &count); break;
        case 4: nearcall_get_bytes(&reader, &count); break;
        case 5: nearcall_get_plain(&reader, "java.util.ArrayList"); break;
        case 6: nearcall_get_plain(&reader, "[Ljava.lang.String;"); break;
        default: nearcall_get_reference(&reader); break;
        }
    }
    nc_reader_free(&reader);
    nc_arena_free(&arena);
}

static void decode_context(const uint8_t *data, size_t length)
{
    struct nc_arena arena = {0};
    nearcall_reader reader = {.arena = &arena};
    struct nc_context context;
    nc_reader_begin(&reader, data, length);
    if (nc_context_get(&reader, &context)) {
        for (size_t i = 0; i < context.pair_count; i++) {
            CHECK(strlen(context.pairs[i].key) > 0 && context.pairs[i].value != NULL);
        }
    }
    nc_reader_free(&reader);
    nc_arena_free(&arena);
}

/* --------------------------------------------------------------------------------------------------------- messages */

static void read_message(struct nc_incoming *incoming)
{
    struct nc_arena arena = {0};
    uint8_t *body = exact_copy(incoming->body.data, incoming->body.length);
    nearcall_reader reader = {.arena = &arena, .connection = connection, .incoming = incoming};
    struct nc_context context;
    nc_reader_begin(&reader, body, incoming->body.length);
    if (!incoming->accompanied || nc_context_get(&reader, &context)) {
        if (incoming->type == NC_EXCEPTION) {
            nc_read_throwables(&reader);
        } else {
            nc_read_value(&reader);
        }
    }
    nc_reader_free(&reader);
    nc_arena_free(&arena);
    free(body);
}

/* Records with flags, a length of two bytes, and so much payload. Those of an even length are read into their message. */
static void decode_records(const uint8_t *data, size_t length)
{
    struct nc_incoming incoming = {0};
    while (length >= SEED_HEADER) {
        size_t rest = length - SEED_HEADER;
        struct nc_record record = {.flags = data[0], .length = (uint32_t)NC_MIN(rest, (size_t)nc_load16(data + 1))};
        uint8_t *payload = exact_copy(data + SEED_HEADER, record.length);
        uint8_t *room = record.length % 2 == 0 ? nc_incoming_room(&incoming, record.length) : NULL;
        if (room != NULL && record.length > 0) {
            memcpy(room, payload, record.length);
        }
        enum nc_incoming_state state = nc_incoming_add(&incoming, LONGEST_MESSAGE, &record, room != NULL ? room : payload);
        free(payload);
        if (state == NC_INCOMING_BREACH) {
            CHECK(incoming.fault != NULL);
            break;
        }
        if (state == NC_INCOMING_WHOLE) {
            if (!incoming.aborted && !incoming.too_long) {
                read_message(&incoming);
            }
            nc_incoming_reset(&incoming);
        }
        data += SEED_HEADER + record.length;
        length = rest - record.length;
    }
    nc_incoming_free(&incoming);
}

/* ----------------------------------------------------------------------------------------------------------- shapes */

static void decode_shape(const uint8_t *data, size_t length)
{
    char *shape = malloc(length + 1);
    CHECK(shape != NULL);
    if (length != 0) {
        memcpy(shape, data, length);
    }
    shape[length] = 0;
    struct nc_registry *classes = nc_endpoint_classes(endpoint);
    static const char *const names[] = {"shop.Line", "shop.Order", "shop.Status", "[Lshop.Order;"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct nc_version *versions = NULL;
        char reason[200] = "";
        struct nc_class *class = nc_registry_find(classes, names[i], &failure);
        CHECK_SAYING(class != NULL, "%s", failure.message);
        if (!nc_versions_compare(classes, class, shape, &versions, reason, sizeof reason)) {
            CHECK(reason[0] != 0);
        }
        nc_versions_free(versions);
    }
    free(shape);
}

/* Names are texts, which end with a zero byte. */
static void decode_batch_name(const uint8_t *data, size_t length)
{
    char *name = strndup((const char *)data, length);
    CHECK(name != NULL);
    nc_batch_name_valid("fifo", name, strlen(name));
    free(name);
}

/* --------------------------------------------------------------------------------------------------------- channels */

static void decode_frames(const uint8_t *data, size_t length)
{
    static const struct nc_batch_shape shape = {
        .batch = 0, .lane_count = 1, .ring_capacity = NC_RING_CAPACITY, .shared = true};
    int from[2];
    int to[2];
    CHECK(pipe2(from, O_CLOEXEC | O_NONBLOCK) == 0 && pipe2(to, O_CLOEXEC | O_NONBLOCK) == 0);
    struct nc_lane *lane = nc_stream_lane(&nc_fifo_channel, NULL, &shape, 0, from[0], to[1], NULL, false);
    CHECK(lane != NULL);
    length = NC_MIN(length, (size_t)PIPE_MAX);
    CHECK(write(from[1], data, length) == (ssize_t)length);
    struct nc_record record;
    while (lane->channel->read(lane, lane->received, &record) == NC_RING_RECORD) {
        CHECK(record.length <= lane->channel->longest);
    }
    nc_lane_free(lane);
    close(from[1]);
    close(to[0]);
}

/* The first byte says whether the lane is a shared one. Records are read until there is none, or once around. */
static void decode_ring(const uint8_t *data, size_t length)
{
    static _Alignas(64) uint8_t ring[NC_RING_CAPACITY], control[4096];
    if (length == 0) {
        return;
    }
    bool shared = data[0] & 1;
    size_t count = NC_MIN(length - 1, sizeof ring);
    memset(ring, 0, sizeof ring);
    memset(control, 0, sizeof control);
    memcpy(ring, data + 1, count);
    struct nc_ring_consumer consumer;
    nc_ring_consumer_init(&consumer, ring, control, sizeof ring, shared);
    uint8_t *payload = malloc(nc_ring_longest(sizeof ring));
    CHECK(payload != NULL);
    struct nc_record record;
    bool stored;
    for (unsigned i = 0; i < sizeof ring / 64 && nc_ring_read(&consumer, payload, &record, &stored) == NC_RING_RECORD; i++) {
        CHECK(record.length <= nc_ring_longest(sizeof ring));
    }
    free(payload);
}

/* ------------------------------------------------------------------------------------------------------------ seeds */

#define FILES(...) (const char *const[]){__VA_ARGS__, NULL}

const struct decoder decoders[] = {
    {"control", decode_control, FILES("control.txt")},
    {"values", decode_value, FILES("values.txt")},
    {"throwables", decode_throwables, FILES("values.txt", "calls.txt")},
    {"arguments", decode_arguments, FILES("values.txt", "calls.txt")},
    {"context", decode_context, FILES("context.txt")},
    {"records", decode_records, FILES("calls.txt", "fragments.txt", "context.txt", "trees.txt")},
    {"shapes", decode_shape, FILES("shapes.txt")},
    {"names", decode_batch_name, FILES("control.txt")},
    {"frames", decode_frames, FILES("fifo.txt")},
    {"rings", decode_ring, FILES("shm.txt")},
};
const size_t decoder_count = sizeof decoders / sizeof *decoders;

/* The flags behind "lane" or "shared" in the name of a vector, or -1. */
static int flags_of(const char *name)
{
    const char *space = strrchr(name, ' ');
    bool record = strstr(name, "lane ") != NULL || strstr(name, "shared ") != NULL;
    return record && space != NULL ? (int)strtol(space, NULL, 16) : -1;
}

void decoders_seeds(const struct decoder *decoder, void (*seed)(void *context, const uint8_t *data, size_t length),
                    void *context)
{
    static uint8_t room[SEED_HEADER + VECTOR_BYTES_MAX];
    seed(context, (const uint8_t *)"", 0);
    for (const char *const *file = decoder->files; *file != NULL; file++) {
        read_vectors(*file);
        for (size_t i = 0; i < vector_count; i++) {
            const struct vector *vector = &vectors[i];
            int flags = flags_of(vector->name);
            size_t skipped = 0; /* what another decoder has taken off */
            size_t header = 0;
            if (decoder->decode == decode_control) {
                skipped = 4;
            } else if (decoder->decode == decode_records && flags >= 0) {
                room[0] = (uint8_t)flags;
                nc_store16(room + 1, (uint16_t)vector->length);
                header = SEED_HEADER;
            } else if (flags >= 0) {
                skipped = (flags & NC_TYPE_MASK) <= NC_POST ? NC_CALL_HEADER : NC_ANSWER_HEADER;
            } else if (decoder->decode == decode_ring) {
                room[0] = i >= vector_count / 2;
                header = 1;
            }
            if (skipped <= vector->length) {
                memcpy(room + header, vector->bytes + skipped, vector->length - skipped);
                seed(context, room, header + vector->length - skipped);
            }
        }
    }
}

/* ------------------------------------------------------------------------------------------------------ what is known */

void decoders_open(void)
{
    static const char *const agreed[] = {"shop.Order", "shop.Line", "shop.Status", "[Lshop.Line;", "[[I", "shop.Pair"};
    silent_peer_open();
    endpoint = silent_peer_endpoint();
    connection = silent_peer_connection();
    silent_peer_describe("shop.Line", "record\nsku java.lang.String exact\nquantity int exact");
    silent_peer_describe("shop.Status", "enum\nNEW\nPAID");
    silent_peer_describe("shop.Order", "class extends java.lang.Object\nid long exact\nlines java.util.List\n"
                                       "next shop.Order\nstatus shop.Status exact");
    silent_peer_describe("shop.Pair", "record\nleft java.lang.Object\nright java.lang.Object");
    for (uint32_t i = 0; i < sizeof agreed / sizeof *agreed; i++) {
        CHECK(silent_peer_agree(agreed[i]) == NC_FIRST_FREE_ID + i);
    }
}

void decoders_close(void)
{
    nc_bytes_free(&written);
    silent_peer_close();
}
