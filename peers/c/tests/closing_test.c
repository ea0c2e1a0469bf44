// SPDX-License-Identifier: Apache-2.0
/* Whoever passes descriptors whose close() takes long delays nobody who closes an endpoint. */
#include "raw_client.h"
#include "service_socket.h"
#include "two_endpoints.h"

#include <netinet/in.h>

enum { PASSED = 8, LINGER_S = 2 };

static int64_t now_millis(void)
{
    return nc_now_ns() / (int64_t)NC_NS_PER_MS;
}

/* The other ends of the sockets that were passed. They read nothing, so close() waits for them. */
static int readers[PASSED];

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

/* Sends bytes with slow descriptors, of which nobody else has a copy then. */
static void pass_slow_ones(int to, const char *bytes, size_t length)
{
    int fds[PASSED];
    struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = length};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof fds)];
    } control = {0};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
    for (int i = 0; i < PASSED; i++) {
        fds[i] = slow_socket(&readers[i]);
    }
    control.header.cmsg_level = SOL_SOCKET;
    control.header.cmsg_type = SCM_RIGHTS;
    control.header.cmsg_len = CMSG_LEN(sizeof fds);
    memcpy(CMSG_DATA(&control.header), fds, sizeof fds);
    CHECK(sendmsg(to, &message, 0) == (ssize_t)length);
    for (int i = 0; i < PASSED; i++) {
        close(fds[i]);
    }
}

static void close_readers(void)
{
    for (int i = 0; i < PASSED; i++) {
        close(readers[i]);
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

int main(void)
{
    alarm(60);
    RUN(should_close_an_endpoint_while_many_slow_descriptors_come);
    RUN(should_close_a_control_socket_with_slow_descriptors_in_its_queue);
    RUN(should_close_a_listener_with_slow_descriptors_in_its_queue);
    return 0;
}
