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
    struct kept *next;
    nearcall_values *values;
    const nearcall_value *element;
    unsigned writers; /* who write it without the lock */
    bool dropped;     /* the last of them frees it */
};

struct source {
    nearcall_source from;
    pthread_mutex_t lock; /* a reader may have two shared lanes */
    int64_t position;     /* of the first element that is kept */
    struct kept *first;
    struct kept **last;
    int state;            /* NEARCALL_OK; NEARCALL_STREAM_END or another status behind the last element */
    nearcall_values *failure_values;
    const nearcall_value *failure;
};

static void free_if_unused(struct kept *kept)
{
    if (kept->dropped && kept->writers == 0) {
        nearcall_values_free(kept->values);
        free(kept);
    }
}

static void drop_first(struct source *source)
{
    struct kept *kept = source->first;
    source->first = kept->next;
    if (source->first == NULL) {
        source->last = &source->first;
    }
    source->position++;
    kept->dropped = true;
    free_if_unused(kept);
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

/* The element behind another one, or the first one. It is made if need be. NULL if there is none. Under the lock. */
static struct kept *element_behind(struct source *source, struct kept *before)
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

/* The first element for a reader at a position. Under the lock. Returns false if it was given up, or is not fetched yet. */
static bool begin(struct source *source, int64_t position, struct kept **kept)
{
    while (source->first != NULL && source->position < position) {
        drop_first(source);
    }
    if (source->position != position) {
        return false;
    }
    *kept = element_behind(source, NULL);
    if (*kept != NULL) {
        (*kept)->writers++;
    }
    return true;
}

/*
 * Behind the writing of an element: the one at the position behind it. Another reader may have let this side drop the
 * element meanwhile, or even further ones: then there is no next one, which is no end. Under the lock.
 */
static struct kept *go_on(struct source *source, struct kept *kept, int64_t position, int64_t demand, bool *all)
{
    struct kept *next = NULL;
    if (position < demand && source->position <= position) {
        next = element_behind(source, kept->dropped ? NULL : kept);
        *all = next == NULL && source->state == NEARCALL_STREAM_END;
    }
    if (next != NULL) {
        next->writers++;
    }
    kept->writers--;
    free_if_unused(kept);
    return next;
}

/* Writes without the lock: a peer that does not read delays no other one. */
static void write_elements(nearcall_writer *writer, struct source *source, struct kept *kept, int64_t position,
                           int64_t demand)
{
    bool all = kept == NULL;
    nc_put_varint(writer, NC_ID_ELEMENTS + 1);
    uint64_t start = written(writer);
    while (kept != NULL) {
        nearcall_put_boolean(writer, true);
        nc_write_value(writer, kept->element);
        bool enough = written(writer) - start > ENOUGH_BYTES || writer->error.status != NEARCALL_OK;
        pthread_mutex_lock(&source->lock);
        kept = go_on(source, kept, ++position, demand, &all);
        if (kept != NULL && enough) {
            kept->writers--;
            kept = NULL;
        }
        pthread_mutex_unlock(&source->lock);
    }
    nearcall_put_boolean(writer, false);
    nearcall_put_boolean(writer, all);
}

static int answer(nearcall_request *request, struct source *source, int64_t position, int64_t demand)
{
    struct kept *kept = NULL;
    pthread_mutex_lock(&source->lock);
    bool there = begin(source, position, &kept);
    int state = source->state; /* and the failure: neither changes any more if there is no element */
    pthread_mutex_unlock(&source->lock);
    if (!there) {
        return nearcall_request_throw(request, "java.lang.IllegalArgumentException",
                                      "elements at this position were given up, or have not been fetched");
    }
    if (kept == NULL && state != NEARCALL_STREAM_END) {
        return source->failure != NULL
                   ? nearcall_request_throw_value(request, source->failure)
                   : nearcall_request_throw(request, "java.lang.IllegalStateException", nearcall_status_name(state));
    }
    write_elements(nearcall_request_result(request), source, kept, position, demand);
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
    return answer(request, source, position, demand);
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
