// SPDX-License-Identifier: Apache-2.0
/* Frames in FIFOs and sockets: docs/vectors/fifo.txt, and what has to be refused. */
#include "batch_kind.h"
#include "stream_channel.h"
#include "vectors.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

static const struct {
    const char *payload;
    uint8_t flags;
} frames[] = {
    {"order", 0x81},
    {"", 0x03},
    {"a frame that takes more than the line of the cache it starts in", 0x04},
};

static const struct nc_batch_shape shape = {.batch = 0, .lane_count = 1, .ring_capacity = NC_RING_CAPACITY, .shared = true};

/* A lane whose frames the test reads from to[0], and whose peer writes to from[1]. */
static struct nc_lane *open_lane(const struct nc_channel *channel, int from[2], int to[2], const uint8_t *proof)
{
    CHECK(pipe2(from, O_CLOEXEC | O_NONBLOCK) == 0 && pipe2(to, O_CLOEXEC | O_NONBLOCK) == 0);
    struct nc_lane *lane = nc_stream_lane(channel, NULL, &shape, 0, from[0], to[1], proof, false);
    CHECK(lane != NULL);
    return lane;
}

static void close_lane(struct nc_lane *lane, const int from[2], const int to[2])
{
    nc_lane_free(lane);
    close(from[1]);
    close(to[0]);
}

static void check_written(int fd, const char *name)
{
    uint8_t bytes[200];
    const struct vector *vector = vector_of_name(name);
    CHECK_SAYING(read(fd, bytes, sizeof bytes) == (ssize_t)vector->length && memcmp(bytes, vector->bytes, vector->length) == 0,
                 "%s", name);
}

static void should_write_the_frames_of_the_vectors(void)
{
    int from[2];
    int to[2];
    read_vectors("fifo.txt");
    struct nc_lane *lane = open_lane(&nc_fifo_channel, from, to, NULL);
    for (size_t i = 0; i < 3; i++) {
        char name[20];
        CHECK(lane->channel->publish(lane, frames[i].payload, (uint32_t)strlen(frames[i].payload), frames[i].flags));
        snprintf(name, sizeof name, "frame %zu", i);
        check_written(to[0], name);
    }
    lane->channel->store_done(lane, 6);
    check_written(to[0], "done");
    close_lane(lane, from, to);
}

/* Byte by byte, with a Done between the frames. */
static void should_read_the_frames_of_the_vectors_however_they_are_cut(void)
{
    static const char *const order[] = {"frame 0", "done", "frame 1", "done", "done", "frame 2"};
    int from[2];
    int to[2];
    size_t read_frames = 0;
    struct nc_lane *lane = open_lane(&nc_fifo_channel, from, to, NULL);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        const struct vector *vector = vector_of_name(order[i]);
        for (size_t n = 0; n < vector->length; n++) {
            struct nc_record record;
            CHECK(write(from[1], vector->bytes + n, 1) == 1);
            bool last = n + 1 == vector->length && order[i][0] == 'f';
            enum nc_ring_state state = lane->channel->read(lane, lane->received, &record);
            CHECK_SAYING(state == (last ? NC_RING_RECORD : NC_RING_EMPTY), "%s, byte %zu: %d", order[i], n, state);
            if (last) {
                CHECK(record.flags == frames[read_frames].flags);
                CHECK(record.length == strlen(frames[read_frames].payload));
                CHECK(memcmp(lane->received, frames[read_frames].payload, record.length) == 0);
                read_frames++;
            }
        }
    }
    CHECK(read_frames == 3);
    close_lane(lane, from, to);
}

static void should_refuse_frames_that_break_the_rules(void)
{
    static const uint8_t wrong[][16] = {
        {2, 0, 0, 0, 0, 0, 0, 1},          /* not the next sequence */
        {1, 0, 0, 0, 0xe9, 0x0f, 0, 1},    /* 4073 bytes */
        {0, 0, 0, 0, 7, 0, 0, 0},          /* a Done of another length */
        {0, 0, 0, 0, 8, 0, 0, 1},          /* a Done with flags */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int from[2];
        int to[2];
        struct nc_record record;
        struct nc_lane *lane = open_lane(&nc_fifo_channel, from, to, NULL);
        CHECK(write(from[1], wrong[i], sizeof wrong[i]) == sizeof wrong[i]);
        CHECK_SAYING(lane->channel->read(lane, lane->received, &record) == NC_RING_BREACH, "%zu", i);
        CHECK(lane->channel->read(lane, lane->received, &record) == NC_RING_BREACH);
        close_lane(lane, from, to);
    }
}

static void should_send_nothing_before_the_peer_has_proved_who_it_is(void)
{
    static const uint8_t proof[NC_SECRET_HALF] = "sixteen bytes..";
    static const uint8_t other[NC_SECRET_HALF] = "sixteen bytes.!";
    int from[2];
    int to[2];
    struct nc_record record;
    struct nc_lane *lane = open_lane(&nc_unix_channel, from, to, proof);
    CHECK(!lane->channel->has_room(lane) && !lane->channel->publish(lane, "x", 1, 1));
    CHECK(write(from[1], proof, 10) == 10 && lane->channel->read(lane, lane->received, &record) == NC_RING_EMPTY);
    CHECK(!lane->channel->has_room(lane));
    CHECK(write(from[1], proof + 10, 6) == 6 && lane->channel->read(lane, lane->received, &record) == NC_RING_EMPTY);
    CHECK(lane->channel->has_room(lane) && lane->channel->publish(lane, "x", 1, 1));
    close_lane(lane, from, to);
    lane = open_lane(&nc_unix_channel, from, to, proof);
    CHECK(write(from[1], other, sizeof other) == sizeof other);
    CHECK(lane->channel->read(lane, lane->received, &record) == NC_RING_BREACH && !lane->channel->has_room(lane));
    close_lane(lane, from, to);
}

static void should_keep_what_the_kernel_does_not_take(void)
{
    static uint8_t payload[16360];
    static uint8_t taken[1 << 20];
    int ends[2];
    uint32_t published = 0;
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
    struct nc_lane *lane = nc_stream_lane(&nc_unix_channel, NULL, &shape, 0, ends[0], ends[0], NULL, true);
    while (lane->channel->has_room(lane)) {
        CHECK(lane->channel->publish(lane, payload, sizeof payload, 1));
        published++;
    }
    CHECK(!lane->channel->publish(lane, payload, 1, 1));
    lane->channel->store_done(lane, 9); /* it waits behind the frame */
    size_t expected = published * (8 + sizeof payload) + 16;
    size_t there = 0;
    while (there < expected) {
        ssize_t count = read(ends[1], taken, sizeof taken);
        CHECK(count > 0);
        there += (size_t)count;
        lane->channel->has_room(lane);
    }
    CHECK(there == expected && lane->channel->has_room(lane));
    nc_lane_free(lane);
    close(ends[1]);
}

/* SIGPIPE would end this process. */
static void should_bear_a_peer_that_has_closed_its_end(void)
{
    int from[2];
    int to[2];
    int ends[2];
    struct nc_lane *lane = open_lane(&nc_fifo_channel, from, to, NULL);
    close(to[0]);
    CHECK(lane->channel->publish(lane, "x", 1, 1) && !lane->channel->has_room(lane));
    sigset_t pending;
    CHECK(sigpending(&pending) == 0 && !sigismember(&pending, SIGPIPE));
    close(from[1]);
    nc_lane_free(lane);
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
    lane = nc_stream_lane(&nc_unix_channel, NULL, &shape, 0, ends[0], ends[0], NULL, true);
    close(ends[1]);
    struct nc_record record;
    CHECK(lane->channel->publish(lane, "x", 1, 1) && !lane->channel->has_room(lane));
    CHECK(lane->channel->read(lane, lane->received, &record) == NC_RING_EMPTY && lane->channel->watched(lane) == -1);
    nc_lane_free(lane);
}

static void should_know_the_names_of_batches(void)
{
    static const char *const wrong[] = {"",
                                        ".unix-1-0123456789abcdef",
                                        ".fifo-0-0123456789abcdef",
                                        ".fifo-12345678901-0123456789abcdef",
                                        ".fifo-1-0123456789abcde",
                                        ".fifo-1-0123456789abcdeg",
                                        ".fifo-1-0123456789abcdef/",
                                        "../fifo-1-0123456789abcdef"};
    char name[64];
    CHECK(nc_batch_name("fifo", name, sizeof name) == 0 && nc_batch_name_valid("fifo", name, strlen(name)));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        CHECK_SAYING(!nc_batch_name_valid("fifo", wrong[i], strlen(wrong[i])), "%s", wrong[i]);
    }
}

int main(void)
{
    RUN(should_write_the_frames_of_the_vectors);
    RUN(should_read_the_frames_of_the_vectors_however_they_are_cut);
    RUN(should_refuse_frames_that_break_the_rules);
    RUN(should_send_nothing_before_the_peer_has_proved_who_it_is);
    RUN(should_keep_what_the_kernel_does_not_take);
    RUN(should_bear_a_peer_that_has_closed_its_end);
    RUN(should_know_the_names_of_batches);
    return 0;
}
