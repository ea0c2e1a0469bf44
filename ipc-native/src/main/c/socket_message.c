// SPDX-License-Identifier: Apache-2.0
/* What Unix stream sockets carry: bytes, and descriptors that travel along (SCM_RIGHTS). */
#include "os.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Sends what fits now. If pass_fd is not -1, the descriptor goes with the first byte, and never without one. */
int socket_send(int fd, const void *bytes, size_t length, int pass_fd)
{
    union {
        struct cmsghdr alignment;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct iovec part = {.iov_base = (void *)(uintptr_t)bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};

    if (pass_fd != -1) {
        memset(&control, 0, sizeof control);
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *header = CMSG_FIRSTHDR(&message);
        header->cmsg_level = SOL_SOCKET;
        header->cmsg_type = SCM_RIGHTS;
        header->cmsg_len = CMSG_LEN(sizeof(int));
        memcpy(CMSG_DATA(header), &pass_fd, sizeof(int));
    }

    ssize_t sent;
    do {
        sent = sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    return sent < 0 ? -errno : (int)sent;
}

/* Collects all descriptors that came with a look. Returns how many. */
static int seen_descriptors(struct msghdr *message, int seen[SOCKET_DESCRIPTORS_MAX])
{
    int count = 0;
    for (struct cmsghdr *header = CMSG_FIRSTHDR(message); header != NULL; header = CMSG_NXTHDR(message, header)) {
        if (header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
            int more = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
            memcpy(seen + count, CMSG_DATA(header), (size_t)more * sizeof(int));
            count += more;
        }
    }
    return count;
}

/* Collects the descriptors that an earlier call has left behind a -1. Returns how many. */
static int kept_descriptors(const int *fds, int capacity, int seen[SOCKET_DESCRIPTORS_MAX])
{
    int count = 0;
    if (capacity > 0 && fds[0] == -1) {
        while (count < SOCKET_DESCRIPTORS_MAX && 1 + count < capacity && fds[1 + count] >= 0) {
            seen[count] = fds[1 + count];
            count++;
        }
    }
    return count;
}

/* The descriptors of the bytes that were taken begin at 0, all others behind a -1. Closes those that do not fit. */
static void hand_out(const int *seen, int count, int came, int *fds, int capacity)
{
    int index = 0;
    if (!came && capacity > 0)
        fds[index++] = -1;
    for (int i = 0; i < count; i++) {
        if (index < capacity)
            fds[index++] = seen[i];
        else
            close(seen[i]);
    }
    while (index < capacity)
        fds[index++] = -1;
}

static ssize_t receive_message(int fd, struct msghdr *message, int flags)
{
    ssize_t received;
    do {
        received = recvmsg(fd, message, flags | MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    } while (received < 0 && errno == EINTR);
    return received;
}

/*
 * Receives what is there. fds[0..capacity) takes the descriptors that came along, then -1. With room for one more than
 * the kernel passes at most, nothing is closed here. Each close of a peer's descriptor may take as long as its file
 * system likes, even if it is not the last of its file.
 *
 * So everything is looked at first, which makes descriptors without taking the socket's. Then the bytes are taken
 * without room for any descriptor. Those of the socket that the kernel gives up are not the last of their files,
 * because ours are open.
 *
 * The control buffer of the look holds as many descriptors as the kernel passes. So MSG_CTRUNC means there that this
 * process may open no more, and nothing is taken. When the bytes are taken, MSG_CTRUNC means that descriptors came with
 * them. The look does not tell this: if the buffer is full, Linux also shows the descriptors of the bytes behind it.
 * Descriptors that were seen but have not come stay in fds behind a -1, also after -EPROTO. The next call wants them
 * there. A caller that makes no next call closes them.
 */
int socket_receive(int fd, void *bytes, size_t length, int *fds, int fds_capacity)
{
    union {
        struct cmsghdr alignment;
        char bytes[CMSG_SPACE(SOCKET_DESCRIPTORS_MAX * sizeof(int))];
    } control;
    struct iovec part = {.iov_base = bytes, .iov_len = length};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    int seen[SOCKET_DESCRIPTORS_MAX];
    int count = kept_descriptors(fds, fds_capacity, seen);
    int looks_for_more = count == 0;
    if (looks_for_more) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_LEN(SOCKET_DESCRIPTORS_MAX * sizeof(int));
    }

    ssize_t received = receive_message(fd, &message, MSG_PEEK);
    if (received < 0)
        return -errno;
    if (looks_for_more)
        count = seen_descriptors(&message, seen);

    int came = 0;
    if (looks_for_more && (message.msg_flags & MSG_CTRUNC) != 0) {
        received = -EPROTO;
    } else if (received > 0) {
        part.iov_len = (size_t)received;
        message.msg_control = NULL;
        message.msg_controllen = 0;
        received = receive_message(fd, &message, 0);
        if (received < 0)
            received = -errno;
        else
            came = (message.msg_flags & MSG_CTRUNC) != 0;
    }
    hand_out(seen, count, came, fds, fds_capacity);
    return (int)received;
}
