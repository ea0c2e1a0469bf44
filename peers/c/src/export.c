// SPDX-License-Identifier: Apache-2.0
/* Offers services, and accepts those who connect. */
#include "export.h"

#include "batch_kind.h"
#include "closing.h"
#include "handshake.h"
#include "references.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 1000, VISITORS = 32, SHORTAGE_PAUSE_NS = 50 * NC_NS_PER_MS };

struct nc_visitor {
    nearcall_endpoint *endpoint;
    const struct nc_batch_kind *kind;
    int fd;
    struct nc_peer peer;
};

static void release(struct nc_export *export)
{
    if (atomic_fetch_sub_explicit(&export->references, 1, memory_order_acq_rel) == 1) {
        nc_object_release(export->object);
        close(export->wake_fd);
        nc_endpoint_release(export->endpoint);
        free(export);
    }
}

static void *greet(void *argument)
{
    struct nc_visitor *visitor = argument;
    nearcall_endpoint *endpoint = visitor->endpoint;
    nc_welcome(endpoint, visitor->kind, visitor->fd, &visitor->peer);
    free(visitor);
    nc_endpoint_thread_ended(endpoint);
    return NULL;
}

static void welcome(struct nc_export *export, int fd)
{
    nearcall_endpoint *endpoint = export->endpoint;
    struct nc_peer peer;
    if (!nc_admit(endpoint, fd, &peer)) {
        return;
    }
    struct nc_visitor *visitor = malloc(sizeof *visitor);
    if (visitor != NULL) {
        *visitor = (struct nc_visitor){.endpoint = endpoint, .kind = export->kind, .fd = fd, .peer = peer};
    }
    if (visitor == NULL || nc_endpoint_start_thread(endpoint, greet, visitor) < 0) {
        nc_turn_away(endpoint, fd, &peer);
        free(visitor);
    }
}

/* The handshake may take 2 s, so another thread has it. Returns after some visitors, so that they do not keep this one. */
static void accept_visitors(struct nc_export *export)
{
    for (int i = 0; i < VISITORS && !atomic_load_explicit(&export->closed, memory_order_acquire); i++) {
        bool full = nc_closing_is_full(export->endpoint->closing);
        int fd = full ? -1 : accept4(export->socket.fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd >= 0) {
            welcome(export, fd);
        } else {
            if (full || (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED)) {
                /*
                 * A shortage, which passes: of descriptors, or of threads that close what peers have passed. Without a pause
                 * the visitor who waits would be asked for again at once.
                 */
                nanosleep(&(struct timespec){.tv_nsec = SHORTAGE_PAUSE_NS}, NULL);
            }
            return;
        }
    }
}

static void take_off_list(struct nc_export *export)
{
    nearcall_endpoint *endpoint = export->endpoint;
    pthread_mutex_lock(&endpoint->lock);
    struct nc_export **at = &endpoint->exports;
    while (*at != NULL && *at != export) {
        at = &(*at)->next;
    }
    if (*at != NULL) {
        *at = export->next;
    }
    pthread_mutex_unlock(&endpoint->lock);
}

/* Behind it no call of the service begins. */
static void close_for_calls(struct nc_export *export)
{
    atomic_store_explicit(&export->object->withdrawn, true, memory_order_release);
    atomic_store_explicit(&export->closed, true, memory_order_release);
}

static void *serve(void *argument)
{
    struct nc_export *export = argument;
    nearcall_endpoint *endpoint = export->endpoint;
    int64_t look_ns = nc_now_ns();
    while (!atomic_load_explicit(&export->closed, memory_order_acquire)) {
        struct pollfd events[] = {
            {.fd = export->socket.fd, .events = POLLIN},
            {.fd = export->wake_fd, .events = POLLIN},
        };
        poll(events, 2, LOOK_MS);
        if (events[0].revents != 0) {
            accept_visitors(export);
        }
        if (nc_now_ns() - look_ns >= LOOK_MS * (int64_t)NC_NS_PER_MS) {
            look_ns = nc_now_ns();
            if (!nc_service_socket_look(&export->socket)) {
                /* Another process has the name. It keeps its files. */
                close_for_calls(export);
            }
        }
    }
    nc_service_socket_close(&export->socket);
    take_off_list(export);
    release(export);
    nc_endpoint_thread_ended(endpoint);
    return NULL;
}

/* The caller leaves the endpoint when the export has a thread. */
static int add_to_list(struct nc_export *export, nearcall_error *error)
{
    nearcall_endpoint *endpoint = export->endpoint;
    pthread_mutex_lock(&endpoint->lock);
    bool closed = atomic_load_explicit(&endpoint->closed, memory_order_acquire);
    bool full = endpoint->next_object == NC_FIRST_REFERENCE;
    if (!closed && !full) {
        endpoint->guests++; /* so that nearcall_close() waits until there is a thread to wait for */
        export->object->id = endpoint->next_object++;
        export->next = endpoint->exports;
        endpoint->exports = export;
    }
    pthread_mutex_unlock(&endpoint->lock);
    return closed ? nc_fail(error, NEARCALL_CLOSED, "The endpoint is closed.")
           : full ? nc_fail(error, NEARCALL_OVERLOADED, "The endpoint has had 2^30 services.")
                  : NEARCALL_OK;
}

int nearcall_export(nearcall_endpoint *endpoint, const char *address, const char *interface_name,
                    const nearcall_method *methods, size_t method_count, void *context, nearcall_exported **exported,
                    nearcall_error *error)
{
    const struct nc_batch_kind *kind;
    const char *name;
    int status = nc_parse_address(address, &kind, &name, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    struct nc_export *export = calloc(1, sizeof *export);
    if (export == NULL) {
        return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for a service.");
    }
    status = nc_object_new(interface_name, methods, method_count, context, NULL, &export->object, error);
    if (status != NEARCALL_OK) {
        free(export);
        return status;
    }
    export->endpoint = nc_endpoint_retain(endpoint);
    export->kind = kind;
    export->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    atomic_init(&export->references, 1);
    atomic_init(&export->closed, false);
    if (export->wake_fd < 0) {
        status = nc_fail_errno(error, errno, "No descriptor can be had for a service");
    } else {
        status = nc_service_socket_open(&export->socket, &endpoint->directory, name, error);
    }
    if (status == NEARCALL_OK) {
        status = add_to_list(export, error);
        if (status != NEARCALL_OK) {
            nc_service_socket_close(&export->socket);
        }
    }
    if (status == NEARCALL_OK) {
        atomic_fetch_add_explicit(&export->references, 1, memory_order_relaxed); /* the thread's */
        if (nc_endpoint_start_thread(endpoint, serve, export) < 0) {
            atomic_fetch_sub_explicit(&export->references, 1, memory_order_relaxed);
            take_off_list(export);
            nc_service_socket_close(&export->socket);
            status = nc_fail(error, NEARCALL_NO_MEMORY, "No thread can be started for a service.");
        }
        nc_endpoint_leave(endpoint);
    }
    if (status != NEARCALL_OK) {
        release(export);
        return status;
    }
    *exported = export;
    return NEARCALL_OK;
}

bool nearcall_exported_is_closed(const nearcall_exported *exported)
{
    return atomic_load_explicit(&exported->closed, memory_order_acquire);
}

static void withdraw(struct nc_export *export)
{
    uint64_t one = 1;
    close_for_calls(export);
    while (write(export->wake_fd, &one, sizeof one) < 0 && errno == EINTR) {
    }
}

void nearcall_exported_release(nearcall_exported *exported)
{
    if (exported != NULL) {
        withdraw(exported);
        release(exported);
    }
}

void nc_exports_withdraw(nearcall_endpoint *endpoint)
{
    pthread_mutex_lock(&endpoint->lock);
    for (struct nc_export *export = endpoint->exports; export != NULL; export = export->next) {
        withdraw(export);
    }
    pthread_mutex_unlock(&endpoint->lock);
}

static struct nc_object *find(nearcall_endpoint *endpoint, const char *name, uint32_t id)
{
    struct nc_object *found = NULL;
    pthread_mutex_lock(&endpoint->lock);
    for (struct nc_export *export = endpoint->exports; export != NULL && found == NULL; export = export->next) {
        bool same = name != NULL ? strcmp(export->socket.name, name) == 0 : export->object->id == id;
        if (same && !atomic_load_explicit(&export->closed, memory_order_acquire)) {
            found = nc_object_retain(export->object);
        }
    }
    pthread_mutex_unlock(&endpoint->lock);
    return found;
}

struct nc_object *nc_export_find(nearcall_endpoint *endpoint, const char *name)
{
    return find(endpoint, name, 0);
}

struct nc_object *nc_export_of_id(nearcall_endpoint *endpoint, uint32_t id)
{
    return find(endpoint, NULL, id);
}

struct nc_object *nc_exported_object(struct nc_connection *connection, uint32_t id, uint32_t *method, bool post)
{
    if (id < NC_FIRST_REFERENCE) {
        return nc_export_of_id(connection->endpoint, id);
    }
    uint32_t facet = *method >> 12;
    *method &= 0xfff;
    return facet == 0 ? nc_references_object(connection->objects, id, post) : NULL;
}
