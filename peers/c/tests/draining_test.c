// SPDX-License-Identifier: Apache-2.0
/* Calls that are given up, and services that make their caller wait meanwhile. */
#include "lying_service.h"

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

int main(void)
{
    alarm(30);
    memset(text, 'x', LONG);
    open_liar();
    RUN(should_not_wait_for_a_service_that_calls_back_before_the_call_is_whole);
    close_liar();
    return 0;
}
