// SPDX-License-Identifier: Apache-2.0
/* Whoever passes descriptors whose close() takes long delays nobody who closes an endpoint. */
#include "raw_client.h"
#include "service_socket.h"
#include "stream_channel.h"
#include "two_endpoints.h"

#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/eventfd.h>

enum { PASSED = 8, PASSERS = 12, LINGER_S = 2 };

static int64_t now_millis(void)
{
    return nc_now_ns() / (int64_t)NC_NS_PER_MS;
}

/* The other ends of the sockets that were passed. They read nothing, so close() waits for them. */
static int readers[PASSED * PASSERS];
static int reader_count;

static int slow_socket(int *reader)
{
    static const char bytes[4096];
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    struct linger linger = {.l_onoff = 1, .l_linger = LINGER_S};
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    CHECK(bind(listener, (struct sockaddr *)&address, sizeof address) == 0 && listen(listener, 1) == 0);
    CHECK(getsockname(listener, (struct sockaddr *)&address, &length) == 0);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    connect(fd, (struct sockaddr *)&address, sizeof address);
    *reader = accept(listener, NULL, NULL);
    CHECK(*reader >= 0);
    close(listener);
    while (send(fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0) {
    }
    CHECK(setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger) == 0);
    return fd;
}

/* Sends bytes with descriptors, and closes them. */
static void pass(int to, const char *bytes, size_t length, const int *fds, size_t count)
{
    struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = length};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int) * NC_PASSED_MAX)];
    } control = {0};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = CMSG_SPACE(count * sizeof *fds)};
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(count * sizeof *fds);
    memcpy(CMSG_DATA(&control.header), fds, count * sizeof *fds);
    CHECK(sendmsg(to, &message, 0) == (ssize_t)length);
    for (size_t i = 0; i < count; i++) {
        close(fds[i]);
    }
}

static void pass_slow_ones(int to, const char *bytes, size_t length)
{
    int fds[PASSED];
    for (int i = 0; i < PASSED; i++) {
        fds[i] = slow_socket(&readers[reader_count++]);
    }
    pass(to, bytes, length, fds, PASSED);
}

static void close_readers(void)
{
    while (reader_count > 0) {
        close(readers[--reader_count]);
    }
}

static int nothing(nearcall_request *request, void *context)
{
    (void)context;
    return nearcall_request_start(request);
}

static void should_close_an_endpoint_while_many_slow_descriptors_come(void)
{
    static const nearcall_method served[] = {{"nothing ()V ()V", nothing}};
    nearcall_options options;
    nearcall_exported *exported;
    struct raw_client client;
    nearcall_options_init(&options);
    open_endpoints(&options);
    CHECK(nearcall_export(serving, "closing", "Closing", served, 1, NULL, &exported, &error) == NEARCALL_OK);
    raw_connect(&client, runtime_directory, "closing");
    raw_hello(&client, "closing", 0, 1 << 20);
    pass_slow_ones(client.control.fd, "\1\0\0\0\7", 5);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    int64_t begun = now_millis();
    nearcall_exported_release(exported);
    close_endpoints();
    CHECK_SAYING(now_millis() - begun < 1000, "%lld ms", (long long)(now_millis() - begun));
    raw_close(&client);
    close_readers();
}

static void should_close_a_control_socket_with_slow_descriptors_in_its_queue(void)
{
    struct nc_control_socket control;
    int ends[2];
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0);
    nc_control_socket_init(&control, ends[0]);
    pass_slow_ones(ends[1], "x", 1);
    int64_t begun = now_millis();
    nc_control_socket_close(&control);
    CHECK_SAYING(now_millis() - begun < 1000, "%lld ms", (long long)(now_millis() - begun));
    close(ends[1]);
    close_readers();
}

static void should_close_a_listener_with_slow_descriptors_in_its_queue(void)
{
    struct nc_directory directory = {0};
    struct nc_service_socket service;
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    temporary_name(runtime_directory, sizeof runtime_directory);
    CHECK(mkdtemp(runtime_directory) != NULL);
    snprintf(directory.path, sizeof directory.path, "%s", runtime_directory);
    CHECK_SAYING(nc_service_socket_open(&service, &directory, "queue", &error) == NEARCALL_OK, "%s", error.message);
    snprintf(address.sun_path, sizeof address.sun_path, "%s/queue.sock", runtime_directory);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK(connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
    pass_slow_ones(fd, "x", 1);
    int64_t begun = now_millis();
    nc_service_socket_close(&service);
    CHECK_SAYING(now_millis() - begun < 1000, "%lld ms", (long long)(now_millis() - begun));
    close(fd);
    close_readers();
    CHECK(rmdir(runtime_directory) == 0);
}

static int count_entries(const char *path)
{
    DIR *entries = opendir(path);
    int count = -2; /* . and .. */
    while (readdir(entries) != NULL) {
        count++;
    }
    closedir(entries);
    return count;
}

static int count_threads(void)
{
    return count_entries("/proc/self/task");
}

/*
 * Twelve messages with slow descriptors keep all threads that close busy. Then as many wait as may wait. Whoever passes
 * memory does not add to them.
 */
static void should_close_in_four_threads_and_let_newcomers_wait(void)
{
    static const nearcall_method served[] = {{"nothing ()V ()V", nothing}};
    static const char malformed[] = "\1\0\0\0\7";
    nearcall_options options;
    nearcall_exported *exported;
    struct raw_client clients[PASSERS + 2];
    struct raw_client honest;
    struct raw_lane lanes[2];
    int fds[NC_PASSED_MAX];
    nearcall_options_init(&options);
    open_endpoints(&options);
    CHECK(nearcall_export(serving, "closing", "Closing", served, 1, NULL, &exported, &error) == NEARCALL_OK);
    raw_connect(&honest, runtime_directory, "closing");
    raw_hello(&honest, "closing", 0, 1 << 20);
    int threads = count_threads();
    for (int i = 0; i < PASSERS + 2; i++) {
        raw_connect(&clients[i], runtime_directory, "closing");
        if (i <= PASSERS) {
            raw_hello(&clients[i], "closing", 0, 1 << 20);
        }
        if (i < PASSERS) {
            pass_slow_ones(clients[i].control.fd, malformed, 5);
        } else if (i == PASSERS) {
            for (size_t n = 0; n < NC_PASSED_MAX; n++) {
                fds[n] = open("/dev/null", O_RDONLY);
            }
            pass(clients[i].control.fd, malformed, 5, fds, NC_PASSED_MAX);
        }
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    for (int i = 0; i < 100 && count_threads() > threads + 4; i++) { /* those of the connections leave */
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    CHECK_SAYING(count_threads() <= threads + 4, "%d threads", count_threads());
    char byte;
    raw_send_hello(&clients[PASSERS + 1], "closing", 0, 1 << 20);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    CHECK(recv(clients[PASSERS + 1].control.fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) < 0); /* not welcome yet */
    for (uint32_t i = 0; i < 2; i++) {
        raw_open_lane(&honest, &lanes[i], 2 * i, false);
    }
    close_readers();
    raw_await_welcome(&clients[PASSERS + 1]);
    for (int i = 0; i < PASSERS + 2; i++) {
        raw_close(&clients[i]);
    }
    raw_close_lane(&lanes[0]);
    raw_close_lane(&lanes[1]);
    raw_close(&honest);
    nearcall_exported_release(exported);
    close_endpoints();
}

static void should_close_what_comes_with_a_first_message_that_is_no_hello(void)
{
    enum { TIMES = 20, MARGIN = 5 };
    static const nearcall_method served[] = {{"nothing ()V ()V", nothing}};
    nearcall_options options;
    nearcall_exported *exported;
    struct nc_control_message lanes;
    int passed;
    nearcall_options_init(&options);
    open_endpoints(&options);
    CHECK(nearcall_export(serving, "closing", "Closing", served, 1, NULL, &exported, &error) == NEARCALL_OK);
    nc_control_init(&lanes, NC_LANES);
    lanes.lanes = 1;
    int before = count_entries("/proc/self/fd");
    for (int i = 0; i < TIMES; i++) {
        struct raw_client client;
        int useless = eventfd(0, EFD_CLOEXEC);
        raw_connect(&client, runtime_directory, "closing");
        CHECK(nc_control_send(&client.control, &lanes, useless, NULL));
        close(useless);
        CHECK(raw_control(&client, &passed) == NC_STREAM_END);
        raw_close(&client);
    }
    for (int i = 0; i < 100 && count_entries("/proc/self/fd") > before + MARGIN; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    }
    int after = count_entries("/proc/self/fd");
    CHECK_SAYING(after <= before + MARGIN, "%d descriptors, %d before", after, before);
    nearcall_exported_release(exported);
    close_endpoints();
}

/* A lane over a socket carries no descriptors. Whoever reads it does not wait until they are closed. */
static void should_read_a_lane_over_which_slow_descriptors_come(void)
{
    static const struct nc_batch_shape shape = {.lane_count = 1};
    int ends[2];
    struct nc_record record;
    CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) == 0);
    struct nc_lane *lane = nc_stream_lane(&nc_unix_channel, NULL, &shape, 0, ends[0], ends[0], NULL, true);
    pass_slow_ones(ends[1], "x", 1);
    int64_t begun = now_millis();
    CHECK(lane->channel->read(lane, lane->received, &record) == NC_RING_BREACH);
    pass_slow_ones(ends[1], "x", 1);
    nc_lane_free(lane);
    CHECK_SAYING(now_millis() - begun < 1000, "%lld ms", (long long)(now_millis() - begun));
    close(ends[1]);
    close_readers();
}

int main(void)
{
    alarm(180); /* how long slow descriptors take depends on what else the kernel closes */
    RUN(should_close_an_endpoint_while_many_slow_descriptors_come);
    RUN(should_close_a_control_socket_with_slow_descriptors_in_its_queue);
    RUN(should_close_a_listener_with_slow_descriptors_in_its_queue);
    RUN(should_close_in_four_threads_and_let_newcomers_wait);
    RUN(should_close_what_comes_with_a_first_message_that_is_no_hello);
    RUN(should_read_a_lane_over_which_slow_descriptors_come);
    return 0;
}
