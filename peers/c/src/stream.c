// SPDX-License-Identifier: Apache-2.0
/* Streams of the peer (section 14 of the protocol): fetches elements, as many at once as one answer has. */
#include "call.h"
#include "references.h"
#include "value.h"

#include <stdlib.h>

enum { METHOD_FETCH = 0, METHOD_SUBSCRIBE = 0, DEMAND = 1024 };

struct nearcall_stream {
    struct nc_connection *connection;
    struct nc_remote *remote;
    int64_t position;            /* of the element behind those that have arrived */
    nearcall_call *answer;       /* has the elements that arrived last */
    struct nc_values_list elements;
    uint32_t next;               /* of elements */
    bool last;                   /* the source has no more behind those */
};

static int open_stream(struct nc_remote *remote, nearcall_stream **stream, nearcall_error *error)
{
    nearcall_stream *opened = calloc(1, sizeof *opened);
    if (opened == NULL) {
        return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for a stream.");
    }
    opened->connection = nc_connection_retain(remote->connection);
    opened->remote = remote;
    nc_remote_pin(remote);
    *stream = opened;
    return NEARCALL_OK;
}

static struct nc_remote *remote_of(const nearcall_value *reference)
{
    return nearcall_value_kind(reference) == NEARCALL_KIND_REFERENCE ? reference->reference.remote : NULL;
}

int nearcall_stream_open(const nearcall_value *reference, nearcall_stream **stream, nearcall_error *error)
{
    struct nc_remote *remote = remote_of(reference);
    return remote != NULL ? open_stream(remote, stream, error)
                          : nc_fail(error, NEARCALL_INVALID, "The value is no stream of the other side.");
}

int nearcall_stream_subscribe(const nearcall_value *reference, nearcall_stream **stream, nearcall_error *error)
{
    struct nc_remote *publisher = remote_of(reference);
    if (publisher == NULL) {
        return nc_fail(error, NEARCALL_INVALID, "The value is no publisher of the other side.");
    }
    struct nc_call_target target = {.object = publisher->id, .method = METHOD_SUBSCRIBE, .remote = publisher};
    nearcall_call *call;
    int status = nc_call_begin(publisher->connection, &target, NULL, NULL, &call, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    status = nearcall_call_invoke(call, error);
    if (status == NEARCALL_OK) {
        struct nc_remote *subscription = remote_of(nearcall_get_reference(nearcall_call_result(call)));
        status = subscription != NULL
                     ? open_stream(subscription, stream, error)
                     : nc_fail(error, NEARCALL_BREACH, "The publisher answers with no subscription of its own side.");
    }
    nearcall_call_end(call);
    return status;
}

/* Class 98: for each element a byte 1 and the element; a byte 0; are these the last ones. */
static int read_elements(nearcall_stream *stream, nearcall_error *error)
{
    nearcall_reader *reader = nearcall_call_result(stream->answer);
    if (nc_get_varint(reader) != NC_ID_ELEMENTS + 1) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "The source of a stream answers with something else than elements.");
    }
    while (nearcall_get_boolean(reader) && reader->error.status == NEARCALL_OK) {
        nearcall_value *element = nc_read_value(reader);
        if (reader->error.status == NEARCALL_OK && !nc_values_add(reader->arena, &stream->elements, element)) {
            nc_reader_fail(reader, NEARCALL_NO_MEMORY, "There is no memory for the elements of a stream.");
        }
    }
    stream->last = nearcall_get_boolean(reader);
    if (reader->error.status == NEARCALL_OK && stream->elements.count == 0 && !stream->last) {
        nc_reader_fail(reader, NEARCALL_UNREADABLE, "The source of a stream answers with no element, and has not ended.");
    }
    if (reader->error.status != NEARCALL_OK) {
        stream->elements.count = 0;
        stream->last = false;
        if (error != NULL) {
            *error = reader->error;
        }
        return reader->error.status;
    }
    stream->position += stream->elements.count;
    return NEARCALL_OK;
}

static void drop_answer(nearcall_stream *stream)
{
    nearcall_call_end(stream->answer);
    stream->answer = NULL;
    stream->elements = (struct nc_values_list){0};
    stream->next = 0;
}

/* Asks for the elements behind those that have arrived. The source may forget those. */
static int fetch(nearcall_stream *stream, int64_t timeout_ns, nearcall_error *error)
{
    struct nc_call_target target = {.object = stream->remote->id, .method = METHOD_FETCH, .remote = stream->remote};
    nearcall_call_options options = {.kind = NEARCALL_FUTURE, .deadline_ns = timeout_ns < 0 ? -1 : NC_MAX(timeout_ns, (int64_t)1)};
    drop_answer(stream);
    int status = nc_call_begin(stream->connection, &target, &options, NULL, &stream->answer, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    nearcall_put_long(nearcall_call_arguments(stream->answer), stream->position);
    nearcall_put_long(nearcall_call_arguments(stream->answer), stream->position + DEMAND);
    status = nearcall_call_invoke(stream->answer, error);
    return status == NEARCALL_OK ? read_elements(stream, error) : status;
}

int nearcall_stream_next(nearcall_stream *stream, int64_t timeout_ns, const nearcall_value **element,
                         nearcall_error *error)
{
    if (stream->next == stream->elements.count) {
        if (stream->last) {
            return nc_fail(error, NEARCALL_STREAM_END, "The stream has no more elements.");
        }
        int status = fetch(stream, timeout_ns, error);
        if (status != NEARCALL_OK) {
            return status;
        }
        if (stream->elements.count == 0) {
            return nc_fail(error, NEARCALL_STREAM_END, "The stream has no more elements.");
        }
    }
    *element = stream->elements.at[stream->next++];
    return NEARCALL_OK;
}

const nearcall_value *nearcall_stream_exception(const nearcall_stream *stream)
{
    return stream->answer == NULL ? NULL : nearcall_call_exception(stream->answer);
}

void nearcall_stream_close(nearcall_stream *stream)
{
    if (stream != NULL) {
        drop_answer(stream);
        nc_remote_unpin(stream->remote);
        nc_connection_release(stream->connection);
        free(stream);
    }
}
