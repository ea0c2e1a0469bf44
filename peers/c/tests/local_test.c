// SPDX-License-Identifier: Apache-2.0
/* C calls C, between two endpoints of one process. What only a second process can show is in calls_*_peer and serve_peer. */
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
static atomic_int objects_gone;

static int add(nearcall_request *request, void *context)
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

static int nap(nearcall_request *request, void *context)
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

static int fill(nearcall_request *request, void *context)
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
static int twice(nearcall_request *request, void *context)
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

static int note(nearcall_request *request, void *context)
{
    nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    atomic_fetch_add(&notes, 1);
    (void)context;
    return status;
}

static int wrong(nearcall_request *request, void *context)
{
    int status = nearcall_request_start(request);
    nearcall_put_string(nearcall_request_result(request), "\xff");
    (void)context;
    return status;
}

static atomic_int sources_closed;

static int count_up(void *context, nearcall_values *values, const nearcall_value **element)
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

static void close_count(void *context)
{
    free(context);
    atomic_fetch_add(&sources_closed, 1);
}

static int count(nearcall_request *request, void *context)
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

static void export_service(void)
{
    const nearcall_method served[] = {{methods[ADD], add},     {methods[NAP], nap},   {methods[SIZE], size},
                                      {methods[FILL], fill},   {methods[TWICE], twice}, {methods[NOTE], note},
                                      {methods[WRONG], wrong}, {methods[COUNT], count}};
    CHECK_SAYING(nearcall_export(serving, address, "Local", served, METHODS, NULL, &exported, &error) == NEARCALL_OK, "%s",
                 error.message);
    CHECK_SAYING(nearcall_lookup(calling, address, "Local", methods, METHODS, &service, &error) == NEARCALL_OK, "%s",
                 error.message);
}

static nearcall_call *begin(size_t method, const nearcall_call_options *options)
{
    nearcall_call *call;
    CHECK_SAYING(nearcall_call_begin(service, method, options, &call, &error) == NEARCALL_OK, "%s", error.message);
    return call;
}

static int32_t call_add(int32_t a, int32_t b)
{
    nearcall_call *call = begin(ADD, NULL);
    nearcall_put_int(nearcall_call_arguments(call), a);
    nearcall_put_int(nearcall_call_arguments(call), b);
    CHECK_SAYING(nearcall_call_invoke(call, &error) == NEARCALL_OK, "%s", error.message);
    int32_t sum = nearcall_get_int(nearcall_call_result(call));
    nearcall_call_end(call);
    return sum;
}

static void should_call_and_pass_long_messages_both_ways(void)
{
    static char bytes[500000];
    CHECK(call_add(2, 3) == 5);
    nearcall_call *call = begin(SIZE, NULL);
    nearcall_put_bytes(nearcall_call_arguments(call), bytes, sizeof bytes);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_OK);
    CHECK(nearcall_get_int(nearcall_call_result(call)) == sizeof bytes);
    nearcall_call_end(call);
    call = begin(FILL, NULL);
    nearcall_put_int(nearcall_call_arguments(call), sizeof bytes);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_OK);
    size_t length;
    CHECK(nearcall_get_bytes(nearcall_call_result(call), &length) != NULL && length == sizeof bytes);
    nearcall_call_end(call);
}

static void should_refuse_messages_that_are_longer_than_agreed(void)
{
    enum { LENGTH = 2 << 20 };
    char *bytes = calloc(1, LENGTH);
    nearcall_call *call = begin(SIZE, NULL);
    nearcall_put_bytes(nearcall_call_arguments(call), bytes, LENGTH);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_TOO_LARGE && error.outcome == NEARCALL_NOT_STARTED);
    nearcall_call_end(call);
    call = begin(FILL, NULL);
    nearcall_put_int(nearcall_call_arguments(call), LENGTH);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_TOO_LARGE && error.outcome == NEARCALL_MAY_HAVE_RUN);
    nearcall_call_end(call);
    free(bytes);
    CHECK(call_add(1, 2) == 3);
}

static void should_report_a_result_that_cannot_be_written(void)
{
    nearcall_call *call = begin(WRONG, NULL);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_UNREADABLE && error.outcome == NEARCALL_MAY_HAVE_RUN);
    nearcall_call_end(call);
}

static void should_use_its_lanes_again_after_calls_that_were_given_up(void)
{
    nearcall_call_options options = {.deadline_ns = 20 * 1000 * 1000};
    for (int i = 0; i < 6; i++) { /* there are four lanes */
        nearcall_call *call = begin(NAP, &options);
        nearcall_put_long(nearcall_call_arguments(call), 60000);
        CHECK(nearcall_call_invoke(call, &error) == NEARCALL_DEADLINE && error.outcome == NEARCALL_MAY_HAVE_RUN);
        nearcall_call_end(call);
    }
    for (int i = 0; i < 10; i++) {
        CHECK(call_add(i, i) == 2 * i);
    }
    CHECK(atomic_load(&cancelled_naps) > 0);
}

static void *call_often(void *unused)
{
    for (int i = 0; i < 200; i++) {
        CHECK(call_add(i, 1) == i + 1);
    }
    return unused;
}

static void should_wait_for_a_lane_while_all_are_in_use(void)
{
    enum { THREADS = 10 };
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, call_often, NULL) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
    nearcall_call *calls[4];
    for (int i = 0; i < 4; i++) {
        calls[i] = begin(ADD, NULL);
    }
    nearcall_call *fifth;
    nearcall_call_options options = {.deadline_ns = 10 * 1000 * 1000};
    CHECK(nearcall_call_begin(service, ADD, &options, &fifth, &error) == NEARCALL_OVERLOADED);
    for (int i = 0; i < 4; i++) {
        nearcall_call_end(calls[i]);
    }
}

static void should_count_futures_and_abandon_some(void)
{
    nearcall_call_options options = {.kind = NEARCALL_FUTURE};
    nearcall_call *calls[20];
    for (int i = 0; i < 20; i++) {
        calls[i] = begin(ADD, &options);
        nearcall_put_int(nearcall_call_arguments(calls[i]), i);
        nearcall_put_int(nearcall_call_arguments(calls[i]), 100);
        CHECK(nearcall_call_send(calls[i], &error) == NEARCALL_OK);
    }
    for (int i = 0; i < 20; i++) {
        if (i % 3 != 0) {
            CHECK(nearcall_call_await(calls[i], &error) == NEARCALL_OK);
            CHECK(nearcall_get_int(nearcall_call_result(calls[i])) == i + 100);
        }
        nearcall_call_end(calls[i]);
    }
    options = (nearcall_call_options){.kind = NEARCALL_POST};
    for (int i = 0; i < 300; i++) {
        nearcall_call *call = begin(NOTE, &options);
        nearcall_put_int(nearcall_call_arguments(call), i);
        CHECK(nearcall_call_send(call, &error) == NEARCALL_OK);
        nearcall_call_end(call);
    }
    CHECK(nearcall_fence(service, 0, &error) == NEARCALL_OK && atomic_load(&notes) == 300);
}

/* ------------------------------------------------------------------------------------------------------- references */

static atomic_int naps_of_object;

static int apply(nearcall_request *request, void *context)
{
    int32_t value = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK && context != NULL && value == 4) {
        while (!nearcall_request_is_cancelled(request)) { /* it is given up by the method around it */
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        }
        atomic_fetch_add(&naps_of_object, 1);
    }
    if (status == NEARCALL_OK) {
        nearcall_put_int(nearcall_request_result(request), 2 * value);
    }
    return status;
}

static void object_is_gone(void *context)
{
    (void)context;
    atomic_fetch_add(&objects_gone, 1);
}

static int call_twice(nearcall_object *object, int32_t times, int32_t *result)
{
    nearcall_call *call = begin(TWICE, NULL);
    nearcall_put_reference(nearcall_call_arguments(call), "Twice",
                           nearcall_new_reference(nearcall_call_values(call), object));
    nearcall_put_int(nearcall_call_arguments(call), times);
    int status = nearcall_call_invoke(call, &error);
    *result = nearcall_get_int(nearcall_call_result(call));
    nearcall_call_end(call);
    return status;
}

static void should_release_an_object_that_nobody_refers_to(void)
{
    const nearcall_method applied[] = {{"apply (I)I (I)I", apply}};
    nearcall_object *object;
    int32_t result;
    CHECK(nearcall_object_new(calling, "Twice", applied, 1, NULL, object_is_gone, &object, &error) == NEARCALL_OK);
    for (int i = 0; i < 20; i++) {
        CHECK_SAYING(call_twice(object, 5, &result) == NEARCALL_OK && result == 32, "%s", error.message);
    }
    CHECK(atomic_load(&objects_gone) == 0);
    nearcall_object_release(object);
    for (int i = 0; i < 400 && atomic_load(&objects_gone) == 0; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    CHECK(atomic_load(&objects_gone) == 1);
}

static void should_give_up_a_call_within_a_call(void)
{
    const nearcall_method applied[] = {{"apply (I)I (I)I", apply}};
    nearcall_object *object;
    int32_t result;
    CHECK(nearcall_object_new(calling, "Twice", applied, 1, &error, NULL, &object, &error) == NEARCALL_OK);
    CHECK(call_twice(object, 5, &result) == NEARCALL_EXCEPTION);
    CHECK_SAYING(strstr(error.message, "not answered in its time") != NULL, "%s", error.message);
    CHECK(atomic_load(&naps_of_object) == 1);
    CHECK_SAYING(call_twice(object, 1, &result) == NEARCALL_OK && result == 2, "%s", error.message);
    nearcall_object_release(object);
}

static nearcall_stream *open_count(int32_t elements)
{
    nearcall_stream *stream;
    nearcall_call *call = begin(COUNT, NULL);
    nearcall_put_int(nearcall_call_arguments(call), elements);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_OK);
    CHECK_SAYING(nearcall_stream_open(nearcall_get_reference(nearcall_call_result(call)), &stream, &error) == NEARCALL_OK,
                 "%s", error.message);
    nearcall_call_end(call);
    return stream;
}

static void should_read_a_stream_and_close_its_source(void)
{
    const nearcall_value *element;
    nearcall_stream *stream = open_count(300);
    for (int i = 300; i > 0; i--) {
        CHECK_SAYING(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_OK, "%d: %s", i, error.message);
        CHECK(atoi(nearcall_value_text(element, NULL)) == i);
    }
    CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_STREAM_END);
    CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_STREAM_END);
    nearcall_stream_close(stream);
    stream = open_count(300); /* given up in the middle */
    CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_OK);
    nearcall_stream_close(stream);
    for (int i = 0; i < 400 && atomic_load(&sources_closed) < 2; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    CHECK(atomic_load(&sources_closed) == 2);
}

/* There are four lanes. Results are read after later calls. */
static void should_give_a_lane_back_when_its_answer_has_come(void)
{
    nearcall_call *calls[10];
    nearcall_call_options options = {.deadline_ns = 5000000000};
    for (int i = 0; i < 10; i++) {
        calls[i] = begin(ADD, &options);
        nearcall_put_int(nearcall_call_arguments(calls[i]), i);
        nearcall_put_int(nearcall_call_arguments(calls[i]), i);
        CHECK_SAYING(nearcall_call_invoke(calls[i], &error) == NEARCALL_OK, "%s", error.message);
    }
    for (int i = 9; i >= 0; i--) {
        CHECK(nearcall_get_int(nearcall_call_result(calls[i])) == 2 * i);
        nearcall_call_cancel(calls[i]); /* too late, and harmless */
        nearcall_call_end(calls[i]);
    }
    CHECK(call_add(1, 2) == 3);
}

/* -------------------------------------------------------------------------------------------------------------- ends */

static void should_keep_a_name_for_one_service(void)
{
    const nearcall_method served[] = {{methods[ADD], add}};
    nearcall_exported *other;
    CHECK(nearcall_export(calling, "local", "Local", served, 1, NULL, &other, &error) == NEARCALL_NAME_IN_USE);
    CHECK(nearcall_export(calling, ".local", "Local", served, 1, NULL, &other, &error) == NEARCALL_INVALID);
    CHECK(nearcall_export(calling, "tcp:local", "Local", served, 1, NULL, &other, &error) == NEARCALL_UNSUPPORTED);
    nearcall_service *none;
    nearcall_options options;
    nearcall_options_init(&options);
    options.directory = runtime_directory;
    options.lookup_timeout_ns = 10 * 1000 * 1000;
    nearcall_endpoint *impatient;
    CHECK(nearcall_open(&options, &impatient, &error) == NEARCALL_OK);
    CHECK(nearcall_lookup(impatient, "nobody", "Local", methods, METHODS, &none, &error) == NEARCALL_NOT_FOUND);
    nearcall_close(impatient);
}

/* The service is offered over one channel alone. */
static void should_find_the_channel_if_the_address_names_none(void)
{
    nearcall_service *found;
    nearcall_options options;
    nearcall_endpoint *other;
    nearcall_options_init(&options);
    options.directory = runtime_directory;
    CHECK(nearcall_open(&options, &other, &error) == NEARCALL_OK);
    CHECK_SAYING(nearcall_lookup(other, "local", "Local", methods, METHODS, &found, &error) == NEARCALL_OK, "%s",
                 error.message);
    nearcall_call *call;
    CHECK(nearcall_call_begin(found, ADD, NULL, &call, &error) == NEARCALL_OK);
    nearcall_put_int(nearcall_call_arguments(call), 1);
    nearcall_put_int(nearcall_call_arguments(call), 2);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_OK && nearcall_get_int(nearcall_call_result(call)) == 3);
    nearcall_call_end(call);
    nearcall_service_release(found);
    const char *wrong = strcmp(channel, "shm") == 0 ? "unix:local" : "shm:local";
    CHECK(nearcall_lookup(other, wrong, "Local", methods, METHODS, &found, &error) == NEARCALL_UNSUPPORTED);
    nearcall_close(other);
}

static void should_restore_its_files_when_a_cleaner_removes_them(void)
{
    char path[200];
    struct stat status;
    static const char *const suffixes[] = {"lock", "sock"};
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/local.%s", runtime_directory, suffixes[i]);
        CHECK(unlink(path) == 0);
    }
    bool there = false;
    for (int i = 0; i < 100 && !there; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
        there = stat(path, &status) == 0;
    }
    CHECK(there && call_add(1, 1) == 2);
    nearcall_service *again;
    CHECK_SAYING(nearcall_lookup(calling, address, "Local", methods, METHODS, &again, &error) == NEARCALL_OK, "%s",
                 error.message);
    nearcall_service_release(again);
    CHECK(!nearcall_exported_is_closed(exported));
}

static void *nap_until_the_end(void *unused)
{
    nearcall_error failure;
    nearcall_call *call = begin(NAP, NULL);
    nearcall_put_long(nearcall_call_arguments(call), 60000);
    int status = nearcall_call_invoke(call, &failure);
    CHECK_SAYING(status == NEARCALL_LOST, "%s: %s", nearcall_status_name(status), failure.message);
    CHECK_SAYING(failure.outcome == NEARCALL_MAY_HAVE_RUN, "%s", failure.message);
    nearcall_call_end(call);
    return unused;
}

/* Two futures: the first runs when the service says goodbye, and the second waits behind it. */
static void should_refuse_and_end_calls_when_the_service_closes(void)
{
    nearcall_call_options options = {.kind = NEARCALL_FUTURE};
    nearcall_call *call;
    pthread_t thread;
    int before = atomic_load(&naps_begun);
    nearcall_call *running = begin(NAP, &options);
    nearcall_put_long(nearcall_call_arguments(running), 60000);
    CHECK(nearcall_call_send(running, &error) == NEARCALL_OK);
    nearcall_call *waiting = begin(ADD, &options);
    nearcall_put_int(nearcall_call_arguments(waiting), 1);
    nearcall_put_int(nearcall_call_arguments(waiting), 1);
    CHECK(nearcall_call_send(waiting, &error) == NEARCALL_OK);
    CHECK(pthread_create(&thread, NULL, nap_until_the_end, NULL) == 0);
    while (atomic_load(&naps_begun) < before + 2) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    nearcall_exported_release(exported);
    call = begin(ADD, NULL);
    nearcall_put_int(nearcall_call_arguments(call), 1);
    nearcall_put_int(nearcall_call_arguments(call), 1);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_NOT_FOUND && error.outcome == NEARCALL_NOT_STARTED);
    nearcall_call_end(call);
    nearcall_close(serving);
    CHECK(nearcall_call_await(running, &error) == NEARCALL_LOST);
    CHECK_SAYING(error.outcome == NEARCALL_MAY_HAVE_RUN, "%s", error.message);
    CHECK(nearcall_call_await(waiting, &error) == NEARCALL_LOST);
    CHECK_SAYING(error.outcome == NEARCALL_NOT_STARTED, "%s", error.message);
    CHECK_SAYING(strstr(error.message, "goodbye") != NULL, "%s", error.message);
    nearcall_call_end(running);
    nearcall_call_end(waiting);
    pthread_join(thread, NULL);
    CHECK(nearcall_call_begin(service, ADD, NULL, &call, &error) == NEARCALL_LOST);
    nearcall_close(calling);
    CHECK(nearcall_call_begin(service, ADD, NULL, &call, &error) != NEARCALL_OK);
    nearcall_service_release(service); /* after its endpoint */
}

/* local_test [CHANNEL] */
int main(int argc, char **argv)
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
    RUN(should_call_and_pass_long_messages_both_ways);
    RUN(should_refuse_messages_that_are_longer_than_agreed);
    RUN(should_report_a_result_that_cannot_be_written);
    RUN(should_use_its_lanes_again_after_calls_that_were_given_up);
    RUN(should_wait_for_a_lane_while_all_are_in_use);
    RUN(should_give_a_lane_back_when_its_answer_has_come);
    RUN(should_count_futures_and_abandon_some);
    RUN(should_release_an_object_that_nobody_refers_to);
    RUN(should_give_up_a_call_within_a_call);
    RUN(should_read_a_stream_and_close_its_source);
    RUN(should_keep_a_name_for_one_service);
    RUN(should_find_the_channel_if_the_address_names_none);
    RUN(should_restore_its_files_when_a_cleaner_removes_them);
    RUN(should_refuse_and_end_calls_when_the_service_closes);
    calling = serving = NULL;
    CHECK(rmdir(runtime_directory) == 0);
    return 0;
}
