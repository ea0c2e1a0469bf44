// SPDX-License-Identifier: Apache-2.0
/* A service that says whatever a test wants: a thread that has the service's end of a socket and of one lane. */
#ifndef NC_LYING_SERVICE_H
#define NC_LYING_SERVICE_H

#include "raw_client.h"

#include "nearcall.h"

#include <pthread.h>

static char directory[64];
static nearcall_endpoint *endpoint;
static nearcall_error error;

static const char *const methods[] = {"any (Ljava/lang/Object;)Ljava/lang/Object; (L)L"};

/* The service's end. The peer's and the own half change places: here the peer has opened the lane. */
static struct raw_client client;
static struct raw_lane lane;
static int listener;

struct script {
    void (*greet)(void);  /* NULL: WELCOME */
    void (*open)(void);   /* NULL: LANES_READY with a lane that works */
    void (*bind)(void);   /* NULL: object 1, method 0 */
    void (*answer)(void); /* NULL: there is no call */
    void (*go_on)(void);  /* behind all that; NULL: it ends here */
};

static inline void answer_welcome(void)
{
    struct nc_control_message welcome;
    nc_control_init(&welcome, NC_WELCOME);
    welcome.version = NC_VERSION;
    welcome.lanes = 1;
    welcome.longest = 1 << 20;
    CHECK(nc_control_send(&client.control, &welcome, -1, NULL));
}

static inline void send_ready_of(uint32_t batch, uint32_t lanes, int fd)
{
    struct nc_control_message ready;
    nc_control_init(&ready, NC_LANES_READY);
    ready.batch = batch;
    ready.lanes = lanes;
    ready.ring_capacity = NC_RING_CAPACITY;
    CHECK(nc_control_send(&client.control, &ready, fd, NULL));
}

static inline void send_ready(uint32_t lanes, int fd)
{
    send_ready_of(0, lanes, fd);
}

static int attached_fd; /* the caller's half, which came with LANES */

/* Answers LANES, which was received last. */
static inline void make_lane(struct raw_lane *made)
{
    int fd;
    bool is_shared = (client.message.flags & NC_FLAG_FULL_DUPLEX) != 0;
    made->shape = (struct nc_batch_shape){
        .batch = client.message.batch, .lane_count = 1, .ring_capacity = NC_RING_CAPACITY, .shared = is_shared};
    CHECK(nc_segment_attach(&made->peer, &made->shape, attached_fd) == NULL);
    CHECK(nc_segment_create(&made->own, &made->shape, &fd) == 0);
    nc_ring_producer_init(&made->producer, nc_segment_ring(&made->own, 0, NC_RING_CAPACITY),
                          nc_segment_control(&made->peer, 0), NC_RING_CAPACITY, is_shared);
    nc_ring_consumer_init(&made->consumer, nc_segment_ring(&made->peer, 0, NC_RING_CAPACITY),
                          nc_segment_control(&made->own, 0), NC_RING_CAPACITY, is_shared);
    send_ready_of(made->shape.batch, 1, fd);
    close(fd);
}

static inline void answer_lanes(void)
{
    make_lane(&lane);
}

/* Receives LANES for the caller's shared lane, and makes it. */
static inline void make_shared_lane(struct raw_lane *made)
{
    close(attached_fd);
    CHECK(raw_control(&client, &attached_fd) == NC_RECEIVED && client.message.type == NC_LANES);
    CHECK((client.message.flags & NC_FLAG_FULL_DUPLEX) != 0);
    make_lane(made);
}

/* Sends a record, and wakes a caller that sleeps. */
static inline void say_on(struct raw_lane *on, const void *payload, uint32_t length, uint8_t flags)
{
    uint32_t index = nc_ring_publish(&on->producer, payload, length, flags);
    syscall(SYS_futex, on->producer.ring + index, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static inline void say(const void *payload, uint32_t length, uint8_t flags)
{
    say_on(&lane, payload, length, flags);
}

static inline void answer_bind(void)
{
    static const uint8_t answer[] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 1, 0, 0, 0, 0, 0, 0, 0};
    CHECK(raw_receive(&client, &lane));
    say(answer, sizeof answer, NC_RESULT);
}

static inline void *serve(void *argument)
{
    const struct script *script = argument;
    int passed;
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    CHECK(fd >= 0);
    nc_control_socket_init(&client.control, fd);
    CHECK(raw_control(&client, &passed) == NC_RECEIVED && client.message.type == NC_HELLO);
    if (script->greet != NULL) {
        script->greet();
    } else {
        answer_welcome();
        CHECK(raw_control(&client, &attached_fd) == NC_RECEIVED && client.message.type == NC_LANES);
        if (script->open != NULL) {
            script->open();
        } else {
            answer_lanes();
            (script->bind != NULL ? script->bind : answer_bind)();
            if (script->answer != NULL) {
                CHECK(raw_receive(&client, &lane));
                script->answer();
            }
            if (script->go_on != NULL) {
                script->go_on();
            }
        }
        close(attached_fd);
    }
    return NULL;
}

/* Each script has an endpoint of its own, so that none uses the connection of the one before. */
static inline void open_endpoint(void)
{
    nearcall_options options;
    nearcall_options_init(&options);
    options.directory = directory;
    options.lookup_timeout_ns = 3 * (int64_t)NC_NS_PER_S;
    CHECK(nearcall_open(&options, &endpoint, &error) == NEARCALL_OK);
}

static inline void close_all(nearcall_service *service)
{
    nearcall_error failure = error;
    nearcall_service_release(service);
    nearcall_close(endpoint);
    raw_close_lane(&lane);
    raw_close(&client);
    error = failure;
}

static inline int look_up(nearcall_service **service)
{
    return nearcall_lookup(endpoint, "liar", "Liar", methods, 1, service, &error);
}

static inline void open_liar(void)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    temporary_name(directory, sizeof directory);
    CHECK(mkdtemp(directory) != NULL);
    snprintf(address.sun_path, sizeof address.sun_path, "%s/liar.sock", directory);
    listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 8) == 0);
}

static inline void close_liar(void)
{
    char path[200];
    snprintf(path, sizeof path, "%s/liar.sock", directory);
    close(listener);
    unlink(path);
    CHECK(rmdir(directory) == 0);
}

#endif
