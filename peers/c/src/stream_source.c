// SPDX-License-Identifier: Apache-2.0
/*
 * Streams of this process (section 14 of the protocol). Elements are kept until the reader has them: a fetch says up to
 * which position, and another fetch asks again for those of an answer that nobody read.
 */
#include "object.h"
#include "request.h"
#include "value.h"

#include <stdlib.h>

enum { ENOUGH_BYTES = 32 * 1024 };

struct kept {
    struct kept *next;         /* stays when it is dropped: somebody may be writing it */
    struct kept *next_dropped;
    nearcall_values *values;
    const nearcall_value *element;
};

struct source {
    nearcall_source from;
    pthread_mutex_t lock; /* a reader may have two shared lanes */
    int64_t position;     /* of the first element that is kept */
    struct kept *first;
    struct kept **last;
    struct kept *dropped; /* freed when nobody writes elements any more */
    unsigned writers;
    int state;            /* NEARCALL_OK; NEARCALL_STREAM_END or another status behind the last element */
    nearcall_values *failure_values;
    const nearcall_value *failure;
};

static void drop_first(struct source *source)
{
    struct kept *kept = source->first;
    source->first = kept->next;
    if (source->first == NULL) {
        source->last = &source->first;
    }
    source->position++;
    kept->next_dropped = source->dropped;
    source->dropped = kept;
}

static void free_dropped(struct source *source)
{
    while (source->dropped != NULL) {
        struct kept *kept = source->dropped;
        source->dropped = kept->next_dropped;
        nearcall_values_free(kept->values);
        free(kept);
    }
}

/* Makes one more element, if there is one. Under the lock. */
static void pull(struct source *source)
{
    struct kept *kept = calloc(1, sizeof *kept);
    nearcall_values *values = nearcall_values_new();
    const nearcall_value *element = NULL;
    int status = kept == NULL || values == NULL ? NEARCALL_NO_MEMORY
                                                : source->from.next(source->from.context, values, &element);
    if (status == NEARCALL_OK) {
        *kept = (struct kept){.values = values, .element = element};
        *source->last = kept;
        source->last = &kept->next;
        return;
    }
    free(kept);
    source->state = status;
    if (status == NEARCALL_EXCEPTION) {
        source->failure = element;
        source->failure_values = values;
    } else {
        nearcall_values_free(values);
    }
}

/* The element at a position, which is made if need be, or NULL. Under the lock. */
static struct kept *element_at(struct source *source, struct kept *before)
{
    struct kept **at = before == NULL ? &source->first : &before->next;
    if (*at == NULL && source->state == NEARCALL_OK) {
        pull(source);
    }
    return *at;
}

static uint64_t written(const nearcall_writer *writer)
{
    return writer->earlier + writer->used;
}

/* Under the lock, which it leaves while it writes. */
static int answer(nearcall_request *request, struct source *source, int64_t position, int64_t demand)
{
    while (source->first != NULL && source->position < position) {
        drop_first(source);
    }
    if (source->position != position) {
        return nearcall_request_throw(request, "java.lang.IllegalArgumentException",
                                      "elements at this position were given up, or have not been fetched");
    }
    struct kept *kept = element_at(source, NULL);
    if (kept == NULL && source->state != NEARCALL_STREAM_END) {
        return source->failure != NULL
                   ? nearcall_request_throw_value(request, source->failure)
                   : nearcall_request_throw(request, "java.lang.IllegalStateException", nearcall_status_name(source->state));
    }
    nearcall_writer *writer = nearcall_request_result(request);
    nc_put_varint(writer, NC_ID_ELEMENTS + 1);
    uint64_t start = written(writer);
    while (kept != NULL && position < demand && written(writer) - start <= ENOUGH_BYTES &&
           writer->error.status == NEARCALL_OK) {
        pthread_mutex_unlock(&source->lock); /* a peer that does not read delays no other one */
        nearcall_put_boolean(writer, true);
        nc_write_value(writer, kept->element);
        pthread_mutex_lock(&source->lock);
        position++;
        kept = position < demand ? element_at(source, kept) : NULL;
    }
    bool all = source->state == NEARCALL_STREAM_END && kept == NULL && position < demand;
    nearcall_put_boolean(writer, false);
    nearcall_put_boolean(writer, all);
    return NEARCALL_OK;
}

static int run(nearcall_request *request, struct source *source, bool has_demand)
{
    int64_t position = nearcall_get_long(nearcall_request_arguments(request));
    int64_t demand = has_demand ? nearcall_get_long(nearcall_request_arguments(request)) : INT64_MAX;
    int status = nearcall_request_start(request);
    if (status != NEARCALL_OK) {
        return status;
    }
    if (demand <= position) {
        return nearcall_request_throw(request, "java.lang.UnsupportedOperationException",
                                      "a stream of this peer does not wait for its end alone");
    }
    pthread_mutex_lock(&source->lock);
    source->writers++;
    status = answer(request, source, position, demand);
    if (--source->writers == 0) {
        free_dropped(source);
    }
    pthread_mutex_unlock(&source->lock);
    return status;
}

static int fetch(nearcall_request *request, void *context)
{
    return run(request, context, true);
}

static int poll_elements(nearcall_request *request, void *context)
{
    return run(request, context, false);
}

static void close_source(void *context)
{
    struct source *source = context;
    while (source->first != NULL) {
        drop_first(source);
    }
    free_dropped(source);
    nearcall_values_free(source->failure_values);
    if (source->from.close != NULL) {
        source->from.close(source->from.context);
    }
    pthread_mutex_destroy(&source->lock);
    free(source);
}

int nearcall_source_new(const nearcall_source *from, nearcall_object **object, nearcall_error *error)
{
    static const nearcall_method methods[] = {
        {"fetch (JJ)Ljava/util/concurrent/CompletableFuture; (JJ)L", fetch},
        {"follow (JJ)Ljava/util/concurrent/CompletableFuture; (JJ)L", fetch},
        {"poll (J)Ljava/util/concurrent/CompletableFuture; (J)L", poll_elements},
    };
    struct source *source = calloc(1, sizeof *source);
    if (source == NULL) {
        return nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for a stream.");
    }
    source->from = *from;
    source->last = &source->first;
    pthread_mutex_init(&source->lock, NULL);
    int status = nc_object_new(NEARCALL_STREAM, methods, 3, source, close_source, object, error);
    if (status != NEARCALL_OK) {
        pthread_mutex_destroy(&source->lock);
        free(source);
    }
    return status;
}
