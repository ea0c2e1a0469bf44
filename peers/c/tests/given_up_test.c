// SPDX-License-Identifier: Apache-2.0
/* A call that is given up while a method that the other side has called within it cannot be answered yet. */
#include "lying_service.h"

#include "failure.h"

enum { MILLISECOND = 1000 * 1000 };

static const char *const signatures[] = {"with (LThing;)I (R)I"};
static nearcall_service *service;
static int depth; /* how many calls are to be made within the first one */

static void pause_millis(long millis)
{
    nanosleep(&(struct timespec){.tv_sec = millis / 1000, .tv_nsec = millis % 1000 * MILLISECOND}, NULL);
}

static nearcall_call *begin(int64_t deadline_ns, nearcall_object *thing)
{
    nearcall_call *call;
    nearcall_call_options options = {.deadline_ns = deadline_ns};
    CHECK(nearcall_call_begin(service, 0, &options, &call, &error) == NEARCALL_OK);
    nearcall_put_reference(nearcall_call_arguments(call), "Thing", nearcall_new_reference(nearcall_call_values(call), thing));
    return call;
}

/* Runs on the thread of the caller. Gives a call up, to which the other side has not answered. The innermost has the least time. */
static int give_up(nearcall_request *request, void *context)
{
    nearcall_call *call;
    nearcall_error failure;
    nearcall_call_options options = {.deadline_ns = 100 * MILLISECOND * depth--};
    CHECK(nearcall_request_start(request) == NEARCALL_OK);
    CHECK(nearcall_request_call(request, service, 0, &options, &call, &failure) == NEARCALL_OK);
    nearcall_put_reference(nearcall_call_arguments(call), "Thing", NULL);
    CHECK_SAYING(nearcall_call_invoke(call, &failure) == NEARCALL_DEADLINE, "%s", failure.message);
    nearcall_call_end(call);
    (void)context;
    return NEARCALL_OK;
}

static void answer(uint8_t id)
{
    uint8_t result[NC_ANSWER_HEADER + 4] = {id, [NC_ANSWER_HEADER] = 7};
    say(result, sizeof result, NC_RESULT);
}

static void expect_call(uint64_t id)
{
    CHECK(raw_receive(&client, &lane));
    CHECK_SAYING((client.record.flags & NC_TYPE_MASK) == NC_CALL && nc_load64(client.payload) == id, "type %u, call %llu",
                 client.record.flags, (unsigned long long)nc_load64(client.payload));
}

/* Each call is answered late, the innermost one first. Then the only lane is used again. */
static void stop_and_go_on(int calls_back)
{
    bool stored;
    expect_call(2);
    for (int i = 1; i <= calls_back; i++) {
        uint8_t call_back[NC_CALL_HEADER] = {(uint8_t)i, [11] = 0x40};
        say(call_back, sizeof call_back, NC_CALL);
        expect_call(2 + (uint64_t)i);
    }
    pause_millis(1500);
    CHECK(nc_ring_read(&lane.consumer, client.payload, &client.record, &stored) == NC_RING_EMPTY);
    for (int i = calls_back; i >= 1; i--) {
        answer((uint8_t)(2 + i));
        CHECK(raw_receive(&client, &lane) && (client.record.flags & NC_TYPE_MASK) == NC_FAILURE);
        CHECK_SAYING(nc_load64(client.payload) == (uint64_t)i, "call %llu", (unsigned long long)nc_load64(client.payload));
        CHECK(nc_load32(client.payload + NC_ANSWER_HEADER) == NC_RESULT_UNWRITABLE);
    }
    answer(2);
    expect_call(3 + (uint64_t)calls_back);
    answer((uint8_t)(3 + calls_back));
    pause_millis(300);
}

static void stop_and_go_on_within_one(void)
{
    stop_and_go_on(1);
}

static void stop_and_go_on_within_three(void)
{
    stop_and_go_on(3);
}

static void check(int calls_back, void (*go_on)(void))
{
    struct script script = {.go_on = go_on};
    static const nearcall_method served[] = {{"give_up ()V ()V", give_up}};
    pthread_t thread;
    nearcall_object *thing;
    depth = calls_back;
    open_endpoint();
    CHECK(nearcall_object_new(endpoint, "Thing", served, 1, NULL, NULL, &thing, &error) == NEARCALL_OK);
    CHECK(pthread_create(&thread, NULL, serve, &script) == 0);
    CHECK_SAYING(nearcall_lookup(endpoint, "liar", "Liar", signatures, 1, &service, &error) == NEARCALL_OK, "%s",
                 error.message);
    int64_t begun_ns = nc_now_ns();
    nearcall_call *call = begin(500 * MILLISECOND, thing);
    CHECK_SAYING(nearcall_call_invoke(call, &error) == NEARCALL_DEADLINE, "%s", error.message);
    int64_t millis = (nc_now_ns() - begun_ns) / (int64_t)NC_NS_PER_MS;
    CHECK_SAYING(millis < 1200, "%lld ms", (long long)millis);
    nearcall_call_end(call);
    call = begin(10000 * (int64_t)MILLISECOND, thing);
    CHECK_SAYING(nearcall_call_invoke(call, &error) == NEARCALL_OK, "%s", error.message);
    CHECK(nearcall_get_int(nearcall_call_result(call)) == 7);
    nearcall_call_end(call);
    nearcall_object_release(thing);
    pthread_join(thread, NULL);
    close_all(service);
}

static void should_end_in_time_while_a_method_within_it_cannot_be_answered(void)
{
    check(1, stop_and_go_on_within_one);
}

static void should_end_in_time_while_methods_within_each_other_cannot_be_answered(void)
{
    check(3, stop_and_go_on_within_three);
}

int main(void)
{
    alarm(60);
    open_liar();
    RUN(should_end_in_time_while_a_method_within_it_cannot_be_answered);
    RUN(should_end_in_time_while_methods_within_each_other_cannot_be_answered);
    close_liar();
    return 0;
}
