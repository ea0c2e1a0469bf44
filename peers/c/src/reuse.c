// SPDX-License-Identifier: Apache-2.0
/*
 * Connections that look-ups find and leave. One on which no look-up has found its service is ended by the last one that
 * leaves it, else each look-up of such a name would add another one.
 */
#include "service.h"

#include "batch_kind.h"

static bool bears(const struct nc_connection *connection, const char *channel, const char *name)
{
    size_t prefix = strlen(channel);
    const char *address = connection->address;
    return address != NULL && strncmp(address, channel, prefix) == 0 && address[prefix] == ':' &&
           strcmp(address + prefix + 1, name) == 0;
}

struct nc_connection *nc_reuse(nearcall_endpoint *endpoint, const struct nc_batch_kind *kind, const char *name,
                               const struct nc_connection *after)
{
    struct nc_connection *found = NULL;
    bool behind = after == NULL;
    pthread_mutex_lock(&endpoint->lock);
    for (struct nc_connection *each = endpoint->connections; each != NULL && found == NULL; each = each->next) {
        if (behind && !each->useless && bears(each, kind->channel->name, name) && !nc_connection_has_ended(each)) {
            found = nc_connection_retain(each);
            found->lookups++;
        }
        behind = behind || each == after;
    }
    pthread_mutex_unlock(&endpoint->lock);
    return found;
}

void nc_reuse_leave(struct nc_connection *connection, int status)
{
    nearcall_endpoint *endpoint = connection->endpoint;
    pthread_mutex_lock(&endpoint->lock);
    connection->lookups--;
    connection->bound = connection->bound || status == NEARCALL_OK;
    connection->useless = connection->lookups == 0 && !connection->bound && nc_reuse_looks_on(status);
    bool useless = connection->useless;
    pthread_mutex_unlock(&endpoint->lock);
    if (useless) {
        nc_connection_end(connection, NC_END_CLOSED, "it does not have the service");
    }
}
