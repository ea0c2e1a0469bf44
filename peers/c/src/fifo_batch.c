// SPDX-License-Identifier: Apache-2.0
/*
 * Lanes over FIFOs (section 12 of the protocol). Each side makes the FIFOs that it reads, .fifo-PID-NONCE-LANE, and tells
 * their name. The other side opens them for writing and removes the names.
 */
#include "batch_kind.h"
#include "stream_channel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PAGES_LEAST = 2, PAGE = 4096, PATH_CAPACITY = NC_PATH_MAX + 64 };

static void fifo_path(const struct nc_connection *connection, const char *name, uint32_t lane, char path[PATH_CAPACITY])
{
    snprintf(path, PATH_CAPACITY, "%s/%.50s-%u", connection->endpoint->directory.path, name, lane);
}

static int make_reader(struct nc_connection *connection, struct nc_batch *batch, uint32_t index)
{
    char path[PATH_CAPACITY];
    fifo_path(connection, batch->address, index, path);
    if (mkfifo(path, 0600) < 0) {
        return -errno;
    }
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
    struct stat status;
    if (fd < 0 || fstat(fd, &status) < 0 || !S_ISFIFO(status.st_mode) ||
        status.st_uid != connection->endpoint->users.own) {
        int failure = fd < 0 ? errno : EINVAL;
        if (fd >= 0) {
            close(fd);
        }
        unlink(path);
        return -failure;
    }
    fcntl(fd, F_SETPIPE_SZ, NC_RING_CAPACITY); /* smaller is fine */
    batch->in_fds[index] = fd;
    return 0;
}

static int make(struct nc_connection *connection, struct nc_batch *batch, int *fd)
{
    (void)fd;
    int result = nc_directory_restore(&connection->endpoint->directory, NULL) == NEARCALL_OK ? 0 : -EACCES;
    result = result < 0 ? result : nc_batch_name("fifo", batch->address, sizeof batch->address);
    for (uint32_t i = 0; result == 0 && i < batch->shape.lane_count; i++) {
        result = make_reader(connection, batch, i);
    }
    return result;
}

/* What is left of the names: the peer removes those that it has opened. */
static void remove_names(struct nc_connection *connection, struct nc_batch *batch)
{
    char path[PATH_CAPACITY];
    for (uint32_t i = 0; batch->address[0] != 0 && i < batch->shape.lane_count; i++) {
        fifo_path(connection, batch->address, i, path);
        unlink(path);
    }
}

/* Opens the peer's FIFOs for writing. */
static enum nc_connected open_writers(struct nc_connection *connection, struct nc_batch *batch, const char *address,
                                      int passed, const char **reason)
{
    (void)passed;
    if (!nc_batch_name_valid("fifo", address, strlen(address)) || strcmp(address, batch->address) == 0) {
        *reason = "the address of its lanes is malformed, or this side's own";
        return NC_FAULT;
    }
    for (uint32_t i = 0; i < batch->shape.lane_count; i++) {
        char path[PATH_CAPACITY];
        struct stat status;
        fifo_path(connection, address, i, path);
        int fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
        if (fd < 0) {
            bool short_of = errno == EMFILE || errno == ENFILE || errno == ENOMEM;
            *reason = short_of ? nc_shortage : "the FIFOs of its lanes cannot be opened";
            return errno == ELOOP ? NC_FAULT : NC_WITHDRAWN;
        }
        batch->out_fds[i] = fd;
        if (fstat(fd, &status) < 0 || !S_ISFIFO(status.st_mode) || status.st_uid != connection->endpoint->users.own ||
            fcntl(fd, F_GETPIPE_SZ) < PAGES_LEAST * PAGE) {
            *reason = "what bears the name of its lane is no FIFO of this user with two pages";
            return NC_FAULT;
        }
        unlink(path);
    }
    return NC_CONNECTED;
}

static enum nc_connected serve(struct nc_connection *connection, struct nc_batch *batch, const char *address, int passed,
                               int *fd, const char **reason)
{
    if (make(connection, batch, fd) < 0) {
        *reason = "no FIFOs can be made";
        return NC_WITHDRAWN;
    }
    return open_writers(connection, batch, address, passed, reason);
}

static struct nc_lane *lane(struct nc_connection *connection, struct nc_batch *batch, uint32_t index)
{
    struct nc_lane *made = nc_stream_lane(&nc_fifo_channel, connection, &batch->shape, index, batch->in_fds[index],
                                          batch->out_fds[index], NULL, batch->own);
    if (made != NULL) {
        batch->in_fds[index] = batch->out_fds[index] = -1;
    }
    return made;
}

const struct nc_batch_kind nc_fifo_batch = {
    .channel = &nc_fifo_channel,
    .make = make,
    .serve = serve,
    .connect = open_writers,
    .lane = lane,
    .close = remove_names,
};
