// SPDX-License-Identifier: Apache-2.0
/* What a batch of lanes is made of, over each channel. */
#ifndef NC_BATCH_KIND_H
#define NC_BATCH_KIND_H

#include "connection.h"

/* How an attempt to connect with the peer's half has ended. */
enum nc_connected {
    NC_CONNECTED,
    NC_WITHDRAWN, /* the peer's half cannot be had: LANES_REFUSED */
    NC_FAULT      /* it is not what was agreed on: the connection ends */
};

struct nc_batch_kind {
    const struct nc_channel *channel;
    /* Makes this side's half of a batch that this side asks for, and its address or descriptor. Returns 0 or -errno. */
    int (*make)(struct nc_connection *connection, struct nc_batch *batch, int *fd);
    /* Makes this side's half of a batch that the peer asks for, before or after it has connected with the peer's. */
    enum nc_connected (*serve)(struct nc_connection *connection, struct nc_batch *batch, const char *address, int passed,
                               int *fd, const char **reason);
    /* Connects with the half that the peer has made as its answer. */
    enum nc_connected (*connect)(struct nc_connection *connection, struct nc_batch *batch, const char *address,
                                 int passed, const char **reason);
    struct nc_lane *(*lane)(struct nc_connection *connection, struct nc_batch *batch, uint32_t index);
    /* Gives up what was made, except for the lanes. */
    void (*close)(struct nc_connection *connection, struct nc_batch *batch);
};

extern const struct nc_batch_kind nc_shm_batch;
extern const struct nc_batch_kind nc_unix_batch;
extern const struct nc_batch_kind nc_fifo_batch;

/* The kind of a channel's batches, or NULL if this library does not have the channel. */
const struct nc_batch_kind *nc_batch_kind_of(const char *channel, size_t length);

/* The kind that a caller tries next if an address names no channel: shm, fifo, unix, NULL. The first is that of NULL. */
const struct nc_batch_kind *nc_next_batch_kind(const struct nc_batch_kind *kind);

/* An address CHANNEL:NAME or NAME. Without a channel, the kind is NULL. Returns a status. */
int nc_parse_address(const char *address, const struct nc_batch_kind **kind, const char **name, nearcall_error *error);

#endif
