// SPDX-License-Identifier: Apache-2.0
/*
 * Lanes over Unix sockets (section 16 of the protocol). The side that asks for a batch listens at PLACE and tells
 * PLACE/SECRETS. The other side connects each lane, and says the first half of the secret and the lane's index. The
 * listener answers with the second half. So neither is fooled by a process that finds the place.
 */
#include "batch_kind.h"
#include "stream_channel.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECRET = 2 * NC_SECRET_HALF, GREETING = NC_SECRET_HALF + 4, STRANGERS = 16 };

static const int64_t accept_ns = 100 * (int64_t)NC_NS_PER_MS;

static void socket_path(const struct nc_connection *connection, const char *place, size_t length,
                        struct sockaddr_un *address)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    snprintf(address->sun_path, sizeof address->sun_path, "%.80s/%.*s", connection->endpoint->directory.path, (int)length,
             place);
}

static bool has_room_for_place(const struct nc_connection *connection)
{
    struct sockaddr_un address;
    return strlen(connection->endpoint->directory.path) + sizeof ".unix-2147483647-0123456789abcdef" + 1 <=
               sizeof address.sun_path &&
           strlen(connection->endpoint->directory.path) <= 80;
}

static int make(struct nc_connection *connection, struct nc_batch *batch, int *fd)
{
    char place[64];
    (void)fd;
    if (!has_room_for_place(connection)) {
        return -ENAMETOOLONG;
    }
    int result = nc_directory_restore(&connection->endpoint->directory, NULL) == NEARCALL_OK ? 0 : -EACCES;
    result = result < 0 ? result : nc_batch_name("unix", place, sizeof place);
    result = result < 0 ? result : nc_random(batch->secret, sizeof batch->secret);
    int listener = result < 0 ? -1 : socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0) {
        return result < 0 ? result : -errno;
    }
    struct sockaddr_un address;
    socket_path(connection, place, strlen(place), &address);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0 || chmod(address.sun_path, 0600) < 0 ||
        listen(listener, (int)batch->shape.lane_count + STRANGERS) < 0) {
        int failure = errno;
        close(listener);
        unlink(address.sun_path);
        return -failure;
    }
    batch->listener = listener;
    int length = snprintf(batch->address, sizeof batch->address, "%s/", place);
    for (int i = 0; i < SECRET; i++) {
        snprintf(batch->address + length + 2 * i, 3, "%02x", batch->secret[i]);
    }
    return 0;
}

static void close_listener(struct nc_connection *connection, struct nc_batch *batch)
{
    if (batch->listener >= 0) {
        struct sockaddr_un address;
        socket_path(connection, batch->address, strcspn(batch->address, "/"), &address);
        unlink(address.sun_path); /* if the peer has not */
        nc_close_socket(connection->endpoint->closing, batch->listener);
        batch->listener = -1;
    }
}

/* Is the other end a process of this user? Nobody else can reach the directory. */
static bool is_own_user(const struct nc_connection *connection, int fd)
{
    struct ucred credentials;
    socklen_t length = sizeof credentials;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 &&
           credentials.uid == connection->endpoint->users.own;
}

/* Does not leave early for different bytes. */
static bool is_equal(const uint8_t *one, const uint8_t *other, size_t length)
{
    uint8_t difference = 0;
    for (size_t i = 0; i < length; i++) {
        difference |= one[i] ^ other[i];
    }
    return difference == 0;
}

/* Reads the greeting of a lane until a deadline. Returns the lane's index, or -1. */
static int64_t read_greeting(struct nc_connection *connection, struct nc_batch *batch, int fd, int64_t deadline_ns)
{
    uint8_t greeting[GREETING];
    size_t there = 0;
    while (there < sizeof greeting) {
        bool passed = false;
        ssize_t count =
            nc_read_socket(connection->endpoint->closing, fd, greeting + there, sizeof greeting - there, &passed);
        int64_t left_ns = deadline_ns - nc_now_ns();
        if (passed || count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) || left_ns <= 0) {
            return -1;
        }
        if (count > 0) {
            there += (size_t)count;
        } else {
            struct pollfd readable = {.fd = fd, .events = POLLIN};
            poll(&readable, 1, (int)(left_ns / NC_NS_PER_MS) + 1);
        }
    }
    uint32_t index = nc_load32(greeting + NC_SECRET_HALF);
    return is_equal(greeting, batch->secret, NC_SECRET_HALF) && index < batch->shape.lane_count ? (int64_t)index : -1;
}

/* Accepts all lanes. Whoever does not know the secret is closed. */
static enum nc_connected accept_lanes(struct nc_connection *connection, struct nc_batch *batch, const char *address,
                                      int passed, const char **reason)
{
    (void)passed;
    int64_t deadline_ns = nc_now_ns() + accept_ns;
    uint32_t accepted = 0;
    if (strcmp(address, "connected") != 0) {
        *reason = "it tells a place for its half of lanes, although it was told one";
        return NC_FAULT;
    }
    while (accepted < batch->shape.lane_count) {
        int fd = accept4(batch->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS)) {
            *reason = nc_shortage;
            return NC_WITHDRAWN;
        }
        int64_t left_ns = deadline_ns - nc_now_ns();
        if (left_ns <= 0) { /* even if strangers come without end */
            if (fd >= 0) {
                nc_close_socket(connection->endpoint->closing, fd);
            }
            *reason = "it says that it has connected all lanes, and has not";
            return NC_FAULT;
        }
        if (fd < 0) {
            struct pollfd readable = {.fd = batch->listener, .events = POLLIN};
            poll(&readable, 1, (int)(left_ns / NC_NS_PER_MS) + 1);
            continue;
        }
        int64_t index = is_own_user(connection, fd) ? read_greeting(connection, batch, fd, deadline_ns) : -1;
        if (index < 0 || batch->in_fds[index] >= 0 ||
            send(fd, batch->secret + NC_SECRET_HALF, NC_SECRET_HALF, MSG_NOSIGNAL) != NC_SECRET_HALF) {
            nc_close_socket(connection->endpoint->closing, fd);
            continue;
        }
        batch->in_fds[index] = batch->out_fds[index] = fd;
        accepted++;
    }
    close_listener(connection, batch);
    return NC_CONNECTED;
}

/* --------------------------------------------------------------------------------------------------- the peer's batch */

static bool parse_secret(const char *text, uint8_t secret[SECRET])
{
    for (int i = 0; i < SECRET; i++) {
        unsigned byte;
        if (strspn(text + 2 * i, "0123456789abcdef") < 2 || sscanf(text + 2 * i, "%2x", &byte) != 1) {
            return false;
        }
        secret[i] = (uint8_t)byte;
    }
    return text[2 * SECRET] == 0;
}

/* Connects one lane. Does not wait: a listener that is full refuses. Another user's is -EPERM, and is told nothing. */
static int connect_lane(struct nc_connection *connection, const struct nc_batch *batch, const struct sockaddr_un *address,
                        uint32_t index)
{
    uint8_t greeting[GREETING];
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        return -errno;
    }
    memcpy(greeting, batch->secret, NC_SECRET_HALF);
    nc_store32(greeting + NC_SECRET_HALF, index);
    bool connected = connect(fd, (const struct sockaddr *)address, sizeof *address) == 0;
    bool own = connected && is_own_user(connection, fd);
    if (!own || send(fd, greeting, sizeof greeting, MSG_NOSIGNAL) != GREETING) {
        int failure = connected && !own ? EPERM : ECONNREFUSED;
        close(fd);
        return -failure;
    }
    return fd;
}

static enum nc_connected serve(struct nc_connection *connection, struct nc_batch *batch, const char *address, int passed,
                               int *fd, const char **reason)
{
    (void)passed;
    (void)fd;
    size_t place = strcspn(address, "/");
    if (!nc_batch_name_valid("unix", address, place) || address[place] == 0 ||
        !parse_secret(address + place + 1, batch->secret)) {
        *reason = "the address of its lanes is malformed";
        return NC_FAULT;
    }
    if (!has_room_for_place(connection)) {
        *reason = "the path of the runtime directory is too long for sockets of lanes";
        return NC_WITHDRAWN;
    }
    struct sockaddr_un target;
    socket_path(connection, address, place, &target);
    for (uint32_t i = 0; i < batch->shape.lane_count; i++) {
        int lane = connect_lane(connection, batch, &target, i);
        if (lane == -EPERM) {
            *reason = "another user listens at the address of its lanes";
            return NC_FAULT;
        }
        if (lane < 0) {
            *reason = "nobody accepts connections at the address of its lanes";
            return NC_WITHDRAWN;
        }
        batch->in_fds[i] = batch->out_fds[i] = lane;
    }
    unlink(target.sun_path);
    snprintf(batch->address, sizeof batch->address, "connected");
    return NC_CONNECTED;
}

static struct nc_lane *lane(struct nc_connection *connection, struct nc_batch *batch, uint32_t index)
{
    struct nc_lane *made = nc_stream_lane(&nc_unix_channel, connection, &batch->shape, index, batch->in_fds[index],
                                          batch->in_fds[index], batch->own ? NULL : batch->secret + NC_SECRET_HALF,
                                          batch->own);
    if (made != NULL) {
        batch->in_fds[index] = batch->out_fds[index] = -1;
    }
    return made;
}

const struct nc_batch_kind nc_unix_batch = {
    .channel = &nc_unix_channel,
    .make = make,
    .serve = serve,
    .connect = accept_lanes,
    .lane = lane,
    .close = close_listener,
};
