// SPDX-License-Identifier: Apache-2.0
/* What references.c and remotes.c share. */
#ifndef NC_REFERENCE_TABLES_H
#define NC_REFERENCE_TABLES_H

#include "connection.h"
#include "references.h"

/* An object of this process that the peer refers to. */
struct nc_sent {
    struct nc_id_entry by_id;
    struct nc_id_entry by_object; /* the key is the object's address */
    struct nc_object *object;
    uint64_t written; /* and not released */
    int64_t home;     /* came home, less those that the peer has stated */
    unsigned pins;    /* messages that have brought it home and are being read */
};

struct nc_references {
    pthread_mutex_t lock;
    struct nc_id_table sent;    /* by id */
    struct nc_id_table objects; /* the same, by object */
    struct nc_id_table remotes;
    struct nc_id_entry *unreleased; /* remotes that nobody has any more, and whose RELEASE is not sent */
    unsigned unreleased_count;
    uint32_t next_id;
    bool ended;
};

/* Under the lock. The peer's object of that id, or NULL. */
struct nc_remote *nc_remote_find(const struct nc_references *references, uint32_t id);

/* Under the lock. A reference to an object of the peer arrives in a message, which pins it. Returns NULL, or a fault. */
const char *nc_remote_arrived(struct nc_connection *connection, uint32_t id);

void nc_remotes_free(struct nc_references *references);

#endif
