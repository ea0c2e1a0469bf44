// SPDX-License-Identifier: Apache-2.0
/*
 * Lanes over descriptors: a Unix socket, or two FIFOs (sections 12 and 16 of the protocol). A frame has the header of a
 * record, and they follow each other without padding. A Done has sequence 0 and the id of the last ordered call that was run.
 */
#ifndef NC_STREAM_CHANNEL_H
#define NC_STREAM_CHANNEL_H

#include "lane.h"

enum { NC_SECRET_HALF = 16 };

/*
 * Makes a lane, which takes over the descriptors. They may be the same. proof: what the peer has to send before its first
 * frame, and before this side sends one; NULL: nothing. Returns NULL if memory has run out; then they are the caller's.
 */
struct nc_lane *nc_stream_lane(const struct nc_channel *channel, struct nc_connection *connection,
                               const struct nc_batch_shape *shape, uint32_t index, int in_fd, int out_fd,
                               const uint8_t proof[NC_SECRET_HALF], bool opened_here);

extern const struct nc_channel nc_unix_channel;
extern const struct nc_channel nc_fifo_channel;

/* A name .KIND-PID-NONCE that no batch had before. Returns 0 or -errno. */
int nc_batch_name(const char *kind, char *name, size_t capacity);

/* Is it such a name, with nothing behind it up to the length? The text ends with a zero byte there, or later. */
bool nc_batch_name_valid(const char *kind, const char *name, size_t length);

#endif
