// SPDX-License-Identifier: Apache-2.0
/* Object 0 of this endpoint (section 7 of the protocol). */
#include "agreement.h"
#include "export.h"
#include "references.h"
#include "request.h"
#include "value.h"

#include <stdio.h>

enum { METHOD_AGREE, METHOD_BIND, METHOD_BIND_REFERENCE, METHOD_FACET, METHOD_FENCE, METHOD_VIEW, METHODS };

enum { LONGEST_ARGUMENTS = 16 * 1024 * 1024, MOST_SIGNATURES = 16 * NC_METHODS_MAX /* with former names */ };

bool nc_object0_has_method(uint32_t method)
{
    return method < METHODS;
}

/* A text without a zero byte, or NULL: what this side compares ends with one. */
static const char *name_of(const nearcall_value *text)
{
    size_t length;
    const char *at = nearcall_value_text(text, &length);
    return at != NULL && strlen(at) == length ? at : NULL;
}

static const char *get_name(nearcall_reader *reader)
{
    size_t length;
    const char *at = nearcall_get_string(reader, &length);
    return at != NULL && strlen(at) == length ? at : NULL;
}

static const nearcall_value *get_signatures(nearcall_reader *reader)
{
    const nearcall_value *signatures = nearcall_get_plain(reader, "[Ljava.lang.String;");
    if (nearcall_value_count(signatures) > MOST_SIGNATURES) {
        nc_reader_fail(reader, NEARCALL_OVERLOADED, "more than %d methods are asked for", MOST_SIGNATURES);
    }
    return signatures;
}

/* Answers the numbers of methods, behind the object's id if it is not negative. */
static void put_numbers(nearcall_writer *writer, const struct nc_object *object, int64_t id,
                        const nearcall_value *signatures)
{
    size_t count = nearcall_value_count(signatures);
    nc_put_varint(writer, 1);
    nc_put_varint(writer, object == NULL ? 0 : (uint32_t)(count + (id >= 0 ? 1 : 0)));
    if (object != NULL && id >= 0) {
        nearcall_put_int(writer, (int32_t)id);
    }
    for (size_t i = 0; object != NULL && i < count && !nc_connection_has_ended(writer->connection); i++) {
        const char *signature = name_of(nearcall_value_at(signatures, i));
        nearcall_put_int(writer, signature == NULL ? -1 : nc_object_find(object, signature));
    }
}

static int bind(nearcall_request *request)
{
    nearcall_reader *reader = &request->reader;
    const char *name = get_name(reader);
    nearcall_get_string(reader, NULL); /* the interface's name is not looked at */
    const nearcall_value *signatures = get_signatures(reader);
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        struct nc_object *object = name == NULL ? NULL : nc_export_find(request->connection->endpoint, name);
        put_numbers(&request->writer, object, object == NULL ? -1 : (int64_t)object->id, signatures);
        if (object != NULL) {
            nc_object_release(object);
        }
    }
    return status;
}

static int bind_reference(nearcall_request *request)
{
    nearcall_reader *reader = &request->reader;
    uint32_t id = (uint32_t)nearcall_get_int(reader);
    int32_t facet = nearcall_get_int(reader);
    const nearcall_value *signatures = get_signatures(reader);
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        struct nc_object *object =
            facet == 0 ? nc_references_object(request->connection->objects, id, false) : NULL;
        put_numbers(&request->writer, object, -1, signatures);
        if (object != NULL) {
            nc_object_release(object);
        }
    }
    return status;
}

static int facet(nearcall_request *request)
{
    uint32_t id = (uint32_t)nearcall_get_int(&request->reader);
    const char *interface_name = get_name(&request->reader);
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        struct nc_object *object = nc_references_object(request->connection->objects, id, false);
        bool same = object != NULL && interface_name != NULL && strcmp(object->interface_name, interface_name) == 0;
        nearcall_put_int(&request->writer, same ? 0 : -1); /* objects of this library have one interface */
        if (object != NULL) {
            nc_object_release(object);
        }
    }
    return status;
}

static int view(nearcall_request *request)
{
    nearcall_get_int(&request->reader);
    nearcall_get_string(&request->reader, NULL);
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        nc_write_value(&request->writer, NULL); /* a service of this library has no other interface */
    }
    return status;
}

static void agree_on(nearcall_request *request, const char *name, const char *shape)
{
    struct nc_class *class =
        name == NULL || shape == NULL ? NULL : nc_registry_find(request->connection->endpoint->classes, name, NULL);
    uint32_t id = class == NULL ? 0 : nc_class_agree(request->connection, class, shape);
    nearcall_writer *writer = &request->writer;
    if (id == 0 || strcmp(class->shape, shape) == 0) {
        char number[16];
        snprintf(number, sizeof number, "%u", id);
        nearcall_put_string(writer, id != 0 ? number : class != NULL ? class->shape : "");
        return;
    }
    /* The id, a line feed, and this side's shape, which is compatible. */
    size_t capacity = strlen(class->shape) + 16;
    char *both = nc_arena_alloc(&request->arena, capacity);
    if (both == NULL) {
        nc_writer_fail(writer, NEARCALL_NO_MEMORY, "There is no memory for a shape.");
        return;
    }
    snprintf(both, capacity, "%u\n%s", id, class->shape);
    nearcall_put_string(writer, both);
}

static int agree(nearcall_request *request)
{
    const nearcall_value *names = nearcall_get_plain(&request->reader, "[Ljava.lang.String;");
    const nearcall_value *shapes = nearcall_get_plain(&request->reader, "[Ljava.lang.String;");
    size_t count = nearcall_value_count(names);
    if (!request->connection->accepted || count != nearcall_value_count(shapes)) {
        nc_reader_fail(&request->reader, NEARCALL_UNREADABLE, "agree is called by the side that does not assign ids, or "
                       "with other numbers of names and shapes.");
    }
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        nc_put_varint(&request->writer, 1);
        nc_put_varint(&request->writer, (uint32_t)count);
        for (size_t i = 0; i < count; i++) {
            agree_on(request, name_of(nearcall_value_at(names, i)), name_of(nearcall_value_at(shapes, i)));
        }
    }
    return status;
}

int nc_object0_run(nearcall_request *request, uint32_t method)
{
    if (request->reader.end - request->reader.at > LONGEST_ARGUMENTS) {
        nc_reader_fail(&request->reader, NEARCALL_TOO_LARGE, "Arguments of object 0 have 16 MiB at most.");
        return NEARCALL_TOO_LARGE;
    }
    switch (method) {
    case METHOD_AGREE:
        return agree(request);
    case METHOD_BIND:
        return bind(request);
    case METHOD_BIND_REFERENCE:
        return bind_reference(request);
    case METHOD_FACET:
        return facet(request);
    case METHOD_VIEW:
        return view(request);
    default: /* fence */
        return nearcall_request_start(request);
    }
}
