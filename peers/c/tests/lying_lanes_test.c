// SPDX-License-Identifier: Apache-2.0
/* Services that refuse lanes, or make them in their own way. */
#include "lying_service.h"

#include <errno.h>
#include <stdatomic.h>

static void open_nothing(void)
{
    struct nc_control_message refused;
    nc_control_init(&refused, NC_LANES_REFUSED);
    CHECK(nc_control_send(&client.control, &refused, -1, NULL));
}

static void open_nothing_at_first(void)
{
    open_nothing();
    close(attached_fd);
    CHECK(raw_control(&client, &attached_fd) == NC_RECEIVED && client.message.type == NC_LANES);
    make_lane(&lane);
    answer_bind();
}

static void should_ask_again_for_lanes_that_were_refused(void)
{
    static const struct script script = {.open = open_nothing_at_first};
    pthread_t thread;
    nearcall_service *service;
    open_endpoint();
    CHECK(pthread_create(&thread, NULL, serve, (void *)(uintptr_t)&script) == 0);
    CHECK(look_up(&service) == NEARCALL_OVERLOADED);
    nanosleep(&(struct timespec){.tv_sec = 1, .tv_nsec = 100000000}, NULL);
    CHECK_SAYING(look_up(&service) == NEARCALL_OK, "%s", error.message);
    pthread_join(thread, NULL);
    close_all(service);
}

static atomic_bool given_up;

static void open_never(void)
{
    while (!atomic_load(&given_up)) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
}

/* The endpoint has no deadline for calls. */
static void should_look_up_no_longer_than_its_time_if_lanes_are_not_answered(void)
{
    static const struct script script = {.open = open_never};
    pthread_t thread;
    nearcall_service *service;
    nearcall_options options;
    nearcall_options_init(&options);
    options.directory = directory;
    options.deadline_ns = 0;
    options.lookup_timeout_ns = 300 * (int64_t)NC_NS_PER_MS;
    CHECK(nearcall_open(&options, &endpoint, &error) == NEARCALL_OK);
    CHECK(pthread_create(&thread, NULL, serve, (void *)(uintptr_t)&script) == 0);
    int64_t begun_ns = nc_now_ns();
    int status = look_up(&service);
    CHECK_SAYING(status == NEARCALL_OVERLOADED || status == NEARCALL_DEADLINE, "%s", nearcall_status_name(status));
    CHECK(nc_now_ns() - begun_ns < 3 * (int64_t)NC_NS_PER_S);
    atomic_store(&given_up, true);
    pthread_join(thread, NULL);
    nearcall_close(endpoint);
    raw_close(&client);
}

/* ---------------------------------------------------------------------------------------------------- over unix sockets */

static atomic_bool flooding;
static struct sockaddr_un place;

static void *connect_without_end(void *unused)
{
    while (atomic_load(&flooding)) {
        int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        connect(fd, (struct sockaddr *)&place, sizeof place);
        close(fd);
    }
    return unused;
}

static void say_that_lanes_are_connected(void)
{
    struct nc_control_message ready;
    pthread_t threads[2];
    size_t length = strcspn(client.message.text, "/");
    place.sun_family = AF_UNIX;
    snprintf(place.sun_path, sizeof place.sun_path, "%s/%.*s", directory, (int)length, client.message.text);
    for (int i = 0; i < 2; i++) {
        CHECK(pthread_create(&threads[i], NULL, connect_without_end, NULL) == 0);
    }
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    nc_control_init(&ready, NC_LANES_READY);
    ready.lanes = 1;
    ready.ring_capacity = NC_RING_CAPACITY;
    nc_control_set_text(&ready, "connected");
    CHECK(nc_control_send(&client.control, &ready, -1, NULL));
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
    }
}

/* The monitor looks for its lanes among all those who connect. */
static void should_not_look_for_its_lanes_without_end(void)
{
    static const struct script script = {.open = say_that_lanes_are_connected};
    pthread_t thread;
    nearcall_service *service;
    open_endpoint();
    atomic_store(&flooding, true);
    attached_fd = -1;
    CHECK(pthread_create(&thread, NULL, serve, (void *)(uintptr_t)&script) == 0);
    int64_t begun_ns = nc_now_ns();
    int status = nearcall_lookup(endpoint, "unix:liar", "Liar", methods, 1, &service, &error);
    CHECK_SAYING(status == NEARCALL_BREACH, "%s: %s", nearcall_status_name(status), error.message);
    nearcall_close(endpoint);
    CHECK(nc_now_ns() - begun_ns < 3 * (int64_t)NC_NS_PER_S);
    atomic_store(&flooding, false);
    pthread_join(thread, NULL);
    raw_close(&client);
}

int main(void)
{
    alarm(30);
    open_liar();
    RUN(should_ask_again_for_lanes_that_were_refused);
    RUN(should_look_up_no_longer_than_its_time_if_lanes_are_not_answered);
    RUN(should_not_look_for_its_lanes_without_end);
    close_liar();
    return 0;
}
