// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "os.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NS_PER_MS = 1000000, PATIENCE_MS = 20000 };

static const int64_t PATIENCE_NS = (int64_t)PATIENCE_MS * NS_PER_MS;

int __real_close(int fd);
int __wrap_close(int fd);
static int closes;

/* The linker puts it before close(), everywhere in this program. */
int __wrap_close(int fd)
{
    closes++;
    return __real_close(fd);
}

static void close_pair(const int two[2])
{
    close(two[0]);
    close(two[1]);
}

static void both_ends_should_be_non_blocking_and_closed_on_exec(void)
{
    const char *call = "";
    const char *path = test_path("orders");
    int listener = socket_listen(path, 0600, 1, &call);
    int client = socket_connect(path, PATIENCE_NS, &call);
    int server = socket_accept(listener);
    const int all[] = {listener, client, server};
    for (int i = 0; i < 3; i++) {
        CHECK(all[i] >= 0);
        CHECK(fcntl(all[i], F_GETFL) & O_NONBLOCK);
        CHECK(fcntl(all[i], F_GETFD) & FD_CLOEXEC);
        close(all[i]);
    }
    CHECK_EQUAL(socket_connect(path, PATIENCE_NS, &call), -ECONNREFUSED);
    CHECK_EQUAL(unlink(path), 0);
}

static void a_path_that_does_not_fit_should_be_refused(void)
{
    const char *call = "";
    char path[200];
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    CHECK_EQUAL(socket_listen(path, 0600, 1, &call), -ENAMETOOLONG);
    CHECK_EQUAL(socket_connect("", 0, &call), -ENAMETOOLONG);
}

static void a_full_backlog_should_time_out(void)
{
    const char *call = "";
    const char *path = test_path("orders");
    int listener = socket_listen(path, 0600, 0, &call);
    int first = socket_connect(path, 0, &call); /* no time at all, but one attempt */
    CHECK(first >= 0);
    CHECK_EQUAL(socket_connect(path, 0, &call), -ETIMEDOUT);
    CHECK_EQUAL(socket_connect(path, 10 * NS_PER_MS, &call), -ETIMEDOUT);
    close(first);
    close(listener);
    unlink(path);
}

static void a_descriptor_should_travel_with_the_bytes(void)
{
    int two[2];
    int carried[2];
    CHECK_EQUAL(socket_pair(two), 0);
    CHECK_EQUAL(socket_pair(carried), 0);
    CHECK_EQUAL(socket_send(two[0], "order", 5, carried[0]), 5);

    char bytes[16];
    int fds[2] = {0, 0};
    CHECK_EQUAL(socket_receive(two[1], bytes, sizeof bytes, fds, 2), 5);
    CHECK(memcmp(bytes, "order", 5) == 0);
    CHECK(fds[0] >= 0 && fds[0] != carried[0]);
    CHECK_EQUAL(fds[1], -1);
    CHECK(fcntl(fds[0], F_GETFD) & FD_CLOEXEC);
    close(fds[0]);
    close_pair(carried);
    close_pair(two);
}

/*
 * By hand, because our own send never passes more than one, and nothing urgent. By the system call itself, because musl's sendmsg
 * refuses so many descriptors.
 */
static int send_descriptors(int socket, const int *fds, int count, int flags)
{
    char control[CMSG_SPACE(SOCKET_DESCRIPTORS_MAX * sizeof(int))] __attribute__((aligned(8))) = {0};
    size_t length = (size_t)count * sizeof(int);
    struct iovec part = {.iov_base = "x", .iov_len = 1};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control, .msg_controllen = CMSG_SPACE(length)};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(length);
    memcpy(CMSG_DATA(header), fds, length);
    return syscall(SYS_sendmsg, socket, &message, flags) < 0 ? -errno : 1;
}

static int send_three(int socket, int fd, int flags)
{
    const int fds[3] = {fd, fd, fd};
    return send_descriptors(socket, fds, 3, flags);
}

static void send_three_descriptors(int socket, int fd)
{
    CHECK_EQUAL(send_three(socket, fd, 0), 1);
}

/* A look at a full buffer shows what comes behind it. */
static void a_descriptor_should_not_come_before_its_bytes(void)
{
    int two[2];
    char bytes[8];
    int fd = 77;
    CHECK_EQUAL(socket_pair(two), 0);
    CHECK_EQUAL(socket_send(two[0], "without", 7, -1), 7);
    CHECK_EQUAL(socket_send(two[0], "with", 4, two[0]), 4);
    for (int i = 0; i < 7; i++) {
        CHECK_EQUAL(socket_receive(two[1], bytes, 1, &fd, 1), 1);
        CHECK_EQUAL(fd, -1);
    }
    CHECK_EQUAL(socket_receive(two[1], bytes, 3, &fd, 1), 3);
    CHECK(fd >= 0);
    close(fd);
    CHECK_EQUAL(socket_receive(two[1], bytes, 3, &fd, 1), 1);
    CHECK_EQUAL(fd, -1);
    close_pair(two);
}

/* Whoever calls close() may have to wait for the file system of what it closes, so it is for others to do. */
static void nothing_should_be_closed_while_receiving(void)
{
    int two[2];
    char bytes[8];
    int fds[SOCKET_DESCRIPTORS_MAX + 1] = {77};
    CHECK_EQUAL(socket_pair(two), 0);
    send_three_descriptors(two[0], two[0]);
    send_three_descriptors(two[0], two[0]);
    int before = closes;
    for (int i = 0; i < 2; i++) { /* those of one message at a time */
        CHECK_EQUAL(socket_receive(two[1], bytes, sizeof bytes, fds, SOCKET_DESCRIPTORS_MAX + 1), 1);
        CHECK_EQUAL(closes, before);
        CHECK(fds[2] >= 0);
        CHECK_EQUAL(fds[3], -1);
        for (int k = 0; k < 3; k++)
            CHECK_EQUAL(close(fds[k]), 0);
        before = closes;
    }
    close_pair(two);
}

/* A look at a full buffer has made them already: they are not made again. */
static void descriptors_of_later_bytes_should_be_kept_for_these(void)
{
    int two[2];
    char byte;
    int fds[SOCKET_DESCRIPTORS_MAX + 1] = {77};
    CHECK_EQUAL(socket_pair(two), 0);
    CHECK_EQUAL(socket_send(two[0], "abc", 3, -1), 3);
    send_three_descriptors(two[0], two[0]);
    int before = closes;
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(socket_receive(two[1], &byte, 1, fds, SOCKET_DESCRIPTORS_MAX + 1), 1);
        CHECK_EQUAL(fds[0], -1);
    }
    CHECK_EQUAL(socket_receive(two[1], &byte, 1, fds, SOCKET_DESCRIPTORS_MAX + 1), 1);
    CHECK_EQUAL(closes, before);
    CHECK(fds[2] >= 0);
    CHECK_EQUAL(fds[3], -1);
    for (int k = 0; k < 3; k++)
        CHECK_EQUAL(close(fds[k]), 0);
    close_pair(two);
}

static void as_many_descriptors_as_the_kernel_passes_should_be_handed_out(void)
{
    int two[2];
    char byte;
    int fds[SOCKET_DESCRIPTORS_MAX + 1] = {77};
    int passed[SOCKET_DESCRIPTORS_MAX];
    CHECK_EQUAL(socket_pair(two), 0);
    for (int i = 0; i < SOCKET_DESCRIPTORS_MAX; i++)
        passed[i] = two[0];
    CHECK_EQUAL(send_descriptors(two[0], passed, SOCKET_DESCRIPTORS_MAX, 0), 1);
    int before = closes;
    CHECK_EQUAL(socket_receive(two[1], &byte, 1, fds, SOCKET_DESCRIPTORS_MAX + 1), 1);
    CHECK_EQUAL(closes, before);
    CHECK_EQUAL(fds[SOCKET_DESCRIPTORS_MAX], -1);
    for (int i = 0; i < SOCKET_DESCRIPTORS_MAX; i++)
        CHECK_EQUAL(close(fds[i]), 0);
    close_pair(two);
}

/* That none stays open is what main() counts at the end. */
static void surplus_descriptors_should_be_closed(void)
{
    int two[2];
    char byte;
    int fd = -1;
    CHECK_EQUAL(socket_pair(two), 0);
    send_three_descriptors(two[0], two[0]);
    CHECK_EQUAL(socket_receive(two[1], &byte, 1, &fd, 1), 1);
    CHECK(fd >= 0);
    close(fd);
    send_three_descriptors(two[0], two[0]);
    CHECK_EQUAL(socket_receive(two[1], &byte, 1, NULL, 0), 1);
    close_pair(two);
}

/* What the kernel dropped in the midst of a read would be closed there, and for that a reader may have to wait. */
static void descriptors_of_an_urgent_byte_should_come_like_others(void)
{
    int two[2];
    char byte;
    int fds[3] = {-1, -1, -1};
    CHECK_EQUAL(socket_pair(two), 0);
    int sent = send_three(two[0], two[0], MSG_OOB);
    if (sent == 1) {
        CHECK_EQUAL(socket_receive(two[1], &byte, 1, fds, 3), 1);
        CHECK(fds[2] >= 0);
        for (int i = 0; i < 3; i++)
            close(fds[i]);
    } else {
        CHECK_EQUAL(sent, -EOPNOTSUPP); /* before Linux 5.15 */
    }
    close_pair(two);
}

static void descriptors_lost_to_the_limit_should_be_an_error_and_the_others_the_callers_to_close(void)
{
    int two[2];
    char byte;
    int fds[4] = {77, 77, 77, 77};
    struct rlimit limit;
    CHECK_EQUAL(socket_pair(two), 0);
    send_three_descriptors(two[0], two[0]);

    CHECK_EQUAL(getrlimit(RLIMIT_NOFILE, &limit), 0);
    int next = dup(two[0]);
    close(next);
    struct rlimit tight = {.rlim_cur = (rlim_t)next + 1, .rlim_max = limit.rlim_max};
    CHECK_EQUAL(setrlimit(RLIMIT_NOFILE, &tight), 0);
    int before = closes;
    CHECK_EQUAL(socket_receive(two[1], &byte, 1, fds, 4), -EPROTO);
    CHECK_EQUAL(closes, before);
    CHECK_EQUAL(setrlimit(RLIMIT_NOFILE, &limit), 0);

    CHECK_EQUAL(fds[0], -1);
    CHECK_EQUAL(fds[1], next);
    CHECK_EQUAL(fds[2], -1);
    close(next);
    int again = dup(two[0]);
    CHECK_EQUAL(again, next);
    close(again);
    close_pair(two);
}

/* Full of what the reader does not read: whoever closes its last descriptor waits for that, up to ten minutes. */
static int lingering_socket(int *reader)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK_EQUAL(bind(listener, (struct sockaddr *)&address, length), 0);
    CHECK_EQUAL(listen(listener, 1), 0);
    CHECK_EQUAL(getsockname(listener, (struct sockaddr *)&address, &length), 0);
    int writer = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    CHECK_EQUAL(connect(writer, (struct sockaddr *)&address, length), 0);
    *reader = accept(listener, NULL, NULL);
    CHECK(*reader >= 0);
    close(listener);
    struct linger linger = {.l_onoff = 1, .l_linger = 600};
    CHECK_EQUAL(setsockopt(writer, SOL_SOCKET, SO_LINGER, &linger, sizeof linger), 0);
    static const char bytes[1 << 16];
    while (send(writer, bytes, sizeof bytes, MSG_DONTWAIT) > 0)
        ;
    return writer;
}

/* It would hang: hence the alarm. */
static void what_lingers_should_not_be_waited_for_while_receiving(void)
{
    for (int room = 0; room <= 1; room++) {
        int two[2];
        int reader;
        char byte;
        int fds[4] = {77};
        struct rlimit limit;
        CHECK_EQUAL(socket_pair(two), 0);
        int lingering = lingering_socket(&reader);
        send_three_descriptors(two[0], lingering);
        close(lingering);

        CHECK_EQUAL(getrlimit(RLIMIT_NOFILE, &limit), 0);
        int next = dup(two[0]);
        close(next);
        struct rlimit tight = {.rlim_cur = (rlim_t)(next + room), .rlim_max = limit.rlim_max};
        CHECK_EQUAL(setrlimit(RLIMIT_NOFILE, &tight), 0);
        alarm(PATIENCE_MS / 1000);
        CHECK_EQUAL(socket_receive(two[1], &byte, 1, fds, 4), -EPROTO);
        alarm(0);
        CHECK_EQUAL(setrlimit(RLIMIT_NOFILE, &limit), 0);
        if (room > 0)
            close(fds[1]);
        close(reader);
        close_pair(two);
    }
}

static void a_closed_peer_should_be_the_end_of_the_stream_and_a_broken_pipe(void)
{
    int two[2];
    char byte = 0;
    CHECK_EQUAL(socket_pair(two), 0);
    CHECK_EQUAL(socket_receive(two[0], &byte, 1, NULL, 0), -EAGAIN);
    CHECK_EQUAL(socket_await(two[0], 1, 0), 0);
    close(two[1]);
    CHECK_EQUAL(socket_await(two[0], 1, -1), 1);
    CHECK_EQUAL(socket_receive(two[0], &byte, 1, NULL, 0), 0);
    CHECK_EQUAL(socket_send(two[0], &byte, 1, -1), -EPIPE);
    CHECK_EQUAL(socket_shutdown(two[0]), 0);
    close(two[0]);
}

static void the_peer_should_be_this_process(void)
{
    int two[2];
    int pid;
    int uid;
    int gid;
    CHECK_EQUAL(socket_pair(two), 0);
    CHECK_EQUAL(socket_peer(two[0], &pid, &uid, &gid), 0);
    CHECK_EQUAL(pid, getpid());
    CHECK_EQUAL(uid, geteuid());
    CHECK_EQUAL(gid, getegid());
    close_pair(two);
}

void socket_tests(void)
{
    RUN(both_ends_should_be_non_blocking_and_closed_on_exec);
    RUN(a_path_that_does_not_fit_should_be_refused);
    RUN(a_full_backlog_should_time_out);
    RUN(a_descriptor_should_travel_with_the_bytes);
    RUN(a_descriptor_should_not_come_before_its_bytes);
    RUN(nothing_should_be_closed_while_receiving);
    RUN(descriptors_of_later_bytes_should_be_kept_for_these);
    RUN(as_many_descriptors_as_the_kernel_passes_should_be_handed_out);
    RUN(surplus_descriptors_should_be_closed);
    RUN(descriptors_of_an_urgent_byte_should_come_like_others);
    RUN(descriptors_lost_to_the_limit_should_be_an_error_and_the_others_the_callers_to_close);
    RUN(what_lingers_should_not_be_waited_for_while_receiving);
    RUN(a_closed_peer_should_be_the_end_of_the_stream_and_a_broken_pipe);
    RUN(the_peer_should_be_this_process);
}
