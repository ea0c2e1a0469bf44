// SPDX-License-Identifier: Apache-2.0
/* Messages that are put together of records. */
#include "incoming.h"

#include "check.h"

static struct nc_incoming incoming;
static uint8_t elsewhere[NC_ANSWER_HEADER + 100];

/* Adds a record that begins with the id of a call if it is the first one. Its body consists of one byte again and again. */
static enum nc_incoming_state add(uint8_t flags, uint8_t byte, uint32_t length, uint64_t longest)
{
    uint32_t header = incoming.begun ? 0 : NC_ANSWER_HEADER;
    struct nc_record record = {.length = header + length, .flags = flags};
    uint8_t *room = nc_incoming_room(&incoming, record.length);
    CHECK((room != NULL) == (incoming.begun && !incoming.too_long));
    uint8_t *payload = room != NULL ? room : elsewhere;
    memset(payload, 1, header);
    memset(payload + header, byte, length);
    return nc_incoming_add(&incoming, longest, &record, payload);
}

static void should_read_records_into_their_message(void)
{
    CHECK(add(NC_RESULT | NC_MORE, 'a', 100, 1000) == NC_INCOMING_PART);
    CHECK(add(NC_RESULT | NC_MORE, 'b', 50, 1000) == NC_INCOMING_PART);
    CHECK(add(NC_RESULT | NC_MORE, 0, 0, 1000) == NC_INCOMING_PART);
    CHECK(add(NC_RESULT, 'c', 25, 1000) == NC_INCOMING_WHOLE);
    CHECK_SAYING(incoming.body.length == 175, "%zu", incoming.body.length);
    for (size_t i = 0; i < 175; i++) {
        CHECK_SAYING(incoming.body.data[i] == (i < 100 ? 'a' : i < 150 ? 'b' : 'c'), "byte %zu", i);
    }
    nc_incoming_reset(&incoming);
}

/* Of an ABORT its reason is kept, though it was read behind what came before. */
static void should_keep_the_reason_of_an_abort_alone(void)
{
    for (uint32_t before = 1; before <= 100; before += 33) {
        CHECK(add(NC_RESULT | NC_MORE, 'a', before, 1000) == NC_INCOMING_PART);
        CHECK(add(NC_ABORT, 'r', 40, 1000) == NC_INCOMING_WHOLE && incoming.aborted);
        CHECK(incoming.body.length == 40);
        for (size_t i = 0; i < 40; i++) {
            CHECK_SAYING(incoming.body.data[i] == 'r', "byte %zu behind %u", i, before);
        }
        nc_incoming_reset(&incoming);
    }
}

static void should_keep_nothing_of_a_message_that_is_too_long(void)
{
    CHECK(add(NC_RESULT | NC_MORE, 'a', 100, 120) == NC_INCOMING_PART);
    CHECK(add(NC_RESULT | NC_MORE, 'b', 50, 120) == NC_INCOMING_PART);
    CHECK(incoming.too_long && incoming.body.data == NULL);
    CHECK(add(NC_RESULT, 'c', 25, 120) == NC_INCOMING_WHOLE);
    CHECK(incoming.too_long && incoming.body.data == NULL);
    nc_incoming_reset(&incoming);
}

static void receive(uint32_t bytes)
{
    enum { RECORD = 16000 };
    CHECK(add(NC_RESULT | NC_MORE, 'a', 1, UINT32_MAX) == NC_INCOMING_PART);
    for (uint32_t left = bytes - 1; left > 0;) {
        uint32_t length = NC_MIN(left, (uint32_t)RECORD);
        left -= length;
        CHECK(add(left > 0 ? NC_RESULT | NC_MORE : NC_RESULT, 'b', length, UINT32_MAX) ==
              (left > 0 ? NC_INCOMING_PART : NC_INCOMING_WHOLE));
    }
    nc_incoming_reset(&incoming);
}

static void should_keep_a_large_buffer_for_as_long_as_messages_need_it(void)
{
    enum { MIB = 1 << 20 };
    receive(MIB);
    const uint8_t *kept = incoming.body.data;
    CHECK(kept != NULL && incoming.body.capacity >= MIB);
    receive(MIB);
    CHECK(incoming.body.data == kept);
    receive(1000);
    CHECK_SAYING(incoming.body.capacity == 0, "%zu", incoming.body.capacity);
    receive(8 * MIB);
    CHECK_SAYING(incoming.body.capacity == 0, "%zu", incoming.body.capacity);
    receive(1000);
    CHECK_SAYING(incoming.body.capacity > 0 && incoming.body.capacity <= 64 * 1024, "%zu", incoming.body.capacity);
}

/* In KiB: pages that the kernel may take. */
static long lazily_free(void)
{
    FILE *rollup = fopen("/proc/self/smaps_rollup", "r");
    char line[256];
    long kib = 0;
    while (rollup != NULL && fgets(line, sizeof line, rollup) != NULL && sscanf(line, "LazyFree: %ld kB", &kib) != 1) {
    }
    if (rollup != NULL) {
        fclose(rollup);
    }
    return kib;
}

static void should_offer_the_pages_of_a_very_large_buffer_to_the_kernel(void)
{
    enum { MIB = 1 << 20 };
    receive(40 * MIB);
    const uint8_t *kept = incoming.body.data;
    CHECK(kept != NULL && incoming.body.capacity >= 40 * MIB);
    CHECK(lazily_free() > 0); /* some may be taken already */
    receive(40 * MIB);
    CHECK(incoming.body.data == kept);
    receive(1000);
    CHECK_SAYING(incoming.body.capacity == 0, "%zu", incoming.body.capacity);
}

int main(void)
{
    RUN(should_read_records_into_their_message);
    RUN(should_keep_the_reason_of_an_abort_alone);
    RUN(should_keep_nothing_of_a_message_that_is_too_long);
    RUN(should_keep_a_large_buffer_for_as_long_as_messages_need_it);
    RUN(should_offer_the_pages_of_a_very_large_buffer_to_the_kernel);
    nc_incoming_free(&incoming);
    return 0;
}
