// SPDX-License-Identifier: Apache-2.0
/* The service of the tests local_*_test, and its callers. Each has the channel as its argument: shm if there is none. */
#ifndef NC_LOCAL_H
#define NC_LOCAL_H

#include "two_endpoints.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static const char *const methods[] = {
    "add (II)I (II)I",      "nap (J)V (J)V", "size ([B)I (A)I", "fill (I)[B (I)A",
    "twice (LTwice;I)I (RI)I", "note (I)V (I)V", "wrong ()I ()I",
    "count (I)Ljava/util/stream/Stream; (I)E",
};
enum { ADD, NAP, SIZE, FILL, TWICE, NOTE, WRONG, COUNT, METHODS };

static const char *channel; /* shm, unix or fifo */
static char address[50];
static nearcall_service *service;
static nearcall_exported *exported;
static atomic_int notes;
static atomic_int cancelled_naps;
static atomic_int naps_begun;

static inline int add(nearcall_request *request, void *context)
{
    int32_t a = nearcall_get_int(nearcall_request_arguments(request));
    int32_t b = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        nearcall_put_int(nearcall_request_result(request), a + b);
    }
    (void)context;
    return status;
}

static inline int nap(nearcall_request *request, void *context)
{
    int64_t millis = nearcall_get_long(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    atomic_fetch_add(&naps_begun, 1);
    for (int64_t passed = 0; status == NEARCALL_OK && passed < millis; passed += 5) {
        if (nearcall_request_is_cancelled(request)) {
            atomic_fetch_add(&cancelled_naps, 1);
            break;
        }
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    (void)context;
    return status;
}

static inline int fill(nearcall_request *request, void *context)
{
    int32_t length = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        char *bytes = calloc(1, (size_t)length + 1);
        nearcall_put_bytes(nearcall_request_result(request), bytes, (size_t)length);
        free(bytes);
    }
    (void)context;
    return status;
}

/* Calls the object that was passed so many times, each within the call. */
static inline int twice(nearcall_request *request, void *context)
{
    static const char *const applied[] = {"apply (I)I (I)I"};
    const nearcall_value *reference = nearcall_get_reference(nearcall_request_arguments(request));
    int32_t times = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    nearcall_service *object = NULL;
    nearcall_error failure;
    int32_t value = 1;
    if (status == NEARCALL_OK) {
        status = nearcall_request_bind(request, reference, "Twice", applied, 1, &object, &failure);
    }
    for (int32_t i = 0; status == NEARCALL_OK && i < times; i++) {
        nearcall_call *call;
        nearcall_call_options options = {.deadline_ns = value == 4 ? 50 * 1000 * 1000 : 0};
        status = nearcall_request_call(request, object, 0, &options, &call, &failure);
        if (status == NEARCALL_OK) {
            nearcall_put_int(nearcall_call_arguments(call), value);
            status = nearcall_call_invoke(call, &failure);
            value = nearcall_get_int(nearcall_call_result(call));
            nearcall_call_end(call);
        }
    }
    nearcall_service_release(object);
    if (status != NEARCALL_OK) {
        return nearcall_request_throw(request, "Failure", failure.message);
    }
    nearcall_put_int(nearcall_request_result(request), value);
    (void)context;
    return NEARCALL_OK;
}

static inline int note(nearcall_request *request, void *context)
{
    nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    atomic_fetch_add(&notes, 1);
    (void)context;
    return status;
}

static inline int wrong(nearcall_request *request, void *context)
{
    int status = nearcall_request_start(request);
    nearcall_put_string(nearcall_request_result(request), "\xff");
    (void)context;
    return status;
}

static atomic_int sources_closed;

static inline int count_up(void *context, nearcall_values *values, const nearcall_value **element)
{
    int32_t *left = context;
    char text[1000]; /* so that an answer does not have all elements */
    if (*left == 0) {
        return NEARCALL_STREAM_END;
    }
    memset(text, 'x', sizeof text);
    snprintf(text, 20, "%d", *left);
    text[strlen(text)] = ' ';
    text[sizeof text - 1] = 0;
    *element = nearcall_new_string(values, text);
    (*left)--;
    return NEARCALL_OK;
}

static inline void close_count(void *context)
{
    free(context);
    atomic_fetch_add(&sources_closed, 1);
}

static inline int count(nearcall_request *request, void *context)
{
    int32_t *left = malloc(sizeof *left);
    *left = nearcall_get_int(nearcall_request_arguments(request));
    nearcall_source source = {.next = count_up, .close = close_count, .context = left};
    nearcall_object *object;
    int status = nearcall_request_start(request);
    status = status == NEARCALL_OK ? nearcall_source_new(&source, &object, NULL) : status;
    if (status != NEARCALL_OK) {
        free(left);
        return status;
    }
    nearcall_put_reference(nearcall_request_result(request), NEARCALL_STREAM,
                           nearcall_new_reference(nearcall_request_values(request), object));
    nearcall_object_release(object);
    (void)context;
    return NEARCALL_OK;
}

static inline void export_service(void)
{
    const nearcall_method served[] = {{methods[ADD], add},     {methods[NAP], nap},   {methods[SIZE], size},
                                      {methods[FILL], fill},   {methods[TWICE], twice}, {methods[NOTE], note},
                                      {methods[WRONG], wrong}, {methods[COUNT], count}};
    CHECK_SAYING(nearcall_export(serving, address, "Local", served, METHODS, NULL, &exported, &error) == NEARCALL_OK, "%s",
                 error.message);
    CHECK_SAYING(nearcall_lookup(calling, address, "Local", methods, METHODS, &service, &error) == NEARCALL_OK, "%s",
                 error.message);
}

static inline nearcall_call *begin(size_t method, const nearcall_call_options *options)
{
    nearcall_call *call;
    CHECK_SAYING(nearcall_call_begin(service, method, options, &call, &error) == NEARCALL_OK, "%s", error.message);
    return call;
}

static inline int32_t call_add(int32_t a, int32_t b)
{
    nearcall_call *call = begin(ADD, NULL);
    nearcall_put_int(nearcall_call_arguments(call), a);
    nearcall_put_int(nearcall_call_arguments(call), b);
    CHECK_SAYING(nearcall_call_invoke(call, &error) == NEARCALL_OK, "%s", error.message);
    int32_t sum = nearcall_get_int(nearcall_call_result(call));
    nearcall_call_end(call);
    return sum;
}

static inline void open_local(int argc, char **argv)
{
    nearcall_options options;
    channel = argc > 1 ? argv[1] : "shm";
    snprintf(address, sizeof address, "%s:local", channel);
    printf("over %s\n", channel);
    nearcall_options_init(&options);
    options.max_lanes = 4;
    options.max_message_bytes = 1 << 20;
    alarm(120);
    open_endpoints(&options);
    export_service();
}

static inline void close_local(void)
{
    nearcall_service_release(service);
    nearcall_exported_release(exported);
    close_endpoints();
}

#endif
