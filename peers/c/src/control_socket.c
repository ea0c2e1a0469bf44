// SPDX-License-Identifier: Apache-2.0
/* Sends and receives control messages over a non-blocking socket. */
#include "control_socket.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { QUEUED_MAX = 1024, QUEUED_BYTES_MAX = 64 * 1024 };

struct nc_queued_message {
    struct nc_queued_message *next;
    int passed;
    size_t length;
    size_t sent;
    uint8_t data[];
};

void nc_control_socket_init(struct nc_control_socket *socket, int fd)
{
    memset(socket, 0, sizeof *socket);
    socket->fd = fd;
    socket->passed = -1;
    pthread_mutex_init(&socket->lock, NULL);
    int inline_urgent = 1;
    setsockopt(fd, SOL_SOCKET, SO_OOBINLINE, &inline_urgent, sizeof inline_urgent);
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

static void drop_first(struct nc_control_socket *socket)
{
    struct nc_queued_message *message = socket->first;
    socket->first = message->next;
    if (socket->first == NULL) {
        socket->last = NULL;
    }
    socket->queued--;
    socket->queued_bytes -= message->length;
    if (message->passed >= 0) {
        close(message->passed);
    }
    free(message);
}

void nc_control_socket_close(struct nc_control_socket *socket)
{
    while (socket->first != NULL) {
        drop_first(socket);
    }
    if (socket->passed >= 0) {
        nc_close_elsewhere(socket->closing, &socket->passed, 1);
        socket->passed = -1;
    }
    if (socket->fd >= 0) {
        nc_close_socket(socket->closing, socket->fd);
        socket->fd = -1;
    }
    pthread_mutex_destroy(&socket->lock);
}

/* ---------------------------------------------------------------------------------------------------------- sending */

/* Returns how many bytes were sent, 0 if there is no room, or -errno. The descriptor goes with the first byte. */
static ssize_t send_some(int fd, const uint8_t *data, size_t length, int passed)
{
    struct iovec bytes = {.iov_base = (void *)(uintptr_t)data, .iov_len = length};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct msghdr message = {.msg_iov = &bytes, .msg_iovlen = 1};
    if (passed >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control.room;
        control.header.cmsg_level = SOL_SOCKET;
        control.header.cmsg_type = SCM_RIGHTS;
        control.header.cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(&control.header), &passed, sizeof passed);
    }
    ssize_t sent;
    do {
        sent = sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    if (sent >= 0) {
        return sent;
    }
    return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : -errno;
}

static void break_off(struct nc_control_socket *socket)
{
    socket->broken = true;
    while (socket->first != NULL) {
        drop_first(socket);
    }
    shutdown(socket->fd, SHUT_RDWR);
}

static bool flush_locked(struct nc_control_socket *socket)
{
    while (socket->first != NULL) {
        struct nc_queued_message *message = socket->first;
        ssize_t sent = send_some(socket->fd, message->data + message->sent, message->length - message->sent,
                                 message->sent == 0 ? message->passed : -1);
        if (sent < 0) {
            break_off(socket);
            return false;
        }
        if (sent == 0) {
            return true;
        }
        message->sent += (size_t)sent;
        if (message->sent == message->length) {
            drop_first(socket);
        }
    }
    return false;
}

static bool enqueue(struct nc_control_socket *socket, const uint8_t *frame, size_t length, size_t sent, int passed)
{
    if (socket->queued == QUEUED_MAX || socket->queued_bytes + length > QUEUED_BYTES_MAX) {
        return false;
    }
    struct nc_queued_message *message = malloc(sizeof *message + length);
    if (message == NULL) {
        return false;
    }
    int copy = -1;
    if (passed >= 0 && sent == 0 && (copy = fcntl(passed, F_DUPFD_CLOEXEC, 0)) < 0) {
        free(message);
        return false;
    }
    *message = (struct nc_queued_message){.passed = copy, .length = length, .sent = sent};
    memcpy(message->data, frame, length);
    if (socket->last != NULL) {
        socket->last->next = message;
    } else {
        socket->first = message;
    }
    socket->last = message;
    socket->queued++;
    socket->queued_bytes += length;
    return true;
}

bool nc_control_send(struct nc_control_socket *socket, const struct nc_control_message *message, int passed,
                     bool *queued)
{
    uint8_t frame[NC_CONTROL_FRAME_MAX];
    size_t length = nc_control_encode(message, frame);
    if (length == 0) {
        return false; /* only a shape can be too long, and its sender has checked that */
    }
    pthread_mutex_lock(&socket->lock);
    if (!socket->broken && !flush_locked(socket) && !socket->broken) {
        ssize_t sent = send_some(socket->fd, frame, length, passed);
        if (sent < 0 || ((size_t)sent < length && !enqueue(socket, frame, length, (size_t)sent, passed))) {
            break_off(socket);
        }
    } else if (!socket->broken && !enqueue(socket, frame, length, 0, passed)) {
        break_off(socket);
    }
    bool whole = !socket->broken;
    if (queued != NULL) {
        *queued = socket->first != NULL;
    }
    pthread_mutex_unlock(&socket->lock);
    return whole;
}

bool nc_control_flush(struct nc_control_socket *socket)
{
    pthread_mutex_lock(&socket->lock);
    bool left = flush_locked(socket);
    pthread_mutex_unlock(&socket->lock);
    return left;
}

void nc_control_shutdown(struct nc_control_socket *socket)
{
    pthread_mutex_lock(&socket->lock);
    break_off(socket);
    pthread_mutex_unlock(&socket->lock);
}

bool nc_control_is_crowded(const struct nc_control_socket *socket)
{
    int unread = 0;
    int capacity = 0;
    socklen_t length = sizeof capacity;
    return ioctl(socket->fd, SIOCOUTQ, &unread) == 0 &&
           getsockopt(socket->fd, SOL_SOCKET, SO_SNDBUF, &capacity, &length) == 0 && unread > capacity / 4;
}

/* -------------------------------------------------------------------------------------------------------- receiving */

static void take_passed(struct nc_control_socket *socket, struct msghdr *message)
{
    int fds[NC_PASSED_MAX];
    size_t count = nc_take_passed(message, fds);
    size_t kept = count > 0 && socket->passed < 0 ? 1 : 0;
    if (kept > 0) {
        socket->passed = fds[0];
    }
    if (count > kept) {
        socket->too_many = true;
        nc_close_elsewhere(socket->closing, fds + kept, count - kept);
    }
    if (message->msg_flags & MSG_CTRUNC) {
        socket->too_many = true;
    }
}

/* Receives up to a length of the frame. Returns NC_RECEIVED when all of it is there. */
static enum nc_received fill(struct nc_control_socket *socket, size_t length)
{
    while (socket->received < length) {
        struct iovec bytes = {.iov_base = socket->frame + socket->received, .iov_len = length - socket->received};
        union {
            struct cmsghdr header;
            char room[CMSG_SPACE(sizeof(int) * NC_PASSED_MAX)];
        } control;
        struct msghdr message = {
            .msg_iov = &bytes, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
        ssize_t count = recvmsg(socket->fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            return NC_NOTHING;
        }
        if (count <= 0) {
            return NC_STREAM_END;
        }
        bool first_byte = socket->received == 0;
        int before = socket->passed;
        take_passed(socket, &message);
        if (!first_byte && socket->passed != before) {
            socket->too_many = true; /* a descriptor travels with the first byte */
        }
        socket->received += (size_t)count;
    }
    return NC_RECEIVED;
}

enum nc_received nc_control_receive(struct nc_control_socket *socket, struct nc_control_message *message, int *passed,
                                    const char **fault)
{
    enum nc_received state = fill(socket, 4);
    if (state != NC_RECEIVED) {
        return state;
    }
    uint32_t length = nc_load32(socket->frame);
    if (length < 1 || length > NC_CONTROL_MAX) {
        *fault = "its length is not within 1 and 4096";
        return NC_MALFORMED;
    }
    state = fill(socket, 4 + length);
    if (state != NC_RECEIVED) {
        return state;
    }
    socket->received = 0;
    *fault = nc_control_decode(socket->frame + 4, length, message);
    if (*fault == NULL && (socket->too_many || (socket->passed >= 0) != nc_control_has_descriptor(message))) {
        *fault = "it comes with too many descriptors or too few";
    }
    if (*fault != NULL) {
        return NC_MALFORMED; /* the socket closes what was passed */
    }
    *passed = socket->passed;
    socket->passed = -1;
    return NC_RECEIVED;
}

enum nc_received nc_control_await(struct nc_control_socket *socket, int64_t deadline_ns,
                                  struct nc_control_message *message, int *passed, const char **fault)
{
    for (;;) {
        enum nc_received state = nc_control_receive(socket, message, passed, fault);
        int64_t left_ns = deadline_ns - nc_now_ns();
        if (state != NC_NOTHING || left_ns <= 0) {
            return state;
        }
        struct pollfd readable = {.fd = socket->fd, .events = POLLIN};
        poll(&readable, 1, (int)NC_MIN(left_ns / NC_NS_PER_MS + 1, 1000));
    }
}
