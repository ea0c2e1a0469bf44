// SPDX-License-Identifier: Apache-2.0
/* Classes of the application: docs/vectors/shapes.txt, and the entries of values.txt that contain such classes. */
#include "agreement.h"
#include "batch_kind.h"
#include "shape.h"
#include "value.h"
#include "vectors.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[64];
static nearcall_endpoint *endpoint;
static struct nc_connection *connection;
static nearcall_error error;

static void add_class(const char *name, const char *lines)
{
    CHECK_SAYING(nearcall_add_class(endpoint, name, lines, &error) == NEARCALL_OK, "%s", error.message);
}

/* Adds the classes of a whole shape: the first section, and the others with their names. */
static void add_sections(const char *name, char *text)
{
    char *next = strstr(text, "\n\n");
    if (next != NULL) {
        *next = 0;
    }
    if (name[0] != '[') {
        add_class(name, text);
    }
    while (next != NULL) {
        char *section_name = next + 2;
        char *section = strchr(section_name, '\n');
        *section++ = 0;
        next = strstr(section, "\n\n");
        if (next != NULL) {
            *next = 0;
        }
        add_class(section_name, section);
    }
}

static void should_write_the_shapes_and_fingerprints_of_the_vectors(void)
{
    static const char prefix[] = "shape of ";
    read_vectors("shapes.txt");
    add_class("[Lio.nearcall.internal.codec.Shop$Shape;", "array");
    unsigned compared = 0;
    for (size_t i = 0; i < vector_count; i++) {
        const char *name = vectors[i].name + sizeof prefix - 1;
        if (strncmp(vectors[i].name, prefix, sizeof prefix - 1) != 0) {
            continue;
        }
        char *text = strndup((char *)vectors[i].bytes, vectors[i].length);
        if (strcmp(text, "final class with a serialised form of its own") == 0) {
            CHECK(nearcall_add_class(endpoint, name, text, &error) == NEARCALL_INVALID);
            free(text);
            continue;
        }
        char *sections = strdup(text);
        add_sections(name, sections);
        struct nc_class *class = nc_registry_find(nc_endpoint_classes(endpoint), name, &error);
        CHECK_SAYING(class != NULL, "%s", error.message);
        CHECK_SAYING(strcmp(class->shape, text) == 0, "%s: %s", name, class->shape);
        char fingerprint_name[300];
        uint8_t fingerprint[8];
        snprintf(fingerprint_name, sizeof fingerprint_name, "fingerprint of %s", name);
        nc_store64(fingerprint, class->fingerprint);
        CHECK(memcmp(vector_of_name(fingerprint_name)->bytes, fingerprint, 8) == 0);
        compared++;
        free(sections);
        free(text);
    }
    CHECK(compared == 8);
}

static void should_fingerprint_the_example_of_section_7(void)
{
    add_class("shop.Line", "record\nsku java.lang.String exact\nquantity int exact");
    struct nc_class *class = nc_registry_find(nc_endpoint_classes(endpoint), "shop.Line", &error);
    CHECK(class != NULL && class->fingerprint == UINT64_C(0xc60ee4fbc9d99e09));
    class = nc_registry_find(nc_endpoint_classes(endpoint), "[[Lshop.Line;", &error);
    CHECK(class != NULL && strcmp(class->shape, "array exact\n\nshop.Line\nrecord\nsku java.lang.String exact\nquantity "
                                                "int exact") == 0);
    class = nc_registry_find(nc_endpoint_classes(endpoint), "[[I", &error);
    CHECK(class != NULL && strcmp(class->shape, "array exact") == 0);
    add_class("shop.Item", "class extends java.lang.Object");
    class = nc_registry_find(nc_endpoint_classes(endpoint), "[Lshop.Item;", &error);
    CHECK(class != NULL && strcmp(class->shape, "array") == 0);
}

static void should_refuse_what_is_no_shape_or_not_complete(void)
{
    static const char *const wrong[] = {"", "recor", "record\n", "record\nx", "remote interface\nx int exact", "array\nx y"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK_SAYING(nearcall_add_class(endpoint, "shop.Wrong", wrong[i], &error) == NEARCALL_INVALID, "%s", wrong[i]);
    }
    CHECK(nearcall_add_class(endpoint, "java.lang.String", "record", &error) == NEARCALL_INVALID);
    CHECK(nearcall_add_class(endpoint, "shop.Line", "record", &error) == NEARCALL_INVALID); /* it has other lines */
    add_class("shop.Crate", "record\ncontent shop.Unknown exact");
    CHECK(nc_registry_find(nc_endpoint_classes(endpoint), "shop.Crate", &error) == NULL);
    CHECK(error.status == NEARCALL_CLASS && strstr(error.message, "shop.Unknown") != NULL);
    CHECK(nc_registry_find(nc_endpoint_classes(endpoint), "[[[[[[[[[I", &error) == NULL); /* nine dimensions */
}

/* ------------------------------------------------------------------------------------------------------------ values */

static uint8_t record[16376];
static struct nc_bytes written;

static int keep(void *target, const uint8_t *payload, uint32_t length, uint8_t flags, nearcall_error *failure)
{
    (void)target;
    (void)flags;
    (void)failure;
    CHECK(nc_bytes_append(&written, payload, length));
    return NEARCALL_OK;
}

/* Writes a value, and compares it with what was read. */
static void write_again(const struct vector *vector, const nearcall_value *value)
{
    static const uint8_t header[NC_ANSWER_HEADER];
    nearcall_writer writer = {
        .record = record, .longest = sizeof record, .limit = 1 << 20, .connection = connection, .send = keep};
    written.length = 0;
    nc_writer_begin(&writer, NC_RESULT, header, sizeof header);
    nc_write_value(&writer, value);
    CHECK_SAYING(nc_writer_finish(&writer) == NEARCALL_OK, "%s: %s", vector->name, writer.error.message);
    CHECK_SAYING(written.length == NC_ANSWER_HEADER + vector->length &&
                     memcmp(written.data + NC_ANSWER_HEADER, vector->bytes, vector->length) == 0,
                 "%s is written otherwise", vector->name);
    nc_writer_free(&writer);
}

/* The ids of values.txt, from 120 on, in the order in which its classes are met. */
static void agree_on_the_classes_of_the_vectors(void)
{
#define SHOP "io.nearcall.internal.codec.Shop$"
    static const char *const classes[] = {
        SHOP "Order",  SHOP "Line",   SHOP "Employee", SHOP "Person",  SHOP "Everything", "[L" SHOP "Shape;",
        SHOP "Circle", SHOP "Square", SHOP "Status",   SHOP "Pair",    "shop.ByLength",   "[[I",
        "[[Ljava.lang.Object;",       "[Ljava.util.List;"};
    add_class(SHOP "Circle", "record\nradius double exact");
    add_class(SHOP "Square", "record\nside double exact");
    add_class(SHOP "Pair", "record\nleft java.lang.Object\nright java.lang.Object");
    add_class("shop.ByLength", "record");
    add_class("[Ljava.util.List;", "array");
    for (uint32_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        struct nc_class *class = nc_registry_find(nc_endpoint_classes(endpoint), classes[i], &error);
        CHECK_SAYING(class != NULL, "%s", error.message);
        CHECK(nc_class_agree(connection, class, class->shape) == NC_FIRST_FREE_ID + i);
    }
}

static void should_read_and_write_the_values_of_the_vectors(void)
{
    agree_on_the_classes_of_the_vectors();
    read_vectors("values.txt");
    unsigned compared = 0;
    for (size_t i = 0; i < vector_count; i++) {
        struct nc_arena arena = {0};
        nearcall_reader reader = {.arena = &arena, .connection = connection};
        nc_reader_begin(&reader, vectors[i].bytes, vectors[i].length);
        nearcall_value *value = nc_read_value(&reader);
        if (reader.error.status == NEARCALL_OK && nearcall_value_kind(value) != NEARCALL_KIND_THROWABLE) {
            CHECK_SAYING(reader.at == reader.end, "%s", vectors[i].name);
            write_again(&vectors[i], value);
            compared++;
        }
        nc_reader_free(&reader);
        nc_arena_free(&arena);
    }
    /* All but two exceptions, what only Java reads, and the elements of a stream. */
    CHECK_SAYING(compared == vector_count - 2 - 8 - 1, "%u of %zu", compared, vector_count);
}

static const nearcall_value *read_vector(const char *name, struct nc_arena *arena)
{
    const struct vector *vector = vector_of_name(name);
    nearcall_reader reader = {.arena = arena, .connection = connection};
    nc_reader_begin(&reader, vector->bytes, vector->length);
    const nearcall_value *value = nearcall_get_value(&reader);
    nc_reader_free(&reader);
    return value;
}

static void should_find_the_members_of_records_and_beans(void)
{
    struct nc_arena arena = {0};
    const nearcall_value *order = read_vector("record", &arena);
    CHECK(strcmp(nearcall_value_class(order), SHOP "Order") == 0);
    CHECK(nearcall_value_integer(nearcall_value_member(order, "id")) == 1);
    CHECK(strcmp(nearcall_value_text(nearcall_value_member(order, "status"), NULL), "PAID") == 0);
    CHECK(nearcall_value_count(nearcall_value_member(order, "lines")) == 1);
    CHECK(nearcall_value_member(order, "nothing") == NULL);
    const nearcall_value *employee = read_vector("bean", &arena);
    const nearcall_value *boss = nearcall_value_member(employee, "boss");
    CHECK(strcmp(nearcall_value_text(nearcall_value_member(boss, "name"), NULL), "Cy") == 0);
    const nearcall_value *pair = read_vector("one object twice", &arena);
    CHECK(nearcall_value_member(pair, "left") == nearcall_value_member(pair, "right"));
    nc_arena_free(&arena);
}

static void should_refuse_members_of_another_kind(void)
{
    static const uint8_t header[NC_ANSWER_HEADER];
    struct nc_arena arena = {0};
    nearcall_value *line = nearcall_new_instance(endpoint, &arena, SHOP "Line");
    CHECK(nearcall_value_set(line, "sku", nearcall_new_int(&arena, 1)));
    CHECK(!nearcall_value_set(line, "colour", NULL));
    nearcall_writer writer = {
        .record = record, .longest = sizeof record, .limit = 1 << 20, .connection = connection, .send = keep};
    nc_writer_begin(&writer, NC_RESULT, header, sizeof header);
    nc_write_value(&writer, line);
    CHECK(nc_writer_finish(&writer) == NEARCALL_UNREADABLE);
    nc_writer_free(&writer);
    nc_arena_free(&arena);
}

static void should_write_trees_if_the_peer_asks_for_them(void)
{
    static const uint8_t header[NC_ANSWER_HEADER];
    static const uint8_t twice[] = {NC_ID_ARRAY_LIST + 1, 1, 2, NC_ID_ARRAY_LIST + 1, 1, 0, NC_ID_ARRAY_LIST + 1, 1, 0};
    struct nc_arena arena = {0};
    nearcall_value *inner = nearcall_new_list(&arena);
    nearcall_value *outer = nearcall_new_list(&arena);
    nearcall_value_add(&arena, outer, inner);
    nearcall_value_add(&arena, outer, inner);
    connection->peer_wants_trees = true;
    nearcall_writer writer = {
        .record = record, .longest = sizeof record, .limit = 1 << 20, .connection = connection, .send = keep};
    written.length = 0;
    nc_writer_begin(&writer, NC_RESULT, header, sizeof header);
    nc_write_value(&writer, outer);
    CHECK(nc_writer_finish(&writer) == NEARCALL_OK);
    CHECK(written.length == NC_ANSWER_HEADER + sizeof twice);
    CHECK(memcmp(written.data + NC_ANSWER_HEADER, twice, sizeof twice) == 0);
    nearcall_value_add(&arena, inner, outer); /* now it contains itself */
    nc_writer_begin(&writer, NC_RESULT, header, sizeof header);
    nc_write_value(&writer, outer);
    CHECK(nc_writer_finish(&writer) == NEARCALL_UNREADABLE);
    connection->peer_wants_trees = false;
    nc_writer_free(&writer);
    nc_arena_free(&arena);
}

/* Nobody will answer the offer of its class: the call is told of the end, and not that its time is over. */
static void should_report_the_end_of_the_connection_to_who_offers_a_class(void)
{
    static const uint8_t header[NC_ANSWER_HEADER];
    struct nc_arena arena = {0};
    add_class("shop.Late", "record\nsku java.lang.String exact");
    nc_connection_end(connection, NC_END_DEATH, "The peer has died.");
    nearcall_writer writer = {
        .record = record, .longest = sizeof record, .limit = 1 << 20, .connection = connection, .send = keep};
    nc_writer_begin(&writer, NC_RESULT, header, sizeof header);
    nc_write_value(&writer, nearcall_new_instance(endpoint, &arena, "shop.Late"));
    CHECK_SAYING(nc_writer_finish(&writer) == NEARCALL_LOST, "%s", writer.error.message);
    nc_writer_free(&writer);
    nc_arena_free(&arena);
}

int main(void)
{
    int fds[2];
    nearcall_options options;
    temporary_name(directory, sizeof directory);
    CHECK(mkdtemp(directory) != NULL && socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) == 0);
    nearcall_options_init(&options);
    options.directory = directory;
    CHECK_SAYING(nearcall_open(&options, &endpoint, &error) == NEARCALL_OK, "%s", error.message);
    struct nc_peer self = {.pidfd = -1};
    connection = nc_connection_new(endpoint, fds[0], &self, NULL);
    connection->kind = &nc_shm_batch;
    CHECK(connection != NULL);
    RUN(should_write_the_shapes_and_fingerprints_of_the_vectors);
    RUN(should_fingerprint_the_example_of_section_7);
    RUN(should_refuse_what_is_no_shape_or_not_complete);
    RUN(should_read_and_write_the_values_of_the_vectors);
    RUN(should_find_the_members_of_records_and_beans);
    RUN(should_refuse_members_of_another_kind);
    RUN(should_write_trees_if_the_peer_asks_for_them);
    RUN(should_report_the_end_of_the_connection_to_who_offers_a_class); /* the last one */
    nc_connection_release(connection);
    nearcall_close(endpoint);
    nc_bytes_free(&written);
    close(fds[1]);
    rmdir(directory);
    return 0;
}
