// SPDX-License-Identifier: Apache-2.0
/* Segments and rings: docs/vectors/shm.txt, and a writer and a reader that go around. */
#include "ring.h"
#include "vectors.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

struct halves {
    struct nc_batch_shape shape;
    struct nc_segment writers;
    struct nc_segment readers;
    struct nc_segment writers_seen; /* the reader's view, which is read-only */
    struct nc_segment readers_seen;
    struct nc_ring_producer producer;
    struct nc_ring_consumer consumer;
};

static void open_halves(struct halves *halves, bool shared, uint32_t capacity)
{
    int fd;
    halves->shape = (struct nc_batch_shape){.batch = 3, .lane_count = 2, .ring_capacity = capacity, .shared = shared};
    CHECK(nc_segment_create(&halves->writers, &halves->shape, &fd) == 0);
    CHECK(nc_segment_attach(&halves->writers_seen, &halves->shape, fd) == NULL);
    close(fd);
    CHECK(nc_segment_create(&halves->readers, &halves->shape, &fd) == 0);
    CHECK(nc_segment_attach(&halves->readers_seen, &halves->shape, fd) == NULL);
    close(fd);
    nc_ring_producer_init(&halves->producer, nc_segment_ring(&halves->writers, 1, capacity),
                          nc_segment_control(&halves->readers_seen, 1), capacity, shared);
    nc_ring_consumer_init(&halves->consumer, nc_segment_ring(&halves->writers_seen, 1, capacity),
                          nc_segment_control(&halves->readers, 1), capacity, shared);
}

static void close_halves(struct halves *halves)
{
    nc_segment_unmap(&halves->writers);
    nc_segment_unmap(&halves->readers);
    nc_segment_unmap(&halves->writers_seen);
    nc_segment_unmap(&halves->readers_seen);
}

/* What docs/vectors/README.md says of the frames: they are in lane 1, and frame 0 has MORE. */
static const struct {
    const char *payload;
    uint8_t flags;
} frames[] = {
    {"order", 0x81},
    {"", 0x03},
    {"a frame that takes more than the line of the cache it starts in", 0x04},
};

static void check_bytes(size_t index, const char *name, const uint8_t *bytes)
{
    CHECK_SAYING(strcmp(vectors[index].name, name) == 0, "%s is not %s", vectors[index].name, name);
    CHECK_SAYING(memcmp(vectors[index].bytes, bytes, vectors[index].length) == 0, "%s", name);
}

static void compare_with_vectors(bool shared, size_t first)
{
    enum { CAPACITY = 8192 };
    struct halves halves;
    uint8_t payload[CAPACITY / 4];
    char name[100];
    open_halves(&halves, shared, CAPACITY);
    snprintf(name, sizeof name, "segment of %zu bytes", nc_segment_length(&halves.shape));
    check_bytes(first, name, halves.writers_seen.memory);
    for (size_t i = 0; i < 3; i++) {
        struct nc_record record;
        bool stored;
        CHECK(nc_ring_has_room(&halves.producer));
        nc_ring_publish(&halves.producer, frames[i].payload, (uint32_t)strlen(frames[i].payload), frames[i].flags);
        CHECK(nc_ring_read(&halves.consumer, payload, &record, &stored) == NC_RING_RECORD);
        CHECK(record.length == strlen(frames[i].payload) && record.flags == frames[i].flags);
        CHECK(memcmp(payload, frames[i].payload, record.length) == 0);
        snprintf(name, sizeof name, "ring after frame %zu", i);
        check_bytes(first + 1 + i, name, nc_segment_ring(&halves.writers_seen, 1, CAPACITY));
    }
    uint8_t *control = nc_segment_control(&halves.writers, 1);
    atomic_store(nc_word64(control, NC_TAKEN_CALL), 7);
    atomic_store(nc_word64(control, NC_DONE_CALL), 6);
    check_bytes(first + 4, "control words of lane 1", nc_segment_control(&halves.writers_seen, 1));
    if (shared) {
        nc_ring_store_position(&halves.consumer); /* as when no record is there */
    }
    check_bytes(first + 5, "the reader's", nc_segment_control(&halves.readers_seen, 1));
    close_halves(&halves);
}

static void should_write_what_the_vectors_of_a_borrowed_lane_say(void)
{
    read_vectors("shm.txt");
    compare_with_vectors(false, 0);
}

static void should_write_what_the_vectors_of_a_shared_lane_say(void)
{
    compare_with_vectors(true, 6);
}

/* Messages of up to 9 records with payloads that tell them apart, as far as there is room. */
static void go_around(bool shared)
{
    struct halves halves;
    static uint8_t sent[16376];
    static uint8_t received[16376];
    unsigned random = 1;
    open_halves(&halves, shared, NC_RING_CAPACITY);
    for (unsigned message = 0; message < 3000; message++) {
        unsigned records = 1 + message % 9;
        unsigned written = 0;
        unsigned read = 0;
        while (read < records) {
            struct nc_record record;
            bool stored;
            while (written < records && nc_ring_has_room(&halves.producer)) {
                random = random * 1103515245 + 12345;
                uint32_t length = random >> 8 & 1 ? random >> 16 & 63 : (random >> 16) % 16377;
                memset(sent, (int)(message + written), length);
                nc_ring_publish(&halves.producer, sent, length, written + 1 < records ? 0x81 : 0x01);
                written++;
            }
            CHECK(nc_ring_read(&halves.consumer, received, &record, &stored) == NC_RING_RECORD);
            for (uint32_t i = 0; i < record.length; i++) {
                CHECK(received[i] == (uint8_t)(message + read));
            }
            CHECK(record.flags == (read + 1 < records ? 0x81 : 0x01));
            read++;
        }
        struct nc_record none;
        bool stored;
        CHECK(nc_ring_read(&halves.consumer, received, &none, &stored) == NC_RING_EMPTY);
    }
    close_halves(&halves);
}

static void should_go_around_the_ring_of_a_borrowed_lane(void)
{
    go_around(false);
}

static void should_go_around_the_ring_of_a_shared_lane(void)
{
    go_around(true);
}

/* The example of section 4: the fifth record of a message waits until the reader has stored 32768. */
static void should_have_room_when_the_example_of_section_4_says_so(void)
{
    struct halves halves;
    uint8_t payload[16376];
    struct nc_record record;
    bool stored;
    open_halves(&halves, false, NC_RING_CAPACITY);
    nc_ring_publish(&halves.producer, "a", 1, 0x01);
    CHECK(nc_ring_read(&halves.consumer, payload, &record, &stored) == NC_RING_RECORD && !stored);
    for (int i = 0; i < 4; i++) {
        CHECK(nc_ring_has_room(&halves.producer));
        nc_ring_publish(&halves.producer, "b", 1, 0x81);
    }
    CHECK(!nc_ring_has_room(&halves.producer));
    CHECK(nc_ring_read(&halves.consumer, payload, &record, &stored) == NC_RING_RECORD && stored);
    CHECK(atomic_load(nc_word64(nc_segment_control(&halves.readers_seen, 1), NC_CONSUMER_POSITION)) == 32768);
    CHECK(nc_ring_has_room(&halves.producer));
    CHECK(nc_ring_publish(&halves.producer, "c", 1, 0x01) == 0);
    CHECK(halves.producer.position == 98304);
    close_halves(&halves);
}

static void should_refuse_a_length_beyond_a_quarter_of_the_ring(void)
{
    struct halves halves;
    uint8_t payload[16376];
    struct nc_record record;
    bool stored;
    open_halves(&halves, true, NC_RING_CAPACITY);
    uint64_t header = 1 | (uint64_t)16377 << 32 | (uint64_t)1 << 56;
    atomic_store(nc_word64(nc_segment_ring(&halves.writers, 1, NC_RING_CAPACITY), 0), header);
    CHECK(nc_ring_read(&halves.consumer, payload, &record, &stored) == NC_RING_BREACH);
    close_halves(&halves);
}

static void should_refuse_memory_that_the_peer_can_take_away(void)
{
    struct nc_batch_shape shape = {.batch = 0, .lane_count = 1, .ring_capacity = NC_RING_CAPACITY};
    struct nc_batch_shape larger = {.batch = 0, .lane_count = 2, .ring_capacity = NC_RING_CAPACITY};
    struct nc_batch_shape other = {.batch = 2, .lane_count = 1, .ring_capacity = NC_RING_CAPACITY};
    struct nc_segment own;
    struct nc_segment attached;
    int fd = memfd_create("test", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    CHECK(ftruncate(fd, (off_t)nc_segment_length(&shape)) == 0);
    CHECK(nc_segment_attach(&attached, &shape, fd) != NULL); /* not sealed */
    CHECK(fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) == 0);
    CHECK(nc_segment_attach(&attached, &shape, fd) != NULL); /* not allocated */
    close(fd);
    CHECK(nc_segment_attach(&attached, &shape, STDIN_FILENO) != NULL);
    CHECK(nc_segment_create(&own, &shape, &fd) == 0);
    CHECK(nc_segment_attach(&attached, &larger, fd) != NULL); /* another length */
    CHECK(nc_segment_attach(&attached, &other, fd) != NULL);  /* another header */
    CHECK(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED);
    CHECK(nc_segment_attach(&attached, &shape, fd) == NULL);
    nc_segment_unmap(&attached);
    nc_segment_unmap(&own);
    close(fd);
}

int main(void)
{
    RUN(should_write_what_the_vectors_of_a_borrowed_lane_say);
    RUN(should_write_what_the_vectors_of_a_shared_lane_say);
    RUN(should_go_around_the_ring_of_a_borrowed_lane);
    RUN(should_go_around_the_ring_of_a_shared_lane);
    RUN(should_have_room_when_the_example_of_section_4_says_so);
    RUN(should_refuse_a_length_beyond_a_quarter_of_the_ring);
    RUN(should_refuse_memory_that_the_peer_can_take_away);
    return 0;
}
