// SPDX-License-Identifier: Apache-2.0
/* Calls that are given up, and services that make their caller wait meanwhile. */
#include "connection.h"
#include "lying_service.h"

#include <stdatomic.h>

enum { LONG = 200000 };

static char text[LONG + 1];

static void pause_millis(long millis)
{
    nanosleep(&(struct timespec){.tv_sec = millis / 1000, .tv_nsec = millis % 1000 * 1000000}, NULL);
}

/* The caller's ring is full, and it gives its call up. Then a call comes, as if the method ran. */
static void call_back_before_the_call_is_whole(void)
{
    uint8_t call[NC_CALL_HEADER] = {1};
    pause_millis(300);
    say(call, sizeof call, NC_CALL);
    pause_millis(200);
}

static int begin_and_send(nearcall_service *service, const char *argument, int64_t deadline_ns)
{
    nearcall_call *call;
    nearcall_call_options options = {.deadline_ns = deadline_ns};
    int status = nearcall_call_begin(service, 0, &options, &call, &error);
    if (status == NEARCALL_OK) {
        nearcall_put_value(nearcall_call_arguments(call), nearcall_new_string(nearcall_call_values(call), argument));
        status = nearcall_call_invoke(call, &error);
        nearcall_call_end(call);
    }
    return status;
}

static void should_not_wait_for_a_service_that_calls_back_before_the_call_is_whole(void)
{
    static const struct script script = {.answer = call_back_before_the_call_is_whole};
    pthread_t thread;
    nearcall_service *service;
    open_endpoint();
    CHECK(pthread_create(&thread, NULL, serve, (void *)(uintptr_t)&script) == 0);
    CHECK(look_up(&service) == NEARCALL_OK);
    CHECK(begin_and_send(service, text, 100 * 1000000) == NEARCALL_DEADLINE);
    int status = begin_and_send(service, "x", -1); /* there is one lane, and it drains */
    CHECK_SAYING(status == NEARCALL_BREACH, "%s: %s", nearcall_status_name(status), error.message);
    CHECK_SAYING(error.outcome == NEARCALL_NOT_SENT, "%s", error.message);
    pthread_join(thread, NULL);
    close_all(service);
}

static atomic_bool stopped;

/* Calls object 0, whose method 4 does nothing, as long as the caller answers. */
static void call_back_without_end(void)
{
    uint8_t call[NC_CALL_HEADER] = {0};
    nc_store32(call + 12, 4);
    for (uint64_t id = 1; !atomic_load(&stopped); id++) {
        nc_store64(call, id);
        bool stored;
        say(call, sizeof call, NC_CALL);
        while (!atomic_load(&stopped) && /* it does not sleep, so that the next call is there when the caller looks */
               nc_ring_read(&lane.consumer, client.payload, &client.record, &stored) != NC_RING_RECORD) {
        }
    }
}

static void should_keep_the_deadline_of_a_call_that_is_called_back_without_end(void)
{
    static const struct script script = {.answer = call_back_without_end};
    pthread_t thread;
    nearcall_service *service;
    open_endpoint();
    CHECK(pthread_create(&thread, NULL, serve, (void *)(uintptr_t)&script) == 0);
    CHECK(look_up(&service) == NEARCALL_OK);
    int64_t begun_ns = nc_now_ns();
    int status = begin_and_send(service, "x", 300 * 1000000);
    CHECK_SAYING(status == NEARCALL_DEADLINE, "%s: %s", nearcall_status_name(status), error.message);
    CHECK(nc_now_ns() - begun_ns < 3 * (int64_t)NC_NS_PER_S);
    atomic_store(&stopped, true);
    pthread_join(thread, NULL);
    close_all(service);
}

/* A channel whose peer never stops: the next record of an answer is always there. */
static bool is_always_readable(struct nc_lane *endless)
{
    (void)endless;
    return true;
}

static enum nc_ring_state read_next(struct nc_lane *endless, uint8_t *payload, struct nc_record *record)
{
    static bool begun;
    *record = (struct nc_record){.length = begun ? 0 : NC_ANSWER_HEADER, .flags = NC_RESULT | NC_MORE};
    begun = true;
    (void)endless;
    (void)payload;
    return NC_RING_RECORD;
}

static void should_not_receive_without_end(void)
{
    static const struct nc_channel channel = {.is_readable = is_always_readable, .read = read_next};
    static uint8_t payload[NC_ANSWER_HEADER] = {1};
    static struct nc_connection connection = {.longest = (uint64_t)1 << 40};
    _Atomic uint64_t given_up = 0;
    struct nc_lane endless = {.channel = &channel, .connection = &connection, .received = payload};
    struct nc_incoming incoming = {0};
    struct nc_patience patience = {.deadline_ns = nc_now_ns() + 50 * (int64_t)NC_NS_PER_MS, .given_up = &given_up};
    CHECK(nc_lane_receive(&endless, &incoming, &patience) == NC_TIMED_OUT);
    patience.deadline_ns = NC_NEVER;
    atomic_store(&given_up, 1);
    CHECK(nc_lane_receive(&endless, &incoming, &patience) == NC_GIVEN_UP);
    atomic_store(&given_up, 0);
    atomic_store(&connection.ended, NC_END_BREACH);
    CHECK(nc_lane_receive(&endless, &incoming, &patience) == NC_ENDED);
    nc_incoming_free(&incoming);
}

int main(void)
{
    alarm(30);
    memset(text, 'x', LONG);
    open_liar();
    RUN(should_not_wait_for_a_service_that_calls_back_before_the_call_is_whole);
    RUN(should_keep_the_deadline_of_a_call_that_is_called_back_without_end);
    RUN(should_not_receive_without_end);
    close_liar();
    return 0;
}
