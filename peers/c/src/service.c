// SPDX-License-Identifier: Apache-2.0
/* Looks services up, binds their methods, and begins calls. */
#include "service.h"

#include "agreement.h"
#include "batch_kind.h"
#include "handshake.h"
#include "request.h"
#include "value.h"

#include <stdlib.h>

enum { METHOD_BIND = 1, METHOD_BIND_REFERENCE = 2, METHOD_FACET = 3, METHOD_FENCE = 4, FACET_SHIFT = 12 };

/* ---------------------------------------------------------------------------------------------------------- object 0 */

/* around: the request within which it is called, or NULL. */
static int call_object0(struct nc_connection *connection, uint32_t method, int64_t deadline_ns,
                        nearcall_request *around, nearcall_call **call, nearcall_error *error)
{
    struct nc_call_target target = {.object = 0, .method = method, .latest_ns = deadline_ns};
    return nc_call_begin(connection, &target, NULL, around, call, error);
}

/* A String[], form X. */
static void put_strings(nearcall_writer *writer, const char *const *texts, size_t count)
{
    nc_put_varint(writer, 1);
    nc_put_varint(writer, (uint32_t)count);
    for (size_t i = 0; i < count; i++) {
        nearcall_put_string(writer, texts[i]);
    }
}

/* An int[], form X. */
static const int32_t *get_ints(nearcall_call *call, size_t *count)
{
    nearcall_reader *reader = nearcall_call_result(call);
    const nearcall_value *numbers = nearcall_get_plain(reader, "[I");
    return nearcall_value_elements(numbers, count);
}

/* ----------------------------------------------------------------------------------------------------------- handles */

static void free_service(nearcall_service *service)
{
    for (size_t i = 0; service->signatures != NULL && i < service->method_count; i++) {
        free(service->signatures[i]);
    }
    free(service->signatures);
    free(service->numbers);
    if (service->remote != NULL) {
        nc_remote_unpin(service->remote);
    }
    if (service->connection != NULL) {
        nc_connection_release(service->connection);
    }
    free(service);
}

static int new_service(const char *const *methods, size_t count, nearcall_service **service, nearcall_error *error)
{
    if (count > NC_METHODS_MAX) {
        return nc_fail(error, NEARCALL_INVALID, "method_count=%zu is above 4096.", count);
    }
    for (size_t i = 0; i < count; i++) {
        if (!nc_signature_valid(methods[i])) {
            return nc_fail(error, NEARCALL_INVALID, "\"%.200s\" is no name, descriptor and wire form.", methods[i]);
        }
    }
    nearcall_service *made = calloc(1, sizeof *made);
    bool whole = made != NULL;
    if (whole) {
        atomic_init(&made->references, 1);
        made->method_count = count;
        made->numbers = calloc(count + 1, sizeof *made->numbers);
        made->signatures = calloc(count + 1, sizeof *made->signatures);
        whole = made->numbers != NULL && made->signatures != NULL;
    }
    for (size_t i = 0; whole && i < count; i++) {
        made->signatures[i] = strdup(methods[i]);
        whole = made->signatures[i] != NULL;
    }
    if (!whole) {
        if (made != NULL) {
            free_service(made);
        }
        return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for a service.");
    }
    *service = made;
    return NEARCALL_OK;
}

void nearcall_service_release(nearcall_service *service)
{
    if (service != NULL && atomic_fetch_sub_explicit(&service->references, 1, memory_order_acq_rel) == 1) {
        free_service(service);
    }
}

/* ------------------------------------------------------------------------------------------------------------ binding */

/* Takes the numbers of an answer, behind so many that are something else. */
static int take_numbers(nearcall_service *service, const int32_t *numbers, size_t count, size_t skipped,
                        nearcall_error *error)
{
    if (count != skipped + service->method_count) {
        return nc_fail(error, NEARCALL_BREACH, "The other side answers %zu numbers for %zu methods.", count,
                       service->method_count);
    }
    for (size_t i = 0; i < service->method_count; i++) {
        service->numbers[i] = numbers[skipped + i];
        if (service->numbers[i] >= NC_METHODS_MAX) {
            return nc_fail(error, NEARCALL_BREACH, "The other side numbers a method %d.", service->numbers[i]);
        }
    }
    return NEARCALL_OK;
}

static int bind_service(nearcall_service *service, const char *name, const char *interface_name, int64_t deadline_ns,
                        nearcall_error *error)
{
    nearcall_call *call;
    int status = call_object0(service->connection, METHOD_BIND, deadline_ns, NULL, &call, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    nearcall_writer *writer = nearcall_call_arguments(call);
    nearcall_put_string(writer, name);
    nearcall_put_string(writer, interface_name);
    put_strings(writer, (const char *const *)service->signatures, service->method_count);
    status = nearcall_call_invoke(call, error);
    if (status == NEARCALL_OK) {
        size_t count;
        const int32_t *numbers = get_ints(call, &count);
        if (numbers == NULL) {
            status = nc_fail(error, NEARCALL_BREACH, "The other side's answer to bind is malformed.");
        } else if (count == 0) {
            status = nc_fail(error, NEARCALL_NOT_FOUND, "The process that listens as \"%s\" has no such service.", name);
        } else {
            service->object = (uint32_t)numbers[0];
            status = take_numbers(service, numbers, count, 1, error);
        }
    }
    nearcall_call_end(call);
    return status;
}

/* On the connection of the handle. */
static int try_connection(nearcall_service *service, const char *name, const char *interface_name, int64_t deadline_ns,
                          nearcall_error *error)
{
    int64_t latest_ns = NC_MAX(deadline_ns, nc_now_ns() + NC_NS_PER_S);
    int status = bind_service(service, name, interface_name, latest_ns, error);
    nc_reuse_leave(service->connection, status);
    return status;
}

/* Uses a known connection, or else a new one. */
static int connect_and_bind(nearcall_service *service, nearcall_endpoint *endpoint, const struct nc_batch_kind *kind,
                            const char *name, const char *interface_name, int64_t deadline_ns, nearcall_error *error)
{
    struct nc_connection *known = nc_reuse(endpoint, kind, name, NULL);
    while (known != NULL) {
        service->connection = known;
        int status = try_connection(service, name, interface_name, deadline_ns, error);
        if (!nc_reuse_looks_on(status)) {
            return status;
        }
        service->connection = NULL;
        struct nc_connection *next = nc_reuse(endpoint, kind, name, known);
        nc_connection_release(known);
        known = next;
    }
    int status = nc_connect(endpoint, kind, name, deadline_ns, &service->connection, error);
    return status != NEARCALL_OK ? status : try_connection(service, name, interface_name, deadline_ns, error);
}

static int look_up(nearcall_endpoint *endpoint, const char *address, const char *interface_name,
                   const char *const *methods, size_t method_count, nearcall_service **service, nearcall_error *error)
{
    const struct nc_batch_kind *kind;
    const char *name;
    int status = nc_parse_address(address, &kind, &name, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    if (atomic_load_explicit(&endpoint->closed, memory_order_acquire)) {
        return nc_fail(error, NEARCALL_CLOSED, "The endpoint is closed.");
    }
    nearcall_service *found;
    status = new_service(methods, method_count, &found, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    int64_t deadline_ns = nc_deadline_after(endpoint->lookup_timeout_ns);
    const struct nc_batch_kind *tried = kind == NULL ? nc_next_batch_kind(NULL) : kind;
    do {
        status = connect_and_bind(found, endpoint, tried, name, interface_name, deadline_ns, error);
        tried = nc_next_batch_kind(tried);
    } while (status == NEARCALL_UNSUPPORTED && kind == NULL && tried != NULL); /* it is not offered over that channel */
    if (status != NEARCALL_OK) {
        free_service(found);
        return nc_outcome(error, status, NEARCALL_NOT_SENT);
    }
    *service = found;
    return NEARCALL_OK;
}

int nearcall_lookup(nearcall_endpoint *endpoint, const char *address, const char *interface_name,
                    const char *const *methods, size_t method_count, nearcall_service **service, nearcall_error *error)
{
    nc_endpoint_retain(endpoint); /* nearcall_close() does not wait for it */
    int status = look_up(endpoint, address, interface_name, methods, method_count, service, error);
    nc_endpoint_release(endpoint);
    return status;
}

/* --------------------------------------------------------------------------------------------------------- references */

/* The place of an interface in an object's list, or -1. */
static int32_t known_facet(struct nc_remote *remote, const char *interface_name)
{
    uint32_t facets[NC_FACETS_MAX];
    uint32_t count = nc_remote_get_facets(remote, facets);
    for (uint32_t i = 0; i < count; i++) {
        if (facets[i] == 1) {
            return (int32_t)i; /* the one of the signature, which the caller names */
        }
        struct nc_class *class = nc_class_of_id(remote->connection, facets[i]);
        if (class != NULL && strcmp(class->name, interface_name) == 0) {
            return (int32_t)i;
        }
    }
    return -1;
}

/* Asks for one more interface of an object. */
static int ask_for_facet(nearcall_service *service, const char *interface_name, int64_t deadline_ns,
                         nearcall_request *around, int32_t *facet, nearcall_error *error)
{
    nearcall_call *call;
    int status = call_object0(service->connection, METHOD_FACET, deadline_ns, around, &call, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    nearcall_put_int(nearcall_call_arguments(call), (int32_t)service->object);
    nearcall_put_string(nearcall_call_arguments(call), interface_name);
    status = nearcall_call_invoke(call, error);
    if (status == NEARCALL_OK) {
        *facet = nearcall_get_int(nearcall_call_result(call));
        if (nearcall_reader_status(nearcall_call_result(call)) != NEARCALL_OK || *facet < 0 || *facet >= NC_FACETS_MAX) {
            status = nc_fail(error, NEARCALL_NOT_FOUND, "The object does not implement %.200s.", interface_name);
        }
    }
    nearcall_call_end(call);
    return status;
}

static int bind_reference(nearcall_service *service, int64_t deadline_ns, nearcall_request *around,
                          nearcall_error *error)
{
    nearcall_call *call;
    int status = call_object0(service->connection, METHOD_BIND_REFERENCE, deadline_ns, around, &call, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    nearcall_put_int(nearcall_call_arguments(call), (int32_t)service->object);
    nearcall_put_int(nearcall_call_arguments(call), (int32_t)service->facet);
    put_strings(nearcall_call_arguments(call), (const char *const *)service->signatures, service->method_count);
    status = nearcall_call_invoke(call, error);
    if (status == NEARCALL_OK) {
        size_t count;
        const int32_t *numbers = get_ints(call, &count);
        status = numbers == NULL || (count == 0 && service->method_count > 0)
                     ? nc_fail(error, NEARCALL_NOT_FOUND, "The object does not exist any more.")
                     : take_numbers(service, numbers, count, 0, error);
    }
    nearcall_call_end(call);
    return status;
}

static int bind_remote(nearcall_request *around, const nearcall_value *reference, const char *interface_name,
                       const char *const *methods, size_t method_count, nearcall_service **service,
                       nearcall_error *error)
{
    struct nc_remote *remote =
        nearcall_value_kind(reference) == NEARCALL_KIND_REFERENCE ? reference->reference.remote : NULL;
    if (remote == NULL) {
        return nc_fail(error, NEARCALL_INVALID, "The value is no reference to an object of the other side.");
    }
    nearcall_service *bound;
    int status = new_service(methods, method_count, &bound, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    bound->connection = nc_connection_retain(remote->connection);
    nc_remote_pin(remote);
    bound->remote = remote;
    bound->object = remote->id;
    int64_t deadline_ns = nc_deadline_after(bound->connection->endpoint->lookup_timeout_ns);
    int32_t facet = known_facet(remote, interface_name);
    if (facet < 0) {
        status = ask_for_facet(bound, interface_name, deadline_ns, around, &facet, error);
    }
    if (status == NEARCALL_OK) {
        bound->facet = (uint32_t)facet;
        status = bind_reference(bound, deadline_ns, around, error);
    }
    if (status != NEARCALL_OK) {
        free_service(bound);
        return status;
    }
    *service = bound;
    return NEARCALL_OK;
}

int nearcall_bind(const nearcall_value *reference, const char *interface_name, const char *const *methods,
                  size_t method_count, nearcall_service **service, nearcall_error *error)
{
    return bind_remote(NULL, reference, interface_name, methods, method_count, service, error);
}

int nearcall_request_bind(nearcall_request *request, const nearcall_value *reference, const char *interface_name,
                          const char *const *methods, size_t method_count, nearcall_service **service,
                          nearcall_error *error)
{
    return bind_remote(request, reference, interface_name, methods, method_count, service, error);
}

/* -------------------------------------------------------------------------------------------------------------- calls */

static int begin(nearcall_service *service, size_t method, const nearcall_call_options *options,
                 nearcall_request *around, nearcall_call **call, nearcall_error *error)
{
    if (method >= service->method_count) {
        return nc_fail(error, NEARCALL_INVALID, "method=%zu, and %zu were looked up.", method, service->method_count);
    }
    int32_t number = service->numbers[method];
    if (number < 0) {
        return nc_fail(error, NEARCALL_NOT_FOUND, "The service has no method %.250s: %s.", service->signatures[method],
                       number == -2   ? "its values have another wire form there"
                       : number == -3 ? "it has methods of that name with other types"
                                      : "it has none of that name");
    }
    struct nc_call_target target = {.object = service->object,
                                    .method = (uint32_t)number | service->facet << FACET_SHIFT,
                                    .remote = service->remote};
    return nc_call_begin(service->connection, &target, options, around, call, error);
}

int nearcall_call_begin(nearcall_service *service, size_t method, const nearcall_call_options *options,
                        nearcall_call **call, nearcall_error *error)
{
    return begin(service, method, options, NULL, call, error);
}

int nearcall_request_call(nearcall_request *request, nearcall_service *service, size_t method,
                          const nearcall_call_options *options, nearcall_call **call, nearcall_error *error)
{
    return begin(service, method, options, request, call, error);
}

int nearcall_fence(nearcall_service *service, unsigned strand, nearcall_error *error)
{
    struct nc_call_target target = {.object = 0, .method = METHOD_FENCE};
    nearcall_call_options options = {.kind = NEARCALL_FUTURE, .strand = strand};
    nearcall_call *call;
    int status = nc_call_begin(service->connection, &target, &options, NULL, &call, error);
    if (status == NEARCALL_OK) {
        status = nearcall_call_invoke(call, error);
        nearcall_call_end(call);
    }
    return status;
}
