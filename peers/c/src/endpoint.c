// SPDX-License-Identifier: Apache-2.0
/* Opens and closes endpoints. */
#include "endpoint.h"

#include "connection.h"
#include "export.h"
#include "fence.h"
#include "registry.h"
#include "sweep.h"

#include <errno.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

void nearcall_options_init(nearcall_options *options)
{
    *options = (nearcall_options){
        .deadline_ns = 30 * (int64_t)NC_NS_PER_S,
        .lookup_timeout_ns = 10 * (int64_t)NC_NS_PER_S,
        .max_message_bytes = 256 * 1024 * 1024,
        .max_lanes = 64,
        .max_calls = 4096,
        .max_connections = 1024,
    };
}

void nc_condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &monotonic);
    pthread_condattr_destroy(&monotonic);
}

bool nc_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t deadline_ns)
{
    if (deadline_ns == NC_NEVER) {
        return pthread_cond_wait(condition, lock) == 0;
    }
    struct timespec until = {.tv_sec = deadline_ns / NC_NS_PER_S, .tv_nsec = deadline_ns % NC_NS_PER_S};
    return pthread_cond_timedwait(condition, lock, &until) != ETIMEDOUT;
}

static int check_options(const nearcall_options *options, nearcall_error *error)
{
    if (options->max_lanes < 1 || options->max_lanes > NC_BATCH_LANES_MAX) {
        return nc_fail(error, NEARCALL_INVALID, "max_lanes=%u is not within 1 and 1024.", options->max_lanes);
    }
    if (options->max_message_bytes < 65536 || options->max_message_bytes > INT32_MAX) {
        return nc_fail(error, NEARCALL_INVALID, "max_message_bytes=%llu is not within 65536 and 2^31 - 1.",
                       (unsigned long long)options->max_message_bytes);
    }
    if (options->max_calls < 1 || options->max_connections < 1) {
        return nc_fail(error, NEARCALL_INVALID, "max_calls=%u and max_connections=%u must not be 0.",
                       options->max_calls, options->max_connections);
    }
    return NEARCALL_OK;
}

static void destroy(nearcall_endpoint *endpoint)
{
    nc_registry_free(endpoint->classes);
    nc_closing_release(endpoint->closing);
    pthread_cond_destroy(&endpoint->changed);
    pthread_mutex_destroy(&endpoint->lock);
    free(endpoint->users.others);
    free(endpoint);
}

int nearcall_open(const nearcall_options *options, nearcall_endpoint **endpoint, nearcall_error *error)
{
    nearcall_options defaults;
    if (options == NULL) {
        nearcall_options_init(&defaults);
        options = &defaults;
    }
    int status = check_options(options, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    nearcall_endpoint *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for an endpoint.");
    }
    atomic_init(&opened->references, 1);
    atomic_init(&opened->closed, false);
    pthread_mutex_init(&opened->lock, NULL);
    nc_condition_init(&opened->changed);
    opened->users.own = geteuid();
    opened->deadline_ns = options->deadline_ns <= 0 ? -1 : options->deadline_ns;
    opened->lookup_timeout_ns = NC_MAX(options->lookup_timeout_ns, (int64_t)0);
    opened->max_message_bytes = options->max_message_bytes;
    opened->max_lanes = options->max_lanes;
    opened->max_calls = options->max_calls;
    opened->max_connections = options->max_connections;
    opened->trees = options->trees;
    opened->processors = sysconf(_SC_NPROCESSORS_ONLN);
    opened->has_heavy_fence = nc_fence_register();
    opened->next_object = 1;
    opened->classes = nc_registry_new();
    opened->closing = nc_closing_new();
    opened->users.others = calloc(options->allowed_user_count + 1, sizeof(uid_t));
    uint64_t id[2];
    if (opened->classes == NULL || opened->closing == NULL || opened->users.others == NULL) {
        status = nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for an endpoint.");
    } else if (nc_random(id, sizeof id) < 0) {
        status = nc_fail_errno(error, errno, "The kernel gives no random bytes");
    } else {
        opened->id_high = id[0];
        opened->id_low = id[1];
        for (size_t i = 0; i < options->allowed_user_count; i++) {
            opened->users.others[i] = options->allowed_users[i];
        }
        opened->users.other_count = options->allowed_user_count;
        status = nc_directory_open(&opened->directory, options->directory, &opened->users, error);
    }
    if (status != NEARCALL_OK) {
        destroy(opened);
        return status;
    }
    nc_sweep(&opened->directory, opened->users.own);
    *endpoint = opened;
    return NEARCALL_OK;
}

void nearcall_close(nearcall_endpoint *endpoint)
{
    if (endpoint == NULL) {
        return;
    }
    atomic_store_explicit(&endpoint->closed, true, memory_order_release);
    nc_exports_withdraw(endpoint);
    pthread_mutex_lock(&endpoint->lock);
    for (;;) {
        struct nc_connection *open = endpoint->connections;
        while (open != NULL && nc_connection_has_ended(open)) {
            open = open->next;
        }
        if (open == NULL) {
            break;
        }
        nc_connection_retain(open);
        pthread_mutex_unlock(&endpoint->lock);
        nc_connection_end(open, NC_END_CLOSED, "this endpoint was closed");
        nc_connection_release(open);
        pthread_mutex_lock(&endpoint->lock);
    }
    while (endpoint->threads > 0 || endpoint->guests > 0) {
        nc_condition_wait(&endpoint->changed, &endpoint->lock, NC_NEVER);
    }
    nc_objects_tell(endpoint); /* for whom no thread could be had */
    pthread_mutex_unlock(&endpoint->lock);
    nc_endpoint_release(endpoint);
}

nearcall_endpoint *nc_endpoint_retain(nearcall_endpoint *endpoint)
{
    atomic_fetch_add_explicit(&endpoint->references, 1, memory_order_relaxed);
    return endpoint;
}

void nc_endpoint_release(nearcall_endpoint *endpoint)
{
    /* Acquire and release: the last one sees what the others did. */
    if (atomic_fetch_sub_explicit(&endpoint->references, 1, memory_order_acq_rel) == 1) {
        destroy(endpoint);
    }
}

int nc_endpoint_start_thread(nearcall_endpoint *endpoint, void *(*run)(void *), void *argument)
{
    pthread_mutex_lock(&endpoint->lock);
    endpoint->threads++;
    pthread_mutex_unlock(&endpoint->lock);
    nc_endpoint_retain(endpoint);
    int result = nc_start_thread(run, argument);
    if (result < 0) {
        nc_endpoint_thread_ended(endpoint);
    }
    return result;
}

void nc_endpoint_thread_ended(nearcall_endpoint *endpoint)
{
    pthread_mutex_lock(&endpoint->lock);
    endpoint->threads--;
    pthread_cond_broadcast(&endpoint->changed);
    pthread_mutex_unlock(&endpoint->lock);
    nc_endpoint_release(endpoint);
}

bool nc_endpoint_enter(nearcall_endpoint *endpoint)
{
    pthread_mutex_lock(&endpoint->lock);
    /* nearcall_close() stores this before it takes the lock. */
    bool entered = !atomic_load_explicit(&endpoint->closed, memory_order_relaxed);
    endpoint->guests += entered ? 1 : 0;
    pthread_mutex_unlock(&endpoint->lock);
    return entered;
}

void nc_endpoint_leave(nearcall_endpoint *endpoint)
{
    pthread_mutex_lock(&endpoint->lock);
    endpoint->guests--;
    pthread_cond_broadcast(&endpoint->changed);
    pthread_mutex_unlock(&endpoint->lock);
}
