// SPDX-License-Identifier: Apache-2.0
/* The methods of shop.Shop that pass objects and streams, as serve_peer serves them. */
#ifndef NC_SERVE_REFERENCES_H
#define NC_SERVE_REFERENCES_H

#include "shop.h"

#include <pthread.h>
#include <stdatomic.h>

static nearcall_endpoint *endpoint;
static atomic_int tills_gone;
static pthread_mutex_t till_lock = PTHREAD_MUTEX_INITIALIZER;

struct till {
    int sum; /* guarded by till_lock */
};

#define START(request)                                 \
    do {                                               \
        int started = nearcall_request_start(request); \
        if (started != NEARCALL_OK) {                  \
            return started;                            \
        }                                              \
    } while (0)

static inline int put(nearcall_request *request, void *context)
{
    struct till *till = context;
    int32_t amount = nearcall_get_int(nearcall_request_arguments(request));
    START(request);
    pthread_mutex_lock(&till_lock);
    till->sum += amount;
    int sum = till->sum;
    pthread_mutex_unlock(&till_lock);
    nearcall_put_int(nearcall_request_result(request), sum);
    return NEARCALL_OK;
}

static inline void till_is_gone(void *context)
{
    free(context);
    atomic_fetch_add(&tills_gone, 1);
}

static inline int open_till(nearcall_request *request, void *context)
{
    static const nearcall_method methods[] = {{"put (I)I (I)I", put}};
    (void)context;
    nearcall_get_string(nearcall_request_arguments(request), NULL);
    START(request);
    nearcall_object *till;
    int status = nearcall_object_new(endpoint, "shop.Till", methods, 1, calloc(1, sizeof(struct till)), till_is_gone,
                                     &till, NULL);
    if (status != NEARCALL_OK) {
        return status;
    }
    nearcall_put_value(nearcall_request_result(request),
                       nearcall_new_reference(nearcall_request_values(request), till));
    nearcall_object_release(till); /* from here on the references of the peer keep it */
    return NEARCALL_OK;
}

static inline int total(nearcall_request *request, void *context)
{
    (void)context;
    const nearcall_value *reference = nearcall_get_value(nearcall_request_arguments(request));
    START(request);
    struct till *till = nearcall_value_own_object(reference); /* it came home */
    pthread_mutex_lock(&till_lock);
    int sum = till == NULL ? -1 : till->sum;
    pthread_mutex_unlock(&till_lock);
    nearcall_put_int(nearcall_request_result(request), sum);
    return NEARCALL_OK;
}

static inline int apply(nearcall_request *request, void *context)
{
    static const char *const methods[] = {"applyAsInt (I)I (I)I"};
    (void)context;
    const nearcall_value *reference = nearcall_get_reference(nearcall_request_arguments(request));
    int32_t times = nearcall_get_int(nearcall_request_arguments(request));
    START(request);
    nearcall_service *operator = NULL;
    nearcall_error error;
    int32_t value = 1;
    int status = nearcall_request_bind(request, reference, "java.util.function.IntUnaryOperator", methods, 1, &operator, &error);
    for (int32_t i = 0; status == NEARCALL_OK && i < times; i++) {
        nearcall_call *call;
        status = nearcall_request_call(request, operator, 0, NULL, &call, &error);
        if (status == NEARCALL_OK) {
            nearcall_put_int(nearcall_call_arguments(call), value);
            status = nearcall_call_invoke(call, &error);
            value = nearcall_get_int(nearcall_call_result(call));
            nearcall_call_end(call);
        }
    }
    nearcall_service_release(operator);
    if (status != NEARCALL_OK) {
        return nearcall_request_throw(request, "java.lang.IllegalStateException", error.message);
    }
    nearcall_put_int(nearcall_request_result(request), value);
    return NEARCALL_OK;
}

/* ---------------------------------------------------------------------------------------------------------- streams */

struct countdown {
    int32_t next;
    int32_t end;
};

static inline int count_up(void *context, nearcall_values *values, const nearcall_value **element)
{
    struct countdown *numbers = context;
    if (numbers->next == numbers->end) {
        return NEARCALL_STREAM_END;
    }
    if (numbers->next == 5000) { /* the source fails here */
        *element = nearcall_new_throwable(values, "java.lang.IllegalStateException", "5000", NULL);
        return NEARCALL_EXCEPTION;
    }
    *element = nearcall_new_int(values, numbers->next++);
    return NEARCALL_OK;
}

static inline int range(nearcall_request *request, void *context)
{
    (void)context;
    struct countdown *numbers = malloc(sizeof *numbers);
    numbers->next = nearcall_get_int(nearcall_request_arguments(request));
    numbers->end = nearcall_get_int(nearcall_request_arguments(request));
    nearcall_source source = {.next = count_up, .close = free, .context = numbers};
    nearcall_object *object;
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        status = nearcall_source_new(&source, &object, NULL);
    }
    if (status != NEARCALL_OK) {
        free(numbers);
        return status;
    }
    nearcall_put_reference(nearcall_request_result(request), NEARCALL_STREAM,
                           nearcall_new_reference(nearcall_request_values(request), object));
    nearcall_object_release(object);
    return NEARCALL_OK;
}

static inline int sum(nearcall_request *request, void *context)
{
    (void)context;
    const nearcall_value *reference = nearcall_get_reference(nearcall_request_arguments(request));
    START(request);
    nearcall_stream *stream;
    nearcall_error error;
    const nearcall_value *element;
    int64_t total = 0;
    int status = nearcall_stream_open(reference, &stream, &error);
    if (status != NEARCALL_OK) {
        return status;
    }
    while ((status = nearcall_stream_next(stream, -1, &element, &error)) == NEARCALL_OK) {
        total += nearcall_value_integer(element);
    }
    nearcall_stream_close(stream);
    if (status != NEARCALL_STREAM_END) {
        return nearcall_request_throw(request, "java.lang.IllegalStateException", error.message);
    }
    nearcall_put_long(nearcall_request_result(request), total);
    return NEARCALL_OK;
}

/* How many tills have no references any more. */
static inline int collect(nearcall_request *request, void *context)
{
    (void)context;
    START(request);
    return nearcall_request_throw(request, "java.lang.IllegalStateException", atomic_load(&tills_gone) > 0 ? "gone" : "kept");
}

#endif
