// SPDX-License-Identifier: Apache-2.0
/* Calls the Java service "shop" of tests/java in every way: with deadlines, metadata, as futures, by many threads. */
#include "calls.h"

#include <pthread.h>
#include <time.h>

static void should_refuse_what_the_service_does_not_have(void)
{
    static const char *const methods[] = {"add (JJ)J (JJ)J", "subtract (II)I (II)I", "add (II)I (II)L"};
    static const char *const reasons[] = {"other types", "none of that name", "wire form"};
    nearcall_service *other;
    CHECK(nearcall_lookup(endpoint, address, "shop.Shop", methods, 3, &other, &error) == NEARCALL_OK);
    for (size_t i = 0; i < 3; i++) {
        nearcall_call *call;
        CHECK(nearcall_call_begin(other, i, NULL, &call, &error) == NEARCALL_NOT_FOUND);
        CHECK_SAYING(strstr(error.message, reasons[i]) != NULL, "%s", error.message);
    }
    nearcall_service_release(other);
    static const char *const malformed[] = {"add"};
    CHECK(nearcall_lookup(endpoint, "shop", "shop.Shop", malformed, 1, &other, &error) == NEARCALL_INVALID);
    CHECK(nearcall_lookup(endpoint, "tcp:shop", "shop.Shop", methods, 1, &other, &error) == NEARCALL_UNSUPPORTED);
    CHECK(nearcall_lookup(endpoint, "../shop", "shop.Shop", methods, 1, &other, &error) == NEARCALL_INVALID);
}

static void should_report_arguments_that_cannot_be_read(void)
{
    nearcall_call *call = begin(ADD);
    nearcall_put_int(nearcall_call_arguments(call), 2); /* one is missing */
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_UNREADABLE && error.outcome == NEARCALL_NOT_STARTED);
    nearcall_call_end(call);
    call = begin(GREET);
    nearcall_put_string(nearcall_call_arguments(call), "\xff");
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_INVALID && error.outcome == NEARCALL_NOT_SENT);
    nearcall_call_end(call);
    call = begin(ADD); /* given up before anything was sent */
    nearcall_call_end(call);
    CHECK(add(1, 1) == 2);
}

static void should_end_a_call_at_its_deadline(void)
{
    nearcall_call_options options = {.deadline_ns = 100 * 1000 * 1000};
    nearcall_call *call = begin_with(SLEEP, &options);
    nearcall_put_long(nearcall_call_arguments(call), 60000);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_DEADLINE && error.outcome == NEARCALL_MAY_HAVE_RUN);
    nearcall_call_end(call);
    CHECK(add(4, 4) == 8);
    for (int i = 0; i < 100; i++) { /* the service is told, and interrupts the method */
        call = begin(INTERRUPTS);
        int32_t interrupts = nearcall_get_int(invoke(call));
        nearcall_call_end(call);
        if (interrupts > 0) {
            return;
        }
        nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    }
    CHECK(!"the method was not interrupted");
}

static void *cancel_soon(void *call)
{
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    nearcall_call_cancel(call);
    return NULL;
}

static void should_cancel_from_another_thread(void)
{
    nearcall_call *call = begin(SLEEP);
    nearcall_put_long(nearcall_call_arguments(call), 20000);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, cancel_soon, call) == 0);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_CANCELLED && error.outcome == NEARCALL_MAY_HAVE_RUN);
    pthread_join(thread, NULL);
    nearcall_call_end(call);
    CHECK(add(5, 5) == 10);
}

/* The answer of the arguments that were cut short is skipped, and the lane goes on. */
static void should_give_up_a_call_that_is_partly_sent(void)
{
    uint8_t bytes[100000] = {0};
    for (int i = 0; i < 10; i++) {
        nearcall_call *call = begin(REVERSE);
        nearcall_put_bytes(nearcall_call_arguments(call), bytes, sizeof bytes);
        nearcall_call_end(call);
        CHECK(add(i, 1) == i + 1);
    }
}

static void should_tell_the_method_its_deadline_and_metadata(void)
{
    static const nearcall_pair pairs[] = {{"tenant", "m\xc3\xbcller"}};
    nearcall_call_options options = {.deadline_ns = 5000000000, .metadata = pairs, .metadata_count = 1};
    nearcall_call *call = begin_with(CONTEXT, &options);
    const char *text = nearcall_get_string(invoke(call), NULL);
    CHECK_SAYING(strcmp(text, "m\xc3\xbcller true") == 0, "%s", text);
    nearcall_call_end(call);
    static const nearcall_pair wrong[] = {{"a b", ""}};
    options = (nearcall_call_options){.metadata = wrong, .metadata_count = 1};
    CHECK(nearcall_call_begin(shop, CONTEXT, &options, &call, &error) == NEARCALL_INVALID);
}

static void should_have_many_futures_in_flight(void)
{
    enum { FUTURES = 200 };
    nearcall_call *calls[FUTURES];
    nearcall_call_options options = {.kind = NEARCALL_FUTURE};
    char text[32];
    for (int i = 0; i < FUTURES; i++) {
        snprintf(text, sizeof text, "soon %d", i);
        calls[i] = begin_with(SOON, &options);
        nearcall_put_string(nearcall_call_arguments(calls[i]), text);
        CHECK_SAYING(nearcall_call_send(calls[i], &error) == NEARCALL_OK, "%s", error.message);
    }
    for (int i = FUTURES - 1; i >= 0; i--) {
        CHECK_SAYING(nearcall_call_await(calls[i], &error) == NEARCALL_OK, "%s", error.message);
        snprintf(text, sizeof text, "soon %d!", i);
        const nearcall_value *value = nearcall_get_value(nearcall_call_result(calls[i]));
        CHECK(strcmp(nearcall_value_text(value, NULL), text) == 0);
        nearcall_call_end(calls[i]);
    }
}

static void should_keep_the_order_of_one_way_calls_and_a_fence(void)
{
    enum { NOTES_SENT = 500 };
    nearcall_call_options options = {.kind = NEARCALL_POST, .strand = 3};
    char text[32];
    for (int i = 0; i < NOTES_SENT; i++) {
        nearcall_call *call = begin_with(NOTE, &options);
        snprintf(text, sizeof text, "note %d", i);
        nearcall_put_string(nearcall_call_arguments(call), text);
        CHECK(nearcall_call_send(call, &error) == NEARCALL_OK);
        nearcall_call_end(call);
    }
    CHECK_SAYING(nearcall_fence(shop, 3, &error) == NEARCALL_OK, "%s", error.message);
    nearcall_call *call = begin(NOTES);
    const nearcall_value *notes = nearcall_get_value(invoke(call));
    CHECK(nearcall_value_count(notes) == NOTES_SENT);
    for (int i = 0; i < NOTES_SENT; i++) {
        snprintf(text, sizeof text, "note %d", i);
        CHECK(strcmp(nearcall_value_text(nearcall_value_at(notes, (size_t)i), NULL), text) == 0);
    }
    nearcall_call_end(call);
}

static void *add_often(void *unused)
{
    (void)unused;
    for (int i = 0; i < 300; i++) {
        CHECK(add(i, i) == 2 * i);
    }
    return NULL;
}

static void should_be_called_by_many_threads(void)
{
    enum { THREADS = 8 };
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        CHECK(pthread_create(&threads[i], NULL, add_often, NULL) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
    }
}

int main(int argc, char **argv)
{
    open_shop(argc, argv);
    RUN(should_refuse_what_the_service_does_not_have);
    RUN(should_report_arguments_that_cannot_be_read);
    RUN(should_end_a_call_at_its_deadline);
    RUN(should_cancel_from_another_thread);
    RUN(should_give_up_a_call_that_is_partly_sent);
    RUN(should_tell_the_method_its_deadline_and_metadata);
    RUN(should_have_many_futures_in_flight);
    RUN(should_keep_the_order_of_one_way_calls_and_a_fence);
    RUN(should_be_called_by_many_threads);
    close_shop();
    return 0;
}
