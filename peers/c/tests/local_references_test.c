// SPDX-License-Identifier: Apache-2.0
/* Objects and streams that pass between two endpoints of one process. */
#include "local.h"

static atomic_int objects_gone;
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

/* The call needs the shared lane, which the monitor has to make. */
static void object_calls_when_it_is_gone(void *context)
{
    nearcall_call *call;
    nearcall_error failure;
    nearcall_call_options options = {.kind = NEARCALL_FUTURE, .deadline_ns = 3 * INT64_C(1000000000)};
    int status = nearcall_call_begin(service, ADD, &options, &call, &failure);
    if (status == NEARCALL_OK) {
        nearcall_put_int(nearcall_call_arguments(call), 1);
        nearcall_put_int(nearcall_call_arguments(call), 2);
        status = nearcall_call_invoke(call, &failure);
        nearcall_call_end(call);
    }
    atomic_store((atomic_int *)context, status == NEARCALL_OK ? 1 : -1);
}

static void should_call_when_an_object_is_gone(void)
{
    const nearcall_method applied[] = {{"apply (I)I (I)I", apply}};
    nearcall_object *object;
    atomic_int called = 0;
    nearcall_call *call = begin(TWICE, NULL);
    CHECK(nearcall_object_new(calling, "Twice", applied, 1, &called, object_calls_when_it_is_gone, &object, &error) ==
          NEARCALL_OK);
    nearcall_put_reference(nearcall_call_arguments(call), "Twice",
                           nearcall_new_reference(nearcall_call_values(call), object));
    nearcall_put_int(nearcall_call_arguments(call), 1);
    nearcall_object_release(object); /* the peer is the last who refers to it */
    CHECK_SAYING(nearcall_call_invoke(call, &error) == NEARCALL_OK, "%s", error.message);
    nearcall_call_end(call);
    for (int i = 0; i < 1000 && atomic_load(&called) == 0; i++) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    CHECK_SAYING(atomic_load(&called) == 1, "%d", atomic_load(&called));
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

int main(int argc, char **argv)
{
    open_local(argc, argv);
    RUN(should_call_when_an_object_is_gone);
    RUN(should_release_an_object_that_nobody_refers_to);
    RUN(should_give_up_a_call_within_a_call);
    RUN(should_read_a_stream_and_close_its_source);
    close_local();
    return 0;
}
