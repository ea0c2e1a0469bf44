// SPDX-License-Identifier: Apache-2.0
/* A client that says whatever a test wants: a control socket and the rings of lanes, without the library's connections. */
#ifndef NC_RAW_CLIENT_H
#define NC_RAW_CLIENT_H

#include "check.h"
#include "control_socket.h"
#include "incoming.h"

#include <limits.h>
#include <linux/futex.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

struct raw_lane {
    struct nc_batch_shape shape;
    struct nc_segment own;
    struct nc_segment peer;
    struct nc_ring_producer producer;
    struct nc_ring_consumer consumer;
};

struct raw_client {
    struct nc_control_socket control;
    struct nc_control_message message; /* that was received last */
    uint8_t payload[16384];            /* of the record that was received last */
    struct nc_record record;
};

static inline void raw_connect(struct raw_client *client, const char *directory, const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s/%s.sock", directory, name);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
    nc_control_socket_init(&client->control, fd);
}

static inline enum nc_received raw_control(struct raw_client *client, int *passed)
{
    const char *fault = NULL;
    *passed = -1;
    return nc_control_await(&client->control, nc_now_ns() + 5 * (int64_t)NC_NS_PER_S, &client->message, passed, &fault);
}

static inline void raw_send_hello_over(struct raw_client *client, const char *channel, const char *name, uint32_t flags,
                                       uint64_t longest)
{
    struct nc_control_message hello;
    nc_control_init(&hello, NC_HELLO);
    hello.version = NC_VERSION;
    hello.lanes = 64;
    hello.flags = flags;
    hello.longest = longest;
    nc_control_set_name(&hello, name);
    nc_control_set_text(&hello, channel);
    CHECK(nc_control_send(&client->control, &hello, -1, NULL));
}

static inline void raw_send_hello(struct raw_client *client, const char *name, uint32_t flags, uint64_t longest)
{
    raw_send_hello_over(client, "shm", name, flags, longest);
}

static inline void raw_await_welcome(struct raw_client *client)
{
    int passed;
    CHECK(raw_control(client, &passed) == NC_RECEIVED && client->message.type == NC_WELCOME);
}

static inline void raw_hello(struct raw_client *client, const char *name, uint32_t flags, uint64_t longest)
{
    raw_send_hello(client, name, flags, longest);
    raw_await_welcome(client);
}

static inline void raw_open_lane(struct raw_client *client, struct raw_lane *lane, uint32_t batch, bool shared)
{
    int fd;
    int passed;
    struct nc_control_message lanes;
    lane->shape = (struct nc_batch_shape){
        .batch = batch, .lane_count = 1, .ring_capacity = NC_RING_CAPACITY, .shared = shared};
    CHECK(nc_segment_create(&lane->own, &lane->shape, &fd) == 0);
    nc_control_init(&lanes, NC_LANES);
    lanes.batch = batch;
    lanes.lanes = 1;
    lanes.ring_capacity = NC_RING_CAPACITY;
    lanes.flags = shared ? NC_FLAG_FULL_DUPLEX : 0;
    CHECK(nc_control_send(&client->control, &lanes, fd, NULL));
    close(fd);
    CHECK(raw_control(client, &passed) == NC_RECEIVED && client->message.type == NC_LANES_READY);
    CHECK(nc_segment_attach(&lane->peer, &lane->shape, passed) == NULL);
    close(passed);
    nc_ring_producer_init(&lane->producer, nc_segment_ring(&lane->own, 0, NC_RING_CAPACITY),
                          nc_segment_control(&lane->peer, 0), NC_RING_CAPACITY, shared);
    nc_ring_consumer_init(&lane->consumer, nc_segment_ring(&lane->peer, 0, NC_RING_CAPACITY),
                          nc_segment_control(&lane->own, 0), NC_RING_CAPACITY, shared);
}

/* Rings, and wakes: needlessly now and then, which a peer has to bear. */
static inline void raw_notify(struct raw_client *client, struct raw_lane *lane, uint32_t index)
{
    struct nc_control_message doorbell;
    nc_control_init(&doorbell, NC_DOORBELL);
    doorbell.lane = lane->shape.batch * NC_BATCH_LANES_MAX;
    nc_control_send(&client->control, &doorbell, -1, NULL);
    syscall(SYS_futex, lane->producer.ring + index, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static inline void raw_send(struct raw_client *client, struct raw_lane *lane, const void *payload, uint32_t length,
                            uint8_t flags)
{
    for (int i = 0; i < 5000 && !nc_ring_has_room(&lane->producer); i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    CHECK(nc_ring_has_room(&lane->producer));
    raw_notify(client, lane, nc_ring_publish(&lane->producer, payload, length, flags));
}

/* Returns false if no record comes within 5 s. */
static inline bool raw_receive(struct raw_client *client, struct raw_lane *lane)
{
    for (int i = 0; i < 5000; i++) {
        bool stored;
        if (nc_ring_read(&lane->consumer, client->payload, &client->record, &stored) == NC_RING_RECORD) {
            return true;
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return false;
}

static inline void raw_close_lane(struct raw_lane *lane)
{
    nc_segment_unmap(&lane->own);
    nc_segment_unmap(&lane->peer);
}

static inline void raw_close(struct raw_client *client)
{
    nc_control_socket_close(&client->control);
}

#endif
