// SPDX-License-Identifier: Apache-2.0
/* How long an answer on a shared lane waits for room. The clock of this process goes as the tests like. */
#include "raw_client.h"
#include "two_endpoints.h"

#include <dlfcn.h>
#include <stdatomic.h>

enum { PART = 20 * 1000, REST = 120 * 1000, MINUTE_S = 60, MILLISECOND = 1000 * 1000 };

static nearcall_exported *exported;
static struct raw_client client;
static struct raw_lane lane;
static atomic_int seconds_ahead;

/* In place of the system's, also for the library. */
int clock_gettime(clockid_t clock, struct timespec *time)
{
    static int (*real)(clockid_t, struct timespec *);
    if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    }
    int result = real(clock, time);
    time->tv_sec += atomic_load(&seconds_ahead);
    return result;
}

/* Writes its answer in two parts. Between them, a minute passes. */
static int answer_slowly(nearcall_request *request, void *context)
{
    static char bytes[REST];
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        nearcall_put_bytes(nearcall_request_result(request), bytes, PART);
        atomic_fetch_add(&seconds_ahead, MINUTE_S);
        nearcall_put_bytes(nearcall_request_result(request), bytes, REST);
    }
    (void)context;
    return status;
}

static void call_slowly(void)
{
    static const uint8_t call[NC_CALL_HEADER] = {1, [8] = 1};
    raw_connect(&client, runtime_directory, "slow");
    raw_hello(&client, "slow", 0, 1 << 20);
    raw_open_lane(&client, &lane, 0, true);
    raw_send(&client, &lane, call, sizeof call, NC_CALL);
    nanosleep(&(struct timespec){.tv_nsec = 300 * MILLISECOND}, NULL); /* the ring is full */
}

static void leave(void)
{
    raw_close_lane(&lane);
    raw_close(&client);
}

static void should_not_count_the_time_of_the_method_as_that_of_its_caller(void)
{
    uint32_t length = 0;
    call_slowly();
    do {
        CHECK(raw_receive(&client, &lane));
        CHECK_SAYING((client.record.flags & NC_TYPE_MASK) == NC_RESULT, "%u", client.record.flags);
        length += client.record.length;
    } while ((client.record.flags & NC_MORE) != 0);
    CHECK(length > PART + REST);
    leave();
}

static void should_end_the_connection_of_a_caller_that_leaves_an_answer_unread(void)
{
    int passed;
    call_slowly();
    atomic_fetch_add(&seconds_ahead, MINUTE_S);
    CHECK(raw_control(&client, &passed) == NC_RECEIVED);
    CHECK(client.message.type == NC_GOODBYE && client.message.reason == NC_GOODBYE_BREACH);
    CHECK_SAYING(strstr(client.message.text, "unread") != NULL, "%s", client.message.text);
    leave();
}

int main(void)
{
    static const nearcall_method methods[] = {{"slow ()[B ()X", answer_slowly}};
    nearcall_options options;
    nearcall_options_init(&options);
    options.max_message_bytes = 1 << 20;
    alarm(60);
    open_endpoints(&options);
    CHECK(nearcall_export(serving, "slow", "Slow", methods, 1, NULL, &exported, &error) == NEARCALL_OK);
    RUN(should_not_count_the_time_of_the_method_as_that_of_its_caller);
    RUN(should_end_the_connection_of_a_caller_that_leaves_an_answer_unread);
    nearcall_exported_release(exported);
    close_endpoints();
    return 0;
}
