// SPDX-License-Identifier: Apache-2.0
/* Objects of the peer: how many references to each have arrived, and who needs them. */
#include "reference_tables.h"

#include <stdlib.h>

struct nc_remote *nc_remote_find(const struct nc_references *references, uint32_t id)
{
    return (struct nc_remote *)nc_id_find(&references->remotes, id); /* its first member */
}

void nc_remotes_free(struct nc_references *references)
{
    struct nc_id_entry *remote;
    while ((remote = references->unreleased) != NULL) {
        references->unreleased = remote->next;
        free(remote);
    }
    struct nc_id_entry *next = nc_id_next(&references->remotes, NULL);
    while ((remote = next) != NULL) {
        next = nc_id_next(&references->remotes, remote);
        free(remote);
    }
    nc_id_free(&references->remotes);
}

const char *nc_remote_arrived(struct nc_connection *connection, uint32_t id)
{
    struct nc_references *references = connection->objects;
    struct nc_remote *remote = nc_remote_find(references, id);
    if (remote == NULL) {
        if (id < NC_FIRST_REFERENCE || references->remotes.count == NC_OBJECTS_MAX) {
            return "it passes more objects than this side allows, or none of its own";
        }
        remote = calloc(1, sizeof *remote);
        if (remote != NULL) {
            *remote = (struct nc_remote){.entry.key = id, .connection = connection, .id = id};
        }
        if (remote == NULL || !nc_id_add(&references->remotes, &remote->entry)) {
            free(remote);
            return nc_shortage;
        }
    }
    remote->received++;
    remote->pins++;
    return NULL;
}

void nc_remote_pin(struct nc_remote *remote)
{
    struct nc_references *references = remote->connection->objects;
    pthread_mutex_lock(&references->lock);
    remote->pins++;
    pthread_mutex_unlock(&references->lock);
}

/* An object of the peer that nobody has any more, or NULL. It is the caller's then. */
static struct nc_remote *take_unreleased(struct nc_references *references)
{
    pthread_mutex_lock(&references->lock);
    struct nc_id_entry *taken = references->unreleased;
    if (taken != NULL) {
        references->unreleased = taken->next;
        references->unreleased_count--;
    }
    pthread_mutex_unlock(&references->lock);
    return (struct nc_remote *)taken;
}

bool nc_references_release(struct nc_connection *connection)
{
    struct nc_remote *remote;
    bool queued;
    while (!(queued = nc_control_flush(&connection->control)) &&
           (remote = take_unreleased(connection->objects)) != NULL) {
        struct nc_control_message release;
        nc_control_init(&release, NC_RELEASE);
        release.object = remote->id;
        release.received = (int64_t)remote->received;
        release.sent_home = remote->sent_home;
        free(remote);
        nc_connection_send(connection, &release, -1); /* if it is queued, the monitor goes on when there is room */
    }
    return queued;
}

void nc_remote_unpin(struct nc_remote *remote)
{
    struct nc_connection *connection = remote->connection;
    struct nc_references *references = connection->objects;
    pthread_mutex_lock(&references->lock);
    bool released = --remote->pins == 0;
    bool too_many = false;
    if (released) {
        nc_id_remove(&references->remotes, &remote->entry);
        if (references->ended) {
            free(remote);
            released = false;
        } else {
            remote->entry.next = references->unreleased;
            references->unreleased = &remote->entry;
            too_many = ++references->unreleased_count > NC_OBJECTS_MAX;
        }
    }
    pthread_mutex_unlock(&references->lock);
    if (released) {
        nc_references_release(connection);
    }
    if (too_many) {
        nc_connection_end(connection, NC_END_BROKEN, "it does not read what this side releases");
    }
}

void nc_remote_posted(struct nc_remote *remote)
{
    struct nc_references *references = remote->connection->objects;
    pthread_mutex_lock(&references->lock);
    remote->sent_home++;
    pthread_mutex_unlock(&references->lock);
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
    struct nc_remote *remote = nc_remote_find(references, id);
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

uint32_t nc_remote_get_facets(struct nc_remote *remote, uint32_t facets[NC_FACETS_MAX])
{
    struct nc_references *references = remote->connection->objects;
    pthread_mutex_lock(&references->lock);
    uint32_t count = remote->facet_count;
    memcpy(facets, remote->facets, count * sizeof *facets);
    pthread_mutex_unlock(&references->lock);
    return count;
}
