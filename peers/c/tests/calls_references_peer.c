// SPDX-License-Identifier: Apache-2.0
/* Exchanges objects and streams with the Java service "shop" of tests/java. */
#include "calls.h"

#include <time.h>

static void should_call_an_object_that_was_returned(void)
{
    nearcall_call *call = begin(OPEN);
    nearcall_put_string(nearcall_call_arguments(call), "north");
    const nearcall_value *reference = nearcall_get_value(invoke(call));
    nearcall_service *till;
    CHECK_SAYING(nearcall_bind(reference, "shop.Till", till_methods, 1, &till, &error) == NEARCALL_OK, "%s",
                 error.message);
    nearcall_call_end(call); /* the stub keeps the object */
    for (int i = 1; i <= 10; i++) {
        CHECK_SAYING(nearcall_call_begin(till, 0, NULL, &call, &error) == NEARCALL_OK, "%s", error.message);
        nearcall_put_int(nearcall_call_arguments(call), 5);
        CHECK(nearcall_get_int(invoke(call)) == 5 * i);
        nearcall_call_end(call);
    }
    call = begin(TOTAL); /* it goes home */
    nearcall_put_value(nearcall_call_arguments(call), nearcall_new_reference_home(nearcall_call_values(call), till));
    CHECK(nearcall_get_int(invoke(call)) == 50);
    nearcall_call_end(call);
    nearcall_service_release(till);
}

static struct counter {
    int calls;
    int unreferenced;
} counter;

static int count_up(nearcall_request *request, void *context)
{
    struct counter *calls = context;
    int32_t value = nearcall_get_int(nearcall_request_arguments(request));
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        calls->calls++;
        nearcall_put_int(nearcall_request_result(request), 2 * value);
    }
    return status;
}

static void unreferenced(void *context)
{
    struct counter *calls = context;
    __atomic_add_fetch(&calls->unreferenced, 1, __ATOMIC_SEQ_CST);
}

static void should_be_called_back_and_told_when_nobody_refers_to_its_object(void)
{
    static const nearcall_method methods[] = {{"applyAsInt (I)I (I)I", count_up}};
    static const char operator_name[] = "java.util.function.IntUnaryOperator";
    nearcall_object *object;
    CHECK_SAYING(nearcall_object_new(endpoint, operator_name, methods, 1, &counter, unreferenced, &object, &error) ==
                     NEARCALL_OK,
                 "%s", error.message);
    for (int i = 0; i < 3; i++) {
        nearcall_call *call = begin(APPLY);
        nearcall_put_reference(nearcall_call_arguments(call), operator_name,
                               nearcall_new_reference(nearcall_call_values(call), object));
        nearcall_put_int(nearcall_call_arguments(call), 10);
        CHECK(nearcall_get_int(invoke(call)) == 1024);
        nearcall_call_end(call);
    }
    CHECK(counter.calls == 30);
    CHECK(__atomic_load_n(&counter.unreferenced, __ATOMIC_SEQ_CST) == 0);
    nearcall_object_release(object);
    for (int i = 0; i < 100 && __atomic_load_n(&counter.unreferenced, __ATOMIC_SEQ_CST) == 0; i++) {
        nearcall_call *call = begin(COLLECT); /* the service's stubs */
        invoke(call);
        nearcall_call_end(call);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    CHECK(__atomic_load_n(&counter.unreferenced, __ATOMIC_SEQ_CST) == 1);
}

static nearcall_stream *open_stream(nearcall_call *call)
{
    nearcall_stream *stream;
    const nearcall_value *reference = nearcall_get_reference(invoke(call));
    CHECK_SAYING(nearcall_stream_open(reference, &stream, &error) == NEARCALL_OK, "%s", error.message);
    nearcall_call_end(call);
    return stream;
}

static void should_read_a_stream_to_its_end(void)
{
    enum { NUMBERS = 20000 };
    nearcall_call *call = begin(RANGE);
    nearcall_put_int(nearcall_call_arguments(call), 0);
    nearcall_put_int(nearcall_call_arguments(call), NUMBERS);
    nearcall_stream *stream = open_stream(call);
    const nearcall_value *element;
    for (int i = 0; i < NUMBERS; i++) {
        CHECK_SAYING(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_OK, "%d: %s", i, error.message);
        CHECK(nearcall_value_integer(element) == i);
    }
    CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_STREAM_END);
    nearcall_stream_close(stream);

    call = begin(RANGE);
    nearcall_put_int(nearcall_call_arguments(call), 5);
    nearcall_put_int(nearcall_call_arguments(call), 5);
    stream = open_stream(call);
    CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_STREAM_END);
    nearcall_stream_close(stream);
}

static void should_read_a_stream_that_fails(void)
{
    const nearcall_value *element;
    nearcall_stream *stream = open_stream(begin(BROKEN));
    for (int i = 0; i < 3; i++) {
        char text[20];
        snprintf(text, sizeof text, "piece %d", i);
        CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_OK);
        CHECK(strcmp(nearcall_value_text(element, NULL), text) == 0);
    }
    CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_EXCEPTION);
    CHECK(strcmp(nearcall_throwable_message(nearcall_stream_exception(stream)), "broken") == 0);
    nearcall_stream_close(stream);
}

static void should_subscribe_to_a_publisher(void)
{
    nearcall_call *call = begin(TICKS);
    nearcall_stream *stream;
    const nearcall_value *element;
    nearcall_put_int(nearcall_call_arguments(call), 100);
    const nearcall_value *publisher = nearcall_get_reference(invoke(call));
    CHECK_SAYING(nearcall_stream_subscribe(publisher, &stream, &error) == NEARCALL_OK, "%s", error.message);
    nearcall_call_end(call);
    for (int i = 0; i < 100; i++) {
        CHECK_SAYING(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_OK, "%d: %s", i, error.message);
        CHECK(nearcall_value_integer(element) == i);
    }
    CHECK(nearcall_stream_next(stream, -1, &element, &error) == NEARCALL_STREAM_END);
    nearcall_stream_close(stream);
}

struct countdown {
    int left;
    int closed;
};

static int count_down(void *context, nearcall_values *values, const nearcall_value **element)
{
    struct countdown *countdown = context;
    if (countdown->left == 0) {
        return NEARCALL_STREAM_END;
    }
    *element = nearcall_new_int(values, countdown->left--);
    return NEARCALL_OK;
}

static void close_countdown(void *context)
{
    struct countdown *countdown = context;
    __atomic_store_n(&countdown->closed, 1, __ATOMIC_SEQ_CST);
}

static void should_pass_a_stream_of_its_own(void)
{
    enum { NUMBERS = 30000 };
    static struct countdown countdown = {.left = NUMBERS};
    nearcall_source source = {.next = count_down, .close = close_countdown, .context = &countdown};
    nearcall_object *object;
    CHECK(nearcall_source_new(&source, &object, &error) == NEARCALL_OK);
    nearcall_call *call = begin(SUM);
    nearcall_put_reference(nearcall_call_arguments(call), NEARCALL_STREAM,
                           nearcall_new_reference(nearcall_call_values(call), object));
    nearcall_object_release(object);
    CHECK(nearcall_get_long(invoke(call)) == (int64_t)NUMBERS * (NUMBERS + 1) / 2);
    nearcall_call_end(call);
    for (int i = 0; i < 100 && __atomic_load_n(&countdown.closed, __ATOMIC_SEQ_CST) == 0; i++) {
        call = begin(COLLECT);
        invoke(call);
        nearcall_call_end(call);
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    CHECK(__atomic_load_n(&countdown.closed, __ATOMIC_SEQ_CST) == 1);
}

int main(int argc, char **argv)
{
    open_shop(argc, argv);
    RUN(should_call_an_object_that_was_returned);
    RUN(should_be_called_back_and_told_when_nobody_refers_to_its_object);
    RUN(should_read_a_stream_to_its_end);
    RUN(should_read_a_stream_that_fails);
    RUN(should_subscribe_to_a_publisher);
    RUN(should_pass_a_stream_of_its_own);
    close_shop();
    return 0;
}
