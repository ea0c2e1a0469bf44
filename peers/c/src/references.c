// SPDX-License-Identifier: Apache-2.0
/* Counts references. */
#include "reference_tables.h"

#include "export.h"

#include <stdlib.h>

struct nc_references *nc_references_new(void)
{
    struct nc_references *references = calloc(1, sizeof *references);
    if (references != NULL) {
        pthread_mutex_init(&references->lock, NULL);
        references->next_id = NC_FIRST_REFERENCE;
        uint64_t seed = (uintptr_t)references;
        nc_random(&seed, sizeof seed); /* without it the address has to do */
        references->sent.seed = references->objects.seed = references->remotes.seed = seed;
    }
    return references;
}

void nc_references_free(struct nc_references *references)
{
    if (references == NULL) {
        return;
    }
    struct nc_id_entry *next = nc_id_next(&references->sent, NULL);
    while (next != NULL) {
        struct nc_sent *sent = (struct nc_sent *)next;
        next = nc_id_next(&references->sent, next);
        nc_object_release(sent->object);
        free(sent);
    }
    nc_id_free(&references->sent);
    nc_id_free(&references->objects);
    nc_remotes_free(references);
    pthread_mutex_destroy(&references->lock);
    free(references);
}

/* --------------------------------------------------------------------------------------------------------- own objects */

static struct nc_sent *find_sent(struct nc_references *references, uint32_t id)
{
    return (struct nc_sent *)nc_id_find(&references->sent, id); /* its first member */
}

static struct nc_sent *find_object(struct nc_references *references, const struct nc_object *object)
{
    struct nc_id_entry *entry = nc_id_find(&references->objects, (uintptr_t)object);
    return entry == NULL ? NULL : (struct nc_sent *)(void *)((char *)entry - offsetof(struct nc_sent, by_object));
}

/* Under the lock. An object to which the peer does not refer yet. NULL if memory has run out. */
static struct nc_sent *add_object(struct nc_references *references, struct nc_object *object)
{
    struct nc_sent *sent = calloc(1, sizeof *sent);
    if (sent == NULL) {
        return NULL;
    }
    sent->by_id.key = references->next_id;
    sent->by_object.key = (uintptr_t)object;
    if (!nc_id_add(&references->sent, &sent->by_id)) {
        free(sent);
        return NULL;
    }
    if (!nc_id_add(&references->objects, &sent->by_object)) {
        nc_id_remove(&references->sent, &sent->by_id);
        free(sent);
        return NULL;
    }
    references->next_id++; /* never used again, so it needs no generation */
    sent->object = nc_object_retain(object);
    return sent;
}

static void take_out(struct nc_references *references, struct nc_sent *sent)
{
    nc_id_remove(&references->sent, &sent->by_id);
    nc_id_remove(&references->objects, &sent->by_object);
}

/* Under the lock. Takes the object out if nothing keeps it. The caller releases it behind the lock. */
static struct nc_object *take_if_unused(struct nc_references *references, struct nc_sent *sent)
{
    if (sent->written > 0 || sent->home != 0 || sent->pins > 0) {
        return NULL;
    }
    take_out(references, sent);
    struct nc_object *object = sent->object;
    free(sent);
    return object;
}

uint32_t nc_references_write_own(struct nc_references *references, struct nc_object *object)
{
    uint32_t id = 0;
    pthread_mutex_lock(&references->lock);
    struct nc_sent *sent = find_object(references, object);
    bool room = references->sent.count < NC_OBJECTS_MAX && references->next_id < INT32_MAX && !references->ended;
    if (sent == NULL && room) {
        sent = add_object(references, object);
    }
    if (sent != NULL) {
        sent->written++;
        id = (uint32_t)sent->by_id.key;
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
            sent->home += references->ended ? 0 : 1;
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
        nc_object_let_go(connection->endpoint, unused);
    }
    return fault;
}

void nc_references_drop_all(struct nc_connection *connection)
{
    struct nc_references *references = connection->objects;
    pthread_mutex_lock(&references->lock);
    references->ended = true;
    struct nc_id_entry *dropped = NULL;
    struct nc_id_entry *next = nc_id_next(&references->sent, NULL);
    while (next != NULL) {
        struct nc_sent *sent = (struct nc_sent *)next;
        next = nc_id_next(&references->sent, next);
        sent->written = 0;
        sent->home = 0;
        if (sent->pins == 0) { /* else the message that has it lets it go */
            take_out(references, sent);
            sent->by_id.next = dropped;
            dropped = &sent->by_id;
        }
    }
    pthread_mutex_unlock(&references->lock);
    while (dropped != NULL) {
        struct nc_sent *sent = (struct nc_sent *)dropped;
        dropped = dropped->next;
        nc_object_let_go(connection->endpoint, sent->object);
        free(sent);
    }
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
        sent->home += references->ended ? 0 : 1; /* else no RELEASE comes that counts it */
        sent->pins++;
        return NULL;
    }
    return nc_remote_arrived(connection, (uint32_t)id);
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
        nc_connection_end_for(connection, fault);
    }
}

void nc_incoming_settle_references(struct nc_connection *connection, struct nc_incoming *incoming)
{
    struct nc_references *references = connection->objects;
    nc_references_arrived(connection, incoming);
    for (size_t i = 0; i < incoming->reference_count; i++) {
        int32_t id = incoming->references[i];
        struct nc_object *unused = NULL;
        pthread_mutex_lock(&references->lock);
        struct nc_sent *sent = id < 0 ? find_sent(references, ~(uint32_t)id) : NULL;
        struct nc_remote *remote = id < 0 ? NULL : nc_remote_find(references, (uint32_t)id);
        if (sent != NULL && sent->pins > 0) {
            sent->pins--;
            unused = take_if_unused(references, sent);
        }
        pthread_mutex_unlock(&references->lock);
        if (unused != NULL) {
            nc_object_let_go(connection->endpoint, unused);
        }
        if (remote != NULL) {
            nc_remote_unpin(remote); /* it was pinned by this message, so it is still there */
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
        struct nc_remote *remote = nc_remote_find(references, ~(uint32_t)ids[i]);
        pthread_mutex_unlock(&references->lock);
        if (remote != NULL) {
            nc_remote_unpin(remote);
        }
    }
}

void nc_references_unsent(struct nc_references *references, int32_t id)
{
    struct nc_object *unused = NULL;
    pthread_mutex_lock(&references->lock);
    struct nc_sent *sent = id >= 0 ? find_sent(references, (uint32_t)id) : NULL;
    struct nc_remote *remote = id < 0 ? nc_remote_find(references, ~(uint32_t)id) : NULL;
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
        nc_remote_unpin(remote);
    }
}
