// SPDX-License-Identifier: Apache-2.0
/* Counts references. */
#include "references.h"

#include "connection.h"
#include "export.h"

#include <stdlib.h>

enum { BUCKETS = 64 };

/* An object of this process that the peer refers to. */
struct nc_sent {
    struct nc_sent *next;
    struct nc_object *object;
    uint32_t id;
    uint64_t written; /* and not released */
    int64_t home;     /* came home, less those that the peer has stated */
    unsigned pins;    /* messages that have brought it home and are being read */
};

struct nc_references {
    pthread_mutex_t lock;
    struct nc_sent *sent[BUCKETS];
    struct nc_remote *remotes[BUCKETS];
    unsigned sent_count;
    unsigned remote_count;
    uint32_t next_id;
    bool ended;
};

struct nc_references *nc_references_new(void)
{
    struct nc_references *references = calloc(1, sizeof *references);
    if (references != NULL) {
        pthread_mutex_init(&references->lock, NULL);
        references->next_id = NC_FIRST_REFERENCE;
    }
    return references;
}

void nc_references_free(struct nc_references *references)
{
    if (references == NULL) {
        return;
    }
    for (int i = 0; i < BUCKETS; i++) {
        while (references->sent[i] != NULL) {
            struct nc_sent *sent = references->sent[i];
            references->sent[i] = sent->next;
            nc_object_release(sent->object);
            free(sent);
        }
        while (references->remotes[i] != NULL) {
            struct nc_remote *remote = references->remotes[i];
            references->remotes[i] = remote->next;
            free(remote);
        }
    }
    pthread_mutex_destroy(&references->lock);
    free(references);
}

/* --------------------------------------------------------------------------------------------------------- own objects */

static struct nc_sent *find_sent(struct nc_references *references, uint32_t id)
{
    struct nc_sent *sent = references->sent[id % BUCKETS];
    while (sent != NULL && sent->id != id) {
        sent = sent->next;
    }
    return sent;
}

/* Under the lock. Takes the object out if nothing keeps it. The caller releases it behind the lock. */
static struct nc_object *take_if_unused(struct nc_references *references, struct nc_sent *sent)
{
    if (sent->written > 0 || sent->home != 0 || sent->pins > 0) {
        return NULL;
    }
    struct nc_sent **at = &references->sent[sent->id % BUCKETS];
    while (*at != sent) {
        at = &(*at)->next;
    }
    *at = sent->next;
    references->sent_count--;
    struct nc_object *object = sent->object;
    free(sent);
    return object;
}

uint32_t nc_references_write_own(struct nc_references *references, struct nc_object *object)
{
    uint32_t id = 0;
    pthread_mutex_lock(&references->lock);
    struct nc_sent *sent = NULL;
    for (int i = 0; i < BUCKETS && sent == NULL; i++) {
        for (sent = references->sent[i]; sent != NULL && sent->object != object; sent = sent->next) {
        }
    }
    bool room = references->sent_count < NC_OBJECTS_MAX && references->next_id < INT32_MAX && !references->ended;
    if (sent == NULL && room && (sent = calloc(1, sizeof *sent)) != NULL) {
        sent->object = nc_object_retain(object);
        sent->id = references->next_id++; /* never used again, so it needs no generation */
        sent->next = references->sent[sent->id % BUCKETS];
        references->sent[sent->id % BUCKETS] = sent;
        references->sent_count++;
    }
    if (sent != NULL) {
        sent->written++;
        id = sent->id;
    }
    pthread_mutex_unlock(&references->lock);
    return id;
}

struct nc_object *nc_references_object(struct nc_references *references, uint32_t id, bool post)
{
    struct nc_object *object = NULL;
    struct nc_object *unused = NULL;
    pthread_mutex_lock(&references->lock);
    struct nc_sent *sent = find_sent(references, id);
    if (sent != NULL) {
        object = nc_object_retain(sent->object);
        if (post) {
            sent->home++;
            unused = take_if_unused(references, sent);
        }
    }
    pthread_mutex_unlock(&references->lock);
    if (unused != NULL) {
        nc_object_release(unused);
    }
    return object;
}

const char *nc_references_released(struct nc_connection *connection, uint32_t id, int64_t received, int64_t sent_home)
{
    struct nc_references *references = connection->objects;
    const char *fault = NULL;
    struct nc_object *unused = NULL;
    pthread_mutex_lock(&references->lock);
    struct nc_sent *sent = find_sent(references, id);
    if (sent == NULL || received < 0 || (uint64_t)received > sent->written) {
        fault = "it releases references that it was not sent";
    } else {
        sent->written -= (uint64_t)received;
        sent->home = (int64_t)((uint64_t)sent->home - (uint64_t)sent_home);
        unused = take_if_unused(references, sent);
    }
    pthread_mutex_unlock(&references->lock);
    if (unused != NULL) {
        nc_object_release(unused);
    }
    return fault;
}

void nc_references_drop_all(struct nc_connection *connection)
{
    struct nc_references *references = connection->objects;
    pthread_mutex_lock(&references->lock);
    references->ended = true;
    struct nc_sent *dropped = NULL;
    for (int i = 0; i < BUCKETS; i++) {
        struct nc_sent **at = &references->sent[i];
        while (*at != NULL) {
            struct nc_sent *sent = *at;
            sent->written = 0;
            sent->home = 0;
            if (sent->pins > 0) { /* the message that has it lets it go */
                at = &sent->next;
                continue;
            }
            *at = sent->next;
            references->sent_count--;
            sent->next = dropped;
            dropped = sent;
        }
    }
    pthread_mutex_unlock(&references->lock);
    while (dropped != NULL) {
        struct nc_sent *next = dropped->next;
        nc_object_release(dropped->object);
        free(dropped);
        dropped = next;
    }
}

/* ------------------------------------------------------------------------------------------------------ the peer's objects */

static struct nc_remote *find_remote(struct nc_references *references, uint32_t id)
{
    struct nc_remote *remote = references->remotes[id % BUCKETS];
    while (remote != NULL && remote->id != id) {
        remote = remote->next;
    }
    return remote;
}

/* Under the lock. Lets an object of the peer go if nothing has it. Returns whether RELEASE has to be sent. */
static bool let_go(struct nc_references *references, struct nc_remote *remote, struct nc_control_message *release)
{
    if (remote->pins > 0) {
        return false;
    }
    struct nc_remote **at = &references->remotes[remote->id % BUCKETS];
    while (*at != remote) {
        at = &(*at)->next;
    }
    *at = remote->next;
    references->remote_count--;
    nc_control_init(release, NC_RELEASE);
    release->object = remote->id;
    release->received = (int64_t)remote->received;
    release->sent_home = remote->sent_home;
    free(remote);
    return !references->ended;
}

void nc_remote_pin(struct nc_remote *remote)
{
    struct nc_references *references = remote->connection->objects;
    pthread_mutex_lock(&references->lock);
    remote->pins++;
    pthread_mutex_unlock(&references->lock);
}

static void unpin(struct nc_connection *connection, struct nc_remote *remote)
{
    struct nc_references *references = connection->objects;
    struct nc_control_message release;
    pthread_mutex_lock(&references->lock);
    remote->pins--;
    bool released = let_go(references, remote, &release);
    pthread_mutex_unlock(&references->lock);
    if (released) {
        nc_connection_send(connection, &release, -1);
    }
}

void nc_remote_unpin(struct nc_remote *remote)
{
    unpin(remote->connection, remote);
}

void nc_remote_posted(struct nc_remote *remote)
{
    struct nc_references *references = remote->connection->objects;
    pthread_mutex_lock(&references->lock);
    remote->sent_home++;
    pthread_mutex_unlock(&references->lock);
}

/* ---------------------------------------------------------------------------------------------------------- messages */

/* Under the lock. Returns NULL, or a fault. */
static const char *arrive(struct nc_connection *connection, int32_t id)
{
    struct nc_references *references = connection->objects;
    if (id < 0) {
        struct nc_sent *sent = find_sent(references, ~(uint32_t)id);
        if (sent == NULL) {
            return references->ended ? NULL : "a reference comes home that was not sent";
        }
        sent->home++;
        sent->pins++;
        return NULL;
    }
    struct nc_remote *remote = find_remote(references, (uint32_t)id);
    if (remote == NULL) {
        if (id < NC_FIRST_REFERENCE || references->remote_count == NC_OBJECTS_MAX) {
            return "it passes more objects than this side allows, or none of its own";
        }
        remote = calloc(1, sizeof *remote);
        if (remote == NULL) {
            return "there is no memory for a reference";
        }
        remote->connection = connection;
        remote->id = (uint32_t)id;
        remote->next = references->remotes[remote->id % BUCKETS];
        references->remotes[remote->id % BUCKETS] = remote;
        references->remote_count++;
    }
    remote->received++;
    remote->pins++;
    return NULL;
}

void nc_references_arrived(struct nc_connection *connection, struct nc_incoming *incoming)
{
    const char *fault = NULL;
    if (incoming->counted_references == incoming->reference_count) {
        return;
    }
    pthread_mutex_lock(&connection->objects->lock);
    while (incoming->counted_references < incoming->reference_count && fault == NULL) {
        fault = arrive(connection, incoming->references[incoming->counted_references]);
        if (fault == NULL) {
            incoming->counted_references++;
        }
    }
    pthread_mutex_unlock(&connection->objects->lock);
    if (fault != NULL) {
        incoming->reference_count = incoming->counted_references;
        nc_connection_end(connection, NC_END_BREACH, "%s", fault);
    }
}

void nc_incoming_settle(struct nc_connection *connection, struct nc_incoming *incoming)
{
    struct nc_references *references = connection->objects;
    nc_references_arrived(connection, incoming);
    for (size_t i = 0; i < incoming->reference_count; i++) {
        int32_t id = incoming->references[i];
        struct nc_object *unused = NULL;
        pthread_mutex_lock(&references->lock);
        struct nc_sent *sent = id < 0 ? find_sent(references, ~(uint32_t)id) : NULL;
        struct nc_remote *remote = id < 0 ? NULL : find_remote(references, (uint32_t)id);
        if (sent != NULL && sent->pins > 0) {
            sent->pins--;
            unused = take_if_unused(references, sent);
        }
        pthread_mutex_unlock(&references->lock);
        if (unused != NULL) {
            nc_object_release(unused);
        }
        if (remote != NULL) {
            unpin(connection, remote); /* it was pinned by this message, so it is still there */
        }
    }
    incoming->reference_count = 0;
    incoming->counted_references = 0;
}

void nc_references_sent(struct nc_references *references, const int32_t *ids, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (ids[i] >= 0) {
            continue; /* an own object: it was counted when it was written */
        }
        pthread_mutex_lock(&references->lock);
        struct nc_remote *remote = find_remote(references, ~(uint32_t)ids[i]);
        pthread_mutex_unlock(&references->lock);
        if (remote != NULL) {
            unpin(remote->connection, remote);
        }
    }
}

void nc_references_unsent(struct nc_references *references, int32_t id)
{
    struct nc_object *unused = NULL;
    pthread_mutex_lock(&references->lock);
    struct nc_sent *sent = id >= 0 ? find_sent(references, (uint32_t)id) : NULL;
    struct nc_remote *remote = id < 0 ? find_remote(references, ~(uint32_t)id) : NULL;
    if (sent != NULL && sent->written > 0) {
        sent->written--;
        unused = take_if_unused(references, sent);
    }
    if (remote != NULL) {
        remote->sent_home--;
    }
    pthread_mutex_unlock(&references->lock);
    if (unused != NULL) {
        nc_object_release(unused);
    }
    if (remote != NULL) {
        unpin(remote->connection, remote);
    }
}

void nc_references_write_home(struct nc_references *references, struct nc_remote *remote)
{
    pthread_mutex_lock(&references->lock);
    remote->sent_home++;
    remote->pins++; /* until the record is sent */
    pthread_mutex_unlock(&references->lock);
}

struct nc_remote *nc_references_remote(struct nc_references *references, uint32_t id)
{
    pthread_mutex_lock(&references->lock);
    struct nc_remote *remote = find_remote(references, id);
    pthread_mutex_unlock(&references->lock);
    return remote;
}

void nc_remote_set_facets(struct nc_remote *remote, const uint32_t *facets, uint32_t count)
{
    struct nc_references *references = remote->connection->objects;
    pthread_mutex_lock(&references->lock);
    if (count > remote->facet_count) {
        memcpy(remote->facets, facets, count * sizeof *facets);
        remote->facet_count = count;
    }
    pthread_mutex_unlock(&references->lock);
}
