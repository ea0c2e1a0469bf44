// SPDX-License-Identifier: Apache-2.0
/* Finds the channel of an address, and makes batches of shared memory. */
#include "batch_kind.h"

#include <unistd.h>

/* In the order of section 2. */
static const struct nc_batch_kind *const kinds[] = {&nc_shm_batch, &nc_fifo_batch, &nc_unix_batch, NULL};

const struct nc_batch_kind *nc_next_batch_kind(const struct nc_batch_kind *kind)
{
    size_t at = 0;
    while (kind != NULL && kinds[at] != kind) {
        at++;
    }
    return kind == NULL ? kinds[0] : kinds[at + 1];
}

const struct nc_batch_kind *nc_batch_kind_of(const char *channel, size_t length)
{
    for (size_t i = 0; kinds[i] != NULL; i++) {
        const char *name = kinds[i]->channel->name;
        if (strlen(name) == length && memcmp(name, channel, length) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}

int nc_parse_address(const char *address, const struct nc_batch_kind **kind, const char **name, nearcall_error *error)
{
    const char *colon = strchr(address, ':');
    *kind = colon == NULL ? NULL : nc_batch_kind_of(address, (size_t)(colon - address));
    *name = colon == NULL ? address : colon + 1;
    if (colon != NULL && *kind == NULL) {
        return nc_fail(error, NEARCALL_UNSUPPORTED, "\"%.150s\": this library speaks over shm, unix and fifo only.",
                       address);
    }
    return nc_service_name_valid(*name) ? NEARCALL_OK
                                        : nc_fail(error, NEARCALL_INVALID, "\"%.150s\" cannot be a service's name.", *name);
}

/* ------------------------------------------------------------------------------------------------------ shared memory */

static int make(struct nc_connection *connection, struct nc_batch *batch, int *fd)
{
    (void)connection;
    return nc_segment_create(&batch->own_half, &batch->shape, fd);
}

static enum nc_connected attach(struct nc_connection *connection, struct nc_batch *batch, const char *address,
                                int passed, const char **reason)
{
    (void)connection;
    *reason = address[0] != 0 ? "lanes of shared memory have no address"
                              : nc_segment_attach(&batch->peer_half, &batch->shape, passed);
    return *reason == NULL ? NC_CONNECTED : *reason == nc_shortage ? NC_WITHDRAWN : NC_FAULT;
}

static enum nc_connected serve(struct nc_connection *connection, struct nc_batch *batch, const char *address, int passed,
                               int *fd, const char **reason)
{
    if (make(connection, batch, fd) < 0) {
        *reason = "there is no memory for lanes";
        return NC_WITHDRAWN;
    }
    return attach(connection, batch, address, passed, reason);
}

static struct nc_lane *lane(struct nc_connection *connection, struct nc_batch *batch, uint32_t index)
{
    return nc_shm_lane(connection, &batch->shape, index, &batch->own_half, &batch->peer_half, batch->own);
}

static void close_batch(struct nc_connection *connection, struct nc_batch *batch)
{
    (void)connection;
    nc_segment_unmap(&batch->own_half);
    nc_segment_unmap(&batch->peer_half);
}

const struct nc_batch_kind nc_shm_batch = {
    .channel = &nc_shm_channel,
    .make = make,
    .serve = serve,
    .connect = attach,
    .lane = lane,
    .close = close_batch,
};
