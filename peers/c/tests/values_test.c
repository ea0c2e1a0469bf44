// SPDX-License-Identifier: Apache-2.0
/* Values: docs/vectors/values.txt is read and written again. Ids from 120 on are classes of Java's tests: see shapes_test. */
#include "throwable.h"
#include "value.h"
#include "vectors.h"

static uint8_t record[16376];
static struct nc_bytes written;

static int keep(void *target, const uint8_t *payload, uint32_t length, uint8_t flags, nearcall_error *error)
{
    (void)target;
    (void)flags;
    (void)error;
    CHECK(nc_bytes_append(&written, payload, length));
    return NEARCALL_OK;
}

static void begin_writing(nearcall_writer *writer, uint32_t longest)
{
    static const uint8_t header[NC_ANSWER_HEADER];
    written.length = 0;
    *writer = (struct nearcall_writer){.record = record, .longest = longest, .limit = 1 << 20, .send = keep};
    nc_writer_begin(writer, NC_RESULT, header, sizeof header);
}

static nearcall_value *read_bytes(nearcall_reader *reader, struct nc_arena *arena, const void *bytes, size_t length)
{
    *reader = (struct nearcall_reader){.arena = arena};
    nc_reader_begin(reader, bytes, length);
    return nc_read_value(reader);
}

/* What this library refuses without a connection: classes of the application, which shapes_test reads; and what only
 * Java reads. */
static bool is_refused(const struct vector *vector, const nearcall_reader *reader)
{
    bool java_form = vector->bytes[0] == NC_ID_FURTHER + 1 && vector->bytes[2] == 39;
    bool elements = vector->bytes[0] == NC_ID_ELEMENTS + 1; /* no value: see the tests of streams */
    return java_form || elements || strstr(reader->error.message, "was not agreed on") != NULL;
}

static void should_read_and_write_every_vector_to_the_same_bytes(void)
{
    read_vectors("values.txt");
    size_t same = 0;
    size_t refused = 0;
    for (size_t i = 0; i < vector_count; i++) {
        const struct vector *vector = &vectors[i];
        struct nc_arena arena = {0};
        nearcall_reader reader;
        nearcall_value *value = read_bytes(&reader, &arena, vector->bytes, vector->length);
        if (reader.error.status != NEARCALL_OK) {
            CHECK_SAYING(is_refused(vector, &reader), "%s: %s", vector->name,
                         reader.error.message);
            refused++;
        } else if (nearcall_value_kind(value) != NEARCALL_KIND_THROWABLE) {
            CHECK_SAYING(reader.at == reader.end, "%s: %zu bytes are left", vector->name, (size_t)(reader.end - reader.at));
            nearcall_writer writer;
            begin_writing(&writer, sizeof record);
            nc_write_value(&writer, value);
            CHECK_SAYING(nc_writer_finish(&writer) == NEARCALL_OK, "%s: %s", vector->name, writer.error.message);
            CHECK_SAYING(written.length == NC_ANSWER_HEADER + vector->length &&
                             memcmp(written.data + NC_ANSWER_HEADER, vector->bytes, vector->length) == 0,
                         "%s is written otherwise", vector->name);
            nc_writer_free(&writer);
            same++;
        }
        nc_reader_free(&reader);
        nc_arena_free(&arena);
    }
    CHECK_SAYING(same > 170 && refused < 35, "same=%zu refused=%zu", same, refused);
}

static void should_read_every_prefix_without_harm(void)
{
    for (size_t i = 0; i < vector_count; i++) {
        for (size_t length = 0; length < vectors[i].length; length++) {
            struct nc_arena arena = {0};
            nearcall_reader reader;
            uint8_t *copy = malloc(length + 1); /* so that a sanitizer sees a read behind the end */
            memcpy(copy, vectors[i].bytes, length);
            read_bytes(&reader, &arena, copy, length);
            CHECK_SAYING(reader.error.status != NEARCALL_OK, "%s cut to %zu", vectors[i].name, length);
            nc_reader_free(&reader);
            nc_arena_free(&arena);
            free(copy);
        }
    }
}

static void should_cut_values_into_records_that_are_put_together_again(void)
{
    struct nc_arena arena = {0};
    nearcall_value *list = nearcall_new_list(&arena);
    int32_t numbers[100];
    for (int i = 0; i < 100; i++) {
        numbers[i] = i * 1000;
        nearcall_value_add(&arena, list, nearcall_new_string(&arena, "\xe2\x82\xac and \xf0\x9f\x98\x80"));
        nearcall_value_add(&arena, list, nearcall_new_double(&arena, i / 8.0));
    }
    nearcall_value_add(&arena, list, nearcall_new_primitives(&arena, NEARCALL_KIND_INTS, numbers, 100));
    nearcall_writer writer;
    begin_writing(&writer, sizeof record);
    nc_write_value(&writer, list);
    CHECK(nc_writer_finish(&writer) == NEARCALL_OK);
    nc_writer_free(&writer);
    struct nc_bytes whole = written;
    written = (struct nc_bytes){0};
    for (uint32_t longest = 64; longest < 200; longest++) {
        begin_writing(&writer, longest);
        nc_write_value(&writer, list);
        CHECK(nc_writer_finish(&writer) == NEARCALL_OK);
        CHECK(written.length == whole.length && memcmp(written.data, whole.data, whole.length) == 0);
        nc_writer_free(&writer);
    }
    nc_bytes_free(&whole);
    nc_arena_free(&arena);
}

static const uint8_t *sent_from;
static uint32_t records_in_place;

static int look_where_it_is(void *target, const uint8_t *payload, uint32_t length, uint8_t flags, nearcall_error *error)
{
    records_in_place += payload >= sent_from && payload + length <= sent_from + 100 ? 1 : 0;
    return keep(target, payload, length, flags, error);
}

/* What fills a record by itself need not be copied into one first. */
static void should_send_bytes_from_where_they_are(void)
{
    uint8_t bytes[100];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (uint8_t)(i + 1);
    }
    nearcall_writer writer;
    begin_writing(&writer, 24);
    writer.send = look_where_it_is;
    sent_from = bytes;
    nearcall_put_bytes(&writer, bytes, sizeof bytes);
    CHECK(nc_writer_finish(&writer) == NEARCALL_OK);
    CHECK_SAYING(records_in_place == 3, "%u", records_in_place); /* 15 bytes are in the first record, and 13 in the last one */
    CHECK(written.length == NC_ANSWER_HEADER + 1 + sizeof bytes && written.data[NC_ANSWER_HEADER] == sizeof bytes + 1);
    CHECK(memcmp(written.data + NC_ANSWER_HEADER + 1, bytes, sizeof bytes) == 0);

    begin_writing(&writer, 24);
    writer.send = look_where_it_is;
    writer.limit = 80;
    nearcall_put_bytes(&writer, bytes, sizeof bytes);
    CHECK(nc_writer_finish(&writer) == NEARCALL_TOO_LARGE && written.length <= NC_ANSWER_HEADER + 80);
    nc_writer_free(&writer);
}

static void should_read_what_the_vectors_mean(void)
{
    struct nc_arena arena = {0};
    nearcall_reader reader;
    const struct vector *vector = vector_of_name("LinkedHashMap");
    nearcall_value *map = read_bytes(&reader, &arena, vector->bytes, vector->length);
    CHECK(nearcall_value_kind(map) == NEARCALL_KIND_MAP && nearcall_value_count(map) == 3);
    CHECK(strcmp(nearcall_value_text(nearcall_value_key_at(map, 0), NULL), "c") == 0);
    CHECK(nearcall_value_integer(nearcall_value_at(map, 0)) == 3);
    nc_reader_free(&reader);

    vector = vector_of_name("Duration");
    nearcall_value *duration = read_bytes(&reader, &arena, vector->bytes, vector->length);
    CHECK(strcmp(nearcall_value_class(duration), "java.time.Duration") == 0);
    CHECK(nearcall_value_integer(nearcall_value_field(duration, 0)) == -1);
    CHECK(nearcall_value_integer(nearcall_value_field(duration, 1)) == 999000000);
    nc_reader_free(&reader);

    vector = vector_of_name("exception");
    nearcall_value *thrown = read_bytes(&reader, &arena, vector->bytes, vector->length);
    CHECK(reader.error.status == NEARCALL_OK && reader.at == reader.end);
    CHECK(strcmp(nearcall_throwable_class(thrown), "java.lang.IllegalStateException") == 0);
    CHECK(strcmp(nearcall_throwable_message(thrown), "closed") == 0);
    CHECK(nearcall_throwable_frame_count(thrown) == 2 && nearcall_throwable_frame(thrown, 0).line == 17);
    nc_reader_free(&reader);
    nc_arena_free(&arena);
}

static void should_write_an_exception_in_plain_form(void)
{
    struct nc_arena arena = {0};
    nearcall_reader reader;
    const struct vector *vector = vector_of_name("exception in plain form");
    nearcall_value *thrown = read_bytes(&reader, &arena, vector->bytes, vector->length);
    CHECK(reader.error.status == NEARCALL_OK);
    CHECK(strcmp(nearcall_throwable_class(nearcall_throwable_cause(thrown)), "java.io.IOException") == 0);
    nearcall_writer writer;
    begin_writing(&writer, sizeof record);
    nc_write_value(&writer, thrown);
    CHECK(nc_writer_finish(&writer) == NEARCALL_OK);
    CHECK(written.length == NC_ANSWER_HEADER + vector->length);
    CHECK(memcmp(written.data + NC_ANSWER_HEADER, vector->bytes, vector->length) == 0);
    nc_writer_free(&writer);
    nc_reader_free(&reader);
    nc_arena_free(&arena);
}

static void should_allocate_little_for_a_length_alone(void)
{
    static const uint8_t lies[][10] = {
        {NC_ID_ARRAY_LIST + 1, 1, 0xff, 0xff, 0xff, 0xff, 0x07},
        {NC_ID_BOOLEANS + 5 + 1, 1, 0xff, 0xff, 0xff, 0xff, 0x07},
        {NC_ID_STRING + 1, 0xfe, 0xff, 0xff, 0xff, 0x0f},
        {NC_ID_THROWABLE + 1, 1, 0x40},
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct nc_arena arena = {0};
        nearcall_reader reader;
        read_bytes(&reader, &arena, lies[i], sizeof lies[i]);
        CHECK(reader.error.status == NEARCALL_UNREADABLE);
        nc_reader_free(&reader);
        nc_arena_free(&arena);
    }
}

/* 63 lists and the null in the innermost one are 64 levels. */
static void should_refuse_values_that_nest_deeper_than_64(void)
{
    uint8_t lists[3 * 64 + 1];
    for (int i = 0; i < 64; i++) {
        memcpy(lists + 3 * i, (uint8_t[]){NC_ID_ARRAY_LIST + 1, 1, 1}, 3);
    }
    lists[sizeof lists - 1] = 0;
    struct nc_arena arena = {0};
    nearcall_reader reader;
    nearcall_value *value = read_bytes(&reader, &arena, lists + 3, sizeof lists - 3);
    CHECK(reader.error.status == NEARCALL_OK);
    nearcall_writer deep;
    begin_writing(&deep, sizeof record);
    nc_write_value(&deep, value);
    CHECK(nc_writer_finish(&deep) == NEARCALL_OK);
    nc_writer_free(&deep);
    nearcall_value *deeper = nearcall_new_list(&arena);
    nearcall_value_add(&arena, deeper, value);
    begin_writing(&deep, sizeof record);
    nc_write_value(&deep, deeper);
    CHECK(nc_writer_finish(&deep) == NEARCALL_UNREADABLE);
    nc_writer_free(&deep);
    nc_reader_free(&reader);
    read_bytes(&reader, &arena, lists, sizeof lists);
    CHECK(reader.error.status == NEARCALL_UNREADABLE);
    nc_reader_free(&reader);
    nearcall_value *endless = nearcall_new_list(&arena);
    nearcall_value_add(&arena, endless, endless);
    nearcall_writer writer;
    begin_writing(&writer, sizeof record);
    nc_write_value(&writer, endless); /* its second occurrence is a number */
    CHECK(nc_writer_finish(&writer) == NEARCALL_OK);
    nc_writer_free(&writer);
    nc_arena_free(&arena);
}

/* An object of class 96 shows its kind only behind its reference. */
static void should_read_an_object_of_class_96_that_occurs_again(void)
{
    static const uint8_t again[] = {19 + 1, 1, 2, 97, 1, 8, 0, 97, 2 + 1}; /* a list with the same object twice */
    static const uint8_t another[] = {19 + 1, 1, 2, 97, 1, 8, 0, 97, 2}; /* with an object and with the list itself */
    struct nc_arena arena = {0};
    nearcall_reader reader;
    const nearcall_value *list = read_bytes(&reader, &arena, again, sizeof again);
    CHECK_SAYING(reader.error.status == NEARCALL_OK && reader.at == reader.end, "%s", reader.error.message);
    CHECK(nearcall_value_count(list) == 2 && nearcall_value_at(list, 0) == nearcall_value_at(list, 1));
    nc_reader_free(&reader);
    read_bytes(&reader, &arena, another, sizeof another);
    CHECK(reader.error.status == NEARCALL_UNREADABLE);
    nc_reader_free(&reader);
    nc_arena_free(&arena);
}

static void should_refuse_numbers_of_more_than_32_bits(void)
{
    static const uint8_t most[] = {0xff, 0xff, 0xff, 0xff, 0x0f};
    static const uint8_t more[] = {0xff, 0xff, 0xff, 0xff, 0x1f};
    struct nearcall_reader reader = {0};
    nc_reader_begin(&reader, most, sizeof most);
    CHECK(nc_get_varint(&reader) == UINT32_MAX && reader.error.status == NEARCALL_OK);
    nc_reader_begin(&reader, more, sizeof more);
    CHECK(nc_get_varint(&reader) == 0 && reader.error.status == NEARCALL_UNREADABLE);
}

int main(void)
{
    RUN(should_read_and_write_every_vector_to_the_same_bytes);
    RUN(should_read_every_prefix_without_harm);
    RUN(should_cut_values_into_records_that_are_put_together_again);
    RUN(should_send_bytes_from_where_they_are);
    RUN(should_read_what_the_vectors_mean);
    RUN(should_read_an_object_of_class_96_that_occurs_again);
    RUN(should_write_an_exception_in_plain_form);
    RUN(should_allocate_little_for_a_length_alone);
    RUN(should_refuse_values_that_nest_deeper_than_64);
    nc_bytes_free(&written);
    RUN(should_refuse_numbers_of_more_than_32_bits);
    return 0;
}
