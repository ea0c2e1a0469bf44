// SPDX-License-Identifier: Apache-2.0
/* The depot in C, as far as the groups of tests in the Makefile need it. */
#ifndef NC_DEPOT_SERVICE_H
#define NC_DEPOT_SERVICE_H

#include "check.h"
#include "depot.h"

#include <pthread.h>
#include <time.h>

static nearcall_endpoint *endpoint;

static nearcall_value *part(nearcall_values *values, int number)
{
    char name[20];
    snprintf(name, sizeof name, "part %d", number);
    nearcall_value *note = nearcall_new_instance(endpoint, values, "java.util.Optional");
    nearcall_value_add(values, note, NULL);
    nearcall_value *shelf = nearcall_new_instance(endpoint, values, "java.util.OptionalInt");
    nearcall_value_add(values, shelf, nearcall_new_boolean(values, true));
    nearcall_value_add(values, shelf, nearcall_new_int(values, number));
    struct depot_Part from = {.name = name, .count = number, .size = depot_Size_LARGE, .note = note, .shelf = shelf};
    return depot_Part_make(endpoint, values, &from);
}

static int pack(void *context, nearcall_request *request, const nearcall_value *crate, const nearcall_value **result)
{
    (void)context;
    nearcall_values *values = nearcall_request_values(request);
    struct depot_Crate packed;
    if (!depot_Crate_read(crate, &packed)) {
        return nearcall_throw(request, "java.lang.IllegalArgumentException", "crate is null");
    }
    packed.part = part(values, 1);
    packed.inner = crate;
    *result = depot_Crate_make(endpoint, values, &packed);
    return NEARCALL_OK;
}

static int relabel(void *context, nearcall_request *request, const nearcall_value *label, const nearcall_value **result)
{
    (void)context;
    struct depot_Label made;
    if (!depot_Label_read(label, &made)) {
        return nearcall_throw(request, "java.lang.IllegalArgumentException", "label is null");
    }
    char text[100];
    snprintf(text, sizeof text, "%s!", made.text);
    made.text = text;
    made.number++;
    made.next = label;
    *result = depot_Label_make(endpoint, nearcall_request_values(request), &made);
    return NEARCALL_OK;
}

static int half(void *context, nearcall_request *request, const nearcall_value *number, const nearcall_value **result)
{
    (void)context;
    if (number != NULL) {
        *result = nearcall_new_int(nearcall_request_values(request), (int32_t)nearcall_value_integer(number) / 2);
    }
    return NEARCALL_OK;
}

static int shorten(void *context, nearcall_request *request, const char *text, const char **result)
{
    (void)context, (void)request;
    *result = text == NULL ? NULL : text + 1;
    return NEARCALL_OK;
}

static int reverse(void *context, nearcall_request *request, const uint8_t *bytes, size_t length, const uint8_t **result,
                   size_t *result_length)
{
    (void)context;
    uint8_t turned[100];
    for (size_t i = 0; i < length && i < sizeof turned; i++) {
        turned[i] = bytes[length - 1 - i];
    }
    nearcall_value *kept = nearcall_new_primitives(nearcall_request_values(request), NEARCALL_KIND_BYTES, turned, length);
    *result = nearcall_value_elements(kept, result_length);
    return NEARCALL_OK;
}

static int next(void *context, nearcall_request *request, uint16_t letter, uint16_t *result)
{
    (void)context, (void)request;
    *result = (uint16_t)(letter + 1);
    return NEARCALL_OK;
}

/* A text that is kept as long as the request. */
static const char *kept(nearcall_request *request, const char *text)
{
    return nearcall_value_text(nearcall_new_string(nearcall_request_values(request), text), NULL);
}

static int put_int(void *context, nearcall_request *request, int32_t number, const char **result)
{
    (void)context;
    char text[40];
    snprintf(text, sizeof text, "number %d", (int)number);
    *result = kept(request, text);
    return NEARCALL_OK;
}

static int put_parts(void *context, nearcall_request *request, const char *given, const nearcall_value *parts,
                     const char **result)
{
    (void)context;
    char text[100];
    snprintf(text, sizeof text, "%s %zu", given, nearcall_value_count(parts));
    *result = kept(request, text);
    return NEARCALL_OK;
}

static int delete_it(void *context, nearcall_request *request, const char *given, const char **result)
{
    (void)context;
    char text[100];
    snprintf(text, sizeof text, "deleted %s", given);
    *result = kept(request, text);
    return NEARCALL_OK;
}

static int take(void *context, nearcall_request *request, const char *name, const nearcall_value **result)
{
    (void)context;
    if (name[0] == 0) {
        return nearcall_throw(request, depot_Empty, "nothing left");
    }
    *result = part(nearcall_request_values(request), 3);
    return NEARCALL_OK;
}

static int rest(void *context, nearcall_request *request)
{
    (void)context;
    while (!nearcall_request_is_cancelled(request)) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return NEARCALL_OK;
}

static int order(void *context, nearcall_request *request, const char *name, const nearcall_value **result)
{
    (void)context, (void)name;
    *result = part(nearcall_request_values(request), 4);
    return NEARCALL_OK;
}

static int settle(void *context, nearcall_request *request, const nearcall_value **result)
{
    (void)context, (void)request, (void)result;
    return NEARCALL_OK;
}

struct lines {
    pthread_mutex_t lock;
    char text[10][20];
    size_t count;
};

static int log_line(void *context, nearcall_request *request, const char *line)
{
    (void)request;
    struct lines *lines = context;
    pthread_mutex_lock(&lines->lock);
    snprintf(lines->text[lines->count++ % 10], sizeof lines->text[0], "%s", line);
    pthread_mutex_unlock(&lines->lock);
    return NEARCALL_OK;
}

static int logged(void *context, nearcall_request *request, const nearcall_value **result)
{
    struct lines *lines = context;
    nearcall_values *values = nearcall_request_values(request);
    nearcall_value *list = nearcall_new_list(values);
    pthread_mutex_lock(&lines->lock);
    for (size_t i = 0; i < lines->count; i++) {
        nearcall_value_add(values, list, nearcall_new_string(values, lines->text[i]));
    }
    pthread_mutex_unlock(&lines->lock);
    *result = list;
    return NEARCALL_OK;
}

struct countdown {
    int32_t at;
    int32_t end;
    bool parts;
};

static int count(void *context, nearcall_values *values, const nearcall_value **element)
{
    struct countdown *numbers = context;
    if (numbers->at == numbers->end) {
        return NEARCALL_STREAM_END;
    }
    *element = numbers->parts ? part(values, numbers->at) : nearcall_new_int(values, numbers->at);
    numbers->at++;
    return NEARCALL_OK;
}

static nearcall_object *open_source(int32_t end, bool parts)
{
    struct countdown *numbers = malloc(sizeof *numbers);
    nearcall_object *object = NULL;
    nearcall_error error;
    *numbers = (struct countdown){.end = end, .parts = parts};
    nearcall_source source = {.next = count, .close = free, .context = numbers};
    CHECK_SAYING(nearcall_source_new(&source, &object, &error) == NEARCALL_OK, "%s", error.message);
    return object;
}

static int parts(void *context, nearcall_request *request, int32_t number, nearcall_object **result)
{
    (void)context, (void)request;
    *result = open_source(number, true);
    return NEARCALL_OK;
}

static int numbers(void *context, nearcall_request *request, int32_t number, nearcall_object **result)
{
    (void)context, (void)request;
    *result = open_source(number, false);
    return NEARCALL_OK;
}

static int64_t sum_of(const nearcall_value *reference, size_t *elements)
{
    nearcall_stream *stream;
    nearcall_error error;
    CHECK_SAYING(nearcall_stream_open(reference, &stream, &error) == NEARCALL_OK, "%s", error.message);
    int64_t sum = 0;
    const nearcall_value *element;
    for (*elements = 0; nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_OK; ++*elements) {
        struct depot_Part read;
        sum += depot_Part_read(element, &read) ? read.count : nearcall_value_integer(element);
    }
    nearcall_stream_close(stream);
    return sum;
}

static int total(void *context, nearcall_request *request, const nearcall_value *given, int64_t *result)
{
    (void)context, (void)request;
    size_t elements;
    *result = sum_of(given, &elements);
    return NEARCALL_OK;
}

/* Calls back on the lane of the request. */
static int watch(void *context, nearcall_request *request, const nearcall_value *watcher, int32_t times, int32_t *result)
{
    (void)context;
    nearcall_service *bound;
    int status = depot_Watcher_bind(request, watcher, &bound, NULL);
    for (*result = 0; status == NEARCALL_OK && *result < times; ++*result) {
        nearcall_call *call;
        status = nearcall_request_call(request, bound, depot_Watcher_seen_METHOD, NULL, &call, NULL);
        if (status == NEARCALL_OK) {
            depot_Watcher_seen_write(call, part(nearcall_request_values(request), *result));
            status = nearcall_call_invoke(call, NULL);
            nearcall_call_end(call);
        }
    }
    nearcall_service_release(bound);
    return status == NEARCALL_OK ? status : nearcall_throw(request, "java.lang.IllegalStateException", "it was not seen");
}

static int same(void *context, nearcall_request *request, const nearcall_value *watcher, const nearcall_value **result,
                nearcall_object **own_result)
{
    (void)context, (void)request, (void)own_result;
    *result = watcher;
    return NEARCALL_OK;
}

static int apply(void *context, nearcall_request *request, const nearcall_value *operator, int32_t a, int32_t b,
                 int32_t *result)
{
    (void)context;
    nearcall_service *bound;
    nearcall_call *call;
    CHECK(function_IntBinaryOperator_bind(request, operator, &bound, NULL) == NEARCALL_OK);
    CHECK(nearcall_request_call(request, bound, function_IntBinaryOperator_applyAsInt_METHOD, NULL, &call, NULL) == NEARCALL_OK);
    function_IntBinaryOperator_applyAsInt_write(call, a, b);
    CHECK(nearcall_call_invoke(call, NULL) == NEARCALL_OK);
    CHECK(function_IntBinaryOperator_applyAsInt_read(call, result, NULL) == NEARCALL_OK);
    nearcall_call_end(call);
    nearcall_service_release(bound);
    return NEARCALL_OK;
}

static struct lines noted = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct depot_Depot_handlers depot_handlers = {
    .context = &noted, .pack = pack, .relabel = relabel, .half = half, .shorten = shorten, .reverse = reverse, .next = next,
    .put_int = put_int, .put_String_List = put_parts, .delete_ = delete_it, .take = take, .rest = rest, .order = order,
    .settle = settle, .log = log_line, .logged = logged, .parts = parts, .numbers = numbers, .total = total, .watch = watch,
    .same = same, .apply = apply,
};

#endif
