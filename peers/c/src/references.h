// SPDX-License-Identifier: Apache-2.0
/*
 * Objects that travel by reference over a connection, and how often (section 13 of the protocol).
 *
 * Own objects that the peer refers to have a count of what was written and not released, and a balance of the references
 * that come home. An object is kept until both are 0. Objects of the peer have a count of what has arrived. They are
 * released when no stub and no message has them any more.
 */
#ifndef NC_REFERENCES_H
#define NC_REFERENCES_H

#include "id_table.h"
#include "incoming.h"
#include "object.h"
#include "reader.h"
#include "writer.h"

struct nc_connection;
struct nc_references;

enum { NC_FACETS_MAX = 16, NC_OBJECTS_MAX = 65536 };

/* An object of the peer. */
struct nc_remote {
    struct nc_id_entry entry; /* of the connection's, by id */
    struct nc_connection *connection;
    uint32_t id;
    uint64_t received; /* references that have arrived and are not released */
    int64_t sent_home; /* references and POSTs that went home and are not stated */
    unsigned pins;     /* messages that are being read or written, and stubs */
    uint32_t facet_count;
    uint32_t facets[NC_FACETS_MAX]; /* ids of interfaces: 0 unknown, 1 the one of the signature */
};

struct nc_references *nc_references_new(void);
void nc_references_free(struct nc_references *references);

/* Counts the references that a message lists. nc_incoming_settle() has to follow when it has been read. */
void nc_references_arrived(struct nc_connection *connection, struct nc_incoming *incoming);

/* References that were written into a record, by their ids in its list: they were sent, or not. */
void nc_references_sent(struct nc_references *references, const int32_t *ids, uint32_t count);
void nc_references_unsent(struct nc_references *references, int32_t id);

/* RELEASE. Returns NULL, or in which way it breaks the protocol. */
const char *nc_references_released(struct nc_connection *connection, uint32_t id, int64_t received, int64_t sent_home);

/* The connection has ended: the peer refers to nothing any more. */
void nc_references_drop_all(struct nc_connection *connection);

/* An own object that the peer calls, with a reference, or NULL. */
struct nc_object *nc_references_object(struct nc_references *references, uint32_t id, bool post);

/* A stub of a peer's object. */
void nc_remote_pin(struct nc_remote *remote);
void nc_remote_unpin(struct nc_remote *remote);
/*
 * Tells the peer which of its objects nobody has any more, as long as it reads that. Does not wait. Returns whether control
 * messages are queued: the rest is told behind them.
 */
bool nc_references_release(struct nc_connection *connection);
/* A POST was sent to it. */
void nc_remote_posted(struct nc_remote *remote);

/* Counts one more reference to an own object. Returns its id, or 0 if there are too many. */
uint32_t nc_references_write_own(struct nc_references *references, struct nc_object *object);
/* The peer's object is written, and goes home. */
void nc_references_write_home(struct nc_references *references, struct nc_remote *remote);
/* A peer's object that a message which is being read lists, or NULL. */
struct nc_remote *nc_references_remote(struct nc_references *references, uint32_t id);

/* Notes the interfaces of an object. A list only ever grows. */
void nc_remote_set_facets(struct nc_remote *remote, const uint32_t *facets, uint32_t count);
uint32_t nc_remote_get_facets(struct nc_remote *remote, uint32_t facets[NC_FACETS_MAX]);

/* reference_value.c: the bytes of a reference, behind its number. declared: the interface of the signature, or NULL. */
void nc_reference_read(nearcall_reader *reader, nearcall_value *value, const char *declared);
void nc_reference_write(nearcall_writer *writer, const nearcall_value *value, const char *declared);

#endif
