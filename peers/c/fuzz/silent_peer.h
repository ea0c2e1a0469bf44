// SPDX-License-Identifier: Apache-2.0
/* A connection to a peer that says nothing, for decoders of what a peer sends. C++ includes it, too. */
#ifndef NC_SILENT_PEER_H
#define NC_SILENT_PEER_H

#include "nearcall.h"

#ifdef __cplusplus
extern "C" {
#endif

struct nc_connection;

/* Opens an endpoint in a temporary directory, and the connection. There is one of each in a process. */
void silent_peer_open(void);
void silent_peer_close(void);

nearcall_endpoint *silent_peer_endpoint(void);
struct nc_connection *silent_peer_connection(void);

/* Describes a class to the endpoint. */
void silent_peer_describe(const char *name, const char *lines);
/* Gives a class an id, as if the peer had agreed. Returns it. */
uint32_t silent_peer_agree(const char *name);

/* A message of the peer's that is read. */
struct silent_message;
struct silent_message *silent_message_new(const uint8_t *data, size_t length);
nearcall_reader *silent_message_reader(struct silent_message *message);
/* Its first error, or "". */
const char *silent_message_error(const struct silent_message *message);
void silent_message_free(struct silent_message *message);

/* Has a function write a message. Returns its bytes, which are valid until the next call, or NULL if it is longer than a record. */
const uint8_t *silent_peer_written(void (*put)(nearcall_writer *writer, const void *context), const void *context, size_t *length);

#ifdef __cplusplus
}
#endif

#endif
