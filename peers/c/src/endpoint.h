// SPDX-License-Identifier: Apache-2.0
/* An endpoint: what all its connections and services share. */
#ifndef NC_ENDPOINT_H
#define NC_ENDPOINT_H

#include "directory.h"

#include <pthread.h>
#include <stdatomic.h>

struct nc_connection;
struct nc_export;
struct nc_registry;

struct nearcall_endpoint {
    atomic_uint references; /* the owner, connections and services */
    struct nc_directory directory;
    struct nc_users users;
    uint64_t id_high;
    uint64_t id_low;
    int64_t deadline_ns; /* negative: none */
    int64_t lookup_timeout_ns;
    uint64_t max_message_bytes;
    uint32_t max_lanes;
    uint32_t max_calls;
    uint32_t max_connections;
    bool trees;
    long processors;
    bool has_heavy_fence; /* see fence.h */

    atomic_bool closed;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* a thread has ended */
    unsigned threads;       /* that the endpoint has started */
    unsigned guests;        /* handlers that run on threads of the application, and what is about to have a thread */
    struct nc_object *gone; /* objects whose owners are not told yet that nobody refers to them */
    struct nc_object **last_gone; /* where the next one is put, if there are any */
    bool telling;           /* a thread does it */
    struct nc_connection *connections;
    unsigned accepted; /* connections, and those that are being accepted */
    struct nc_export *exports;
    uint32_t next_object;
    uint32_t served_lanes; /* of all connections, beyond the first ones of each */
    struct nc_registry *classes; /* has its own lock */
    struct nc_closing *closing;  /* likewise */
};

nearcall_endpoint *nc_endpoint_retain(nearcall_endpoint *endpoint);
void nc_endpoint_release(nearcall_endpoint *endpoint);

/* Starts a detached thread that nearcall_close() waits for. It ends with nc_endpoint_thread_ended(). */
int nc_endpoint_start_thread(nearcall_endpoint *endpoint, void *(*run)(void *), void *argument);
void nc_endpoint_thread_ended(nearcall_endpoint *endpoint);

/* A handler runs on another thread, and nearcall_close() waits for it. Returns false if the endpoint is closed already. */
bool nc_endpoint_enter(nearcall_endpoint *endpoint);
void nc_endpoint_leave(nearcall_endpoint *endpoint);

/* Initialises a condition whose times are those of nc_now_ns(). */
void nc_condition_init(pthread_cond_t *condition);

/* Waits until a deadline. Returns false if it is over. */
bool nc_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, int64_t deadline_ns);

#endif
