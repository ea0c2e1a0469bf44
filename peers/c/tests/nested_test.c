// SPDX-License-Identifier: Apache-2.0
/* Calls within a call, behind one that was given up and is not answered yet. */
#include "raw_client.h"
#include "two_endpoints.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { NAP_MS = 300, LONG = 100000, MILLISECOND = 1000 * 1000 };

static const char *const methods[] = {"behind (LThing;I)I (RI)I", "fill (LThing;)[B (R)A"};
static const char *const thing_methods[] = {"nap ()V ()V", "size ([B)I (A)I", "nothing ()V ()V"};
static nearcall_service *service;
static const char bytes[LONG];

/* What the handler does behind the call that it gave up. */
enum { NOTHING, DROP, GIVE_UP, TWO_AT_ONCE, JUST_NAP };

static atomic_bool napping;

static int nap(nearcall_request *request, void *context)
{
    int status = nearcall_request_start(request);
    atomic_store(&napping, true);
    nanosleep(&(struct timespec){.tv_nsec = NAP_MS * MILLISECOND}, NULL);
    atomic_store(&napping, false);
    (void)context;
    return status;
}

static int nothing(nearcall_request *request, void *context)
{
    (void)context;
    return nearcall_request_start(request);
}

/* Begins a nested call of size(), and writes its argument. */
static nearcall_call *begin_size(nearcall_request *request, nearcall_service *thing, int64_t deadline_ns)
{
    nearcall_call *call;
    nearcall_call_options options = {.deadline_ns = deadline_ns};
    nearcall_error failure;
    CHECK(nearcall_request_call(request, thing, 1, &options, &call, &failure) == NEARCALL_OK);
    nearcall_put_bytes(nearcall_call_arguments(call), bytes, LONG);
    return call;
}

/* Begins two calls before it sends the first. The second has to wait for its turn. */
static void call_two(nearcall_request *request, nearcall_service *thing)
{
    nearcall_error failure;
    nearcall_call *first;
    nearcall_call *second;
    nearcall_call *third;
    CHECK(nearcall_request_call(request, thing, 2, NULL, &first, &failure) == NEARCALL_OK);
    CHECK(nearcall_request_call(request, thing, 2, NULL, &second, &failure) == NEARCALL_OK);
    CHECK(nearcall_request_call(request, thing, 2, NULL, &third, &failure) == NEARCALL_OK);
    CHECK(nearcall_call_invoke(second, &failure) == NEARCALL_OK);
    CHECK(nearcall_call_send(first, &failure) == NEARCALL_OK);
    CHECK(nearcall_call_send(third, &failure) == NEARCALL_INVALID && failure.outcome == NEARCALL_NOT_SENT);
    CHECK_SAYING(nearcall_call_await(first, &failure) == NEARCALL_OK, "%s", failure.message);
    nearcall_call_end(third);
    nearcall_call_end(first);
    nearcall_call_end(second);
}

static int32_t call_behind(nearcall_request *request, nearcall_service *thing, int32_t what)
{
    nearcall_call *call;
    nearcall_error failure;
    nearcall_call_options options = {.deadline_ns = 20 * MILLISECOND};
    if (what == TWO_AT_ONCE) {
        call_two(request, thing);
        return LONG;
    }
    options.deadline_ns = what == JUST_NAP ? 0 : options.deadline_ns;
    CHECK(nearcall_request_call(request, thing, 0, &options, &call, &failure) == NEARCALL_OK);
    int napped = nearcall_call_invoke(call, &failure);
    nearcall_call_end(call);
    if (what == JUST_NAP) {
        return LONG;
    }
    CHECK(napped == NEARCALL_DEADLINE);
    if (what == DROP) {
        nearcall_call_end(begin_size(request, thing, 0));
    } else if (what == GIVE_UP) {
        call = begin_size(request, thing, 20 * MILLISECOND);
        int status = nearcall_call_invoke(call, &failure);
        CHECK_SAYING(status == NEARCALL_DEADLINE, "%s: %s", nearcall_status_name(status), failure.message);
        CHECK_SAYING(failure.outcome == NEARCALL_NOT_SENT, "%s", failure.message);
        nearcall_call_end(call);
    }
    call = begin_size(request, thing, 0);
    int status = nearcall_call_invoke(call, &failure);
    CHECK_SAYING(status == NEARCALL_OK, "%s: %s", nearcall_status_name(status), failure.message);
    int32_t length = nearcall_get_int(nearcall_call_result(call));
    nearcall_call_end(call);
    return length;
}

static int behind(nearcall_request *request, void *context)
{
    const nearcall_value *reference = nearcall_get_reference(nearcall_request_arguments(request));
    int32_t what = nearcall_get_int(nearcall_request_arguments(request));
    nearcall_service *thing;
    nearcall_error failure;
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        status = nearcall_request_bind(request, reference, "Thing", thing_methods, 3, &thing, &failure);
    }
    if (status == NEARCALL_OK) {
        nearcall_put_int(nearcall_request_result(request), call_behind(request, thing, what));
        nearcall_service_release(thing);
    }
    (void)context;
    return status;
}

/* Gives a nested call up, and answers with a long result. */
static int fill(nearcall_request *request, void *context)
{
    const nearcall_value *reference = nearcall_get_reference(nearcall_request_arguments(request));
    nearcall_service *thing;
    nearcall_call *call;
    nearcall_error failure;
    nearcall_call_options options = {.deadline_ns = 20 * MILLISECOND};
    CHECK(nearcall_request_start(request) == NEARCALL_OK);
    CHECK(nearcall_request_bind(request, reference, "Thing", thing_methods, 3, &thing, &failure) == NEARCALL_OK);
    CHECK(nearcall_request_call(request, thing, 0, &options, &call, &failure) == NEARCALL_OK);
    CHECK(nearcall_call_invoke(call, &failure) == NEARCALL_DEADLINE);
    nearcall_call_end(call);
    nearcall_service_release(thing);
    nearcall_put_bytes(nearcall_request_result(request), bytes, LONG);
    (void)context;
    return NEARCALL_OK;
}

static nearcall_call *begin_behind(int32_t what, nearcall_object **made)
{
    const nearcall_method thing_served[] = {{thing_methods[0], nap}, {thing_methods[1], size}, {thing_methods[2], nothing}};
    nearcall_object *thing;
    nearcall_call *call;
    CHECK(nearcall_object_new(calling, "Thing", thing_served, 3, NULL, NULL, &thing, &error) == NEARCALL_OK);
    CHECK(nearcall_call_begin(service, 0, NULL, &call, &error) == NEARCALL_OK);
    nearcall_put_reference(nearcall_call_arguments(call), "Thing", nearcall_new_reference(nearcall_call_values(call), thing));
    nearcall_put_int(nearcall_call_arguments(call), what);
    *made = thing;
    return call;
}

static void check_behind(int32_t what)
{
    nearcall_object *thing;
    nearcall_call *call = begin_behind(what, &thing);
    CHECK_SAYING(nearcall_call_invoke(call, &error) == NEARCALL_OK, "%s", error.message);
    CHECK(nearcall_get_int(nearcall_call_result(call)) == LONG);
    nearcall_call_end(call);
    nearcall_object_release(thing);
}

static void should_call_behind_a_call_that_was_given_up(void)
{
    check_behind(NOTHING);
}

static void should_drop_a_long_call_behind_one_that_was_given_up(void)
{
    check_behind(DROP);
}

static void should_give_up_a_long_call_behind_one_that_was_given_up(void)
{
    check_behind(GIVE_UP);
}

static void should_number_calls_as_they_are_sent(void)
{
    check_behind(TWO_AT_ONCE);
}

/* The peer answers the nested call late. Until then it is its turn. */
static void should_answer_at_length_behind_a_call_that_was_given_up(void)
{
    static const uint8_t bound[] = {1, 0, 0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0};
    static const uint8_t napped[] = {2, 0, 0, 0, 0, 0, 0, 0};
    static const uint8_t thing[] = {1, 0, 0, 0, 0, 0x40, 1, 1, /* and the list: */ 0, 0, 0, 0x40, 1, 0, 0, 0};
    uint8_t call[NC_CALL_HEADER + sizeof thing] = {1, [8] = 1, [12] = 1};
    struct raw_client client;
    struct raw_lane lane;
    bool stored;
    memcpy(call + NC_CALL_HEADER, thing, sizeof thing);
    raw_connect(&client, runtime_directory, "nested");
    raw_hello(&client, "nested", 0, 1 << 20);
    raw_open_lane(&client, &lane, 0, false);
    raw_send(&client, &lane, call, sizeof call, NC_CALL | NC_REFERENCES);
    CHECK(raw_receive(&client, &lane) && client.record.flags == NC_CALL && nc_load64(client.payload) == 1);
    raw_send(&client, &lane, bound, sizeof bound, NC_RESULT);
    CHECK(raw_receive(&client, &lane) && nc_load64(client.payload) == 2);
    CHECK_SAYING(client.record.flags == (NC_CALL | NC_ACCOMPANIED), "%u", client.record.flags);
    nanosleep(&(struct timespec){.tv_nsec = NAP_MS * MILLISECOND}, NULL);
    CHECK(nc_ring_read(&lane.consumer, client.payload, &client.record, &stored) == NC_RING_EMPTY);
    raw_send(&client, &lane, napped, sizeof napped, NC_RESULT);
    do {
        CHECK(raw_receive(&client, &lane));
        CHECK((client.record.flags & NC_TYPE_MASK) == NC_RESULT);
    } while ((client.record.flags & NC_MORE) != 0);
    raw_close_lane(&lane);
    raw_close(&client);
}

static void *call_until_the_end(void *call)
{
    nearcall_error failure;
    CHECK(nearcall_call_invoke(call, &failure) != NEARCALL_OK);
    return NULL;
}

/* The handler of this side's object runs on the thread that waits for the answer. Its context may be freed then. */
static void should_not_close_before_a_handler_on_another_thread_has_returned(void)
{
    pthread_t thread;
    nearcall_object *thing;
    nearcall_call *call = begin_behind(JUST_NAP, &thing);
    CHECK(pthread_create(&thread, NULL, call_until_the_end, call) == 0);
    while (!atomic_load(&napping)) {
        nanosleep(&(struct timespec){.tv_nsec = MILLISECOND}, NULL);
    }
    nearcall_close(calling);
    CHECK(!atomic_load(&napping));
    pthread_join(thread, NULL);
    nearcall_call_end(call);
    nearcall_object_release(thing);
    calling = NULL;
}

int main(void)
{
    nearcall_options options;
    const nearcall_method served[] = {{methods[0], behind}, {methods[1], fill}};
    nearcall_exported *exported;
    nearcall_options_init(&options);
    alarm(60);
    open_endpoints(&options);
    CHECK(nearcall_export(serving, "shm:nested", "Nested", served, 2, NULL, &exported, &error) == NEARCALL_OK);
    CHECK(nearcall_lookup(calling, "shm:nested", "Nested", methods, 2, &service, &error) == NEARCALL_OK);
    RUN(should_call_behind_a_call_that_was_given_up);
    RUN(should_drop_a_long_call_behind_one_that_was_given_up);
    RUN(should_give_up_a_long_call_behind_one_that_was_given_up);
    RUN(should_number_calls_as_they_are_sent);
    RUN(should_answer_at_length_behind_a_call_that_was_given_up);
    RUN(should_not_close_before_a_handler_on_another_thread_has_returned);
    nearcall_service_release(service);
    nearcall_exported_release(exported);
    close_endpoints();
    return 0;
}
