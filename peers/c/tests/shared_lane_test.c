// SPDX-License-Identifier: Apache-2.0
/* Calls on the caller's shared lane, to a service that answers them in its own way. */
#include "lying_service.h"

#include <dlfcn.h>

enum { LONG = 200000, WHOLE = 3, MILLISECOND = 1000 * 1000 };

static char text[LONG + 1];
static struct raw_lane shared;
static _Thread_local bool others_first; /* does this thread leave each lock to others for a while? */

static void pause_millis(long millis)
{
    nanosleep(&(struct timespec){.tv_sec = millis / 1000, .tv_nsec = millis % 1000 * MILLISECOND}, NULL);
}

/* In place of the system's, also for the library. */
int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    static int (*real)(pthread_mutex_t *);
    if (real == NULL) {
        *(void **)&real = dlsym(RTLD_NEXT, "pthread_mutex_unlock");
    }
    int result = real(mutex);
    if (others_first) {
        pause_millis(200);
    }
    return result;
}

static nearcall_call *begin_future(nearcall_service *service, const char *argument, int64_t deadline_ns)
{
    nearcall_call *call;
    nearcall_call_options options = {.kind = NEARCALL_FUTURE, .deadline_ns = deadline_ns};
    CHECK(nearcall_call_begin(service, 0, &options, &call, &error) == NEARCALL_OK);
    nearcall_put_value(nearcall_call_arguments(call), nearcall_new_string(nearcall_call_values(call), argument));
    return call;
}

static nearcall_service *play(const struct script *script, pthread_t *thread)
{
    nearcall_service *service;
    open_endpoint();
    CHECK(pthread_create(thread, NULL, serve, (void *)(uintptr_t)script) == 0);
    CHECK_SAYING(look_up(&service) == NEARCALL_OK, "%s", error.message);
    return service;
}

static void end(nearcall_service *service, pthread_t thread)
{
    pthread_join(thread, NULL);
    close_all(service);
    raw_close_lane(&shared);
}

static void read_late(void)
{
    make_shared_lane(&shared);
    pause_millis(1500);
    do {
        CHECK(raw_receive(&client, &shared));
    } while ((client.record.flags & NC_MORE) != 0);
    CHECK_SAYING(client.record.flags == NC_ABORT, "%u", client.record.flags);
}

/* Nobody else calls, so the monitor has to do it. */
static void should_abort_a_call_that_is_partly_sent_without_another_call(void)
{
    static const struct script script = {.go_on = read_late};
    pthread_t thread;
    nearcall_service *service = play(&script, &thread);
    nearcall_call *call = begin_future(service, text, 1000 * (int64_t)MILLISECOND);
    CHECK(nearcall_call_invoke(call, &error) == NEARCALL_DEADLINE && error.outcome == NEARCALL_NOT_STARTED);
    nearcall_call_end(call);
    end(service, thread);
}

static void answer_and_leave_at_rest(void)
{
    static const uint8_t result[] = {1, 0, 0, 0, 0, 0, 0, 0, 5, 14};
    struct nc_control_message goodbye;
    make_shared_lane(&shared);
    CHECK(raw_receive(&client, &shared));
    pause_millis(1500); /* the caller's lane comes to rest */
    nc_ring_publish(&shared.producer, result, sizeof result, NC_RESULT); /* nobody is woken */
    nc_control_init(&goodbye, NC_GOODBYE);
    CHECK(nc_control_send(&client.control, &goodbye, -1, NULL));
}

static void should_read_an_answer_that_came_before_the_end_at_rest(void)
{
    static const struct script script = {.go_on = answer_and_leave_at_rest};
    pthread_t thread;
    nearcall_service *service = play(&script, &thread);
    nearcall_call *call = begin_future(service, "x", 5000 * (int64_t)MILLISECOND);
    nearcall_call *unanswered = begin_future(service, "x", 5000 * (int64_t)MILLISECOND);
    CHECK(nearcall_call_send(call, &error) == NEARCALL_OK && nearcall_call_send(unanswered, &error) == NEARCALL_OK);
    CHECK_SAYING(nearcall_call_await(call, &error) == NEARCALL_OK, "%s", error.message);
    CHECK(nearcall_value_integer(nearcall_get_value(nearcall_call_result(call))) == 7);
    CHECK(nearcall_call_await(unanswered, &error) == NEARCALL_LOST);
    nearcall_call_end(call);
    nearcall_call_end(unanswered);
    end(service, thread);
}

/* Some calls fill the ring. The next one waits for room while its answer comes. */
static void answer_what_is_not_sent(void)
{
    static uint8_t result[NC_ANSWER_HEADER + 16000];
    make_shared_lane(&shared);
    pause_millis(1000);
    nc_store64(result, WHOLE + 1);
    raw_send(&client, &shared, result, sizeof result, NC_RESULT);
    pause_millis(2500);
}

static void should_forget_the_answer_to_a_call_that_is_not_sent(void)
{
    static const struct script script = {.go_on = answer_what_is_not_sent};
    pthread_t thread;
    nearcall_service *service = play(&script, &thread);
    nearcall_call *calls[WHOLE + 1];
    static char argument[16001];
    memset(argument, 'x', 16000);
    for (int i = 0; i <= WHOLE; i++) {
        calls[i] = begin_future(service, argument, 3000 * (int64_t)MILLISECOND);
        int status = nearcall_call_send(calls[i], &error);
        CHECK_SAYING(status == (i < WHOLE ? NEARCALL_OK : NEARCALL_DEADLINE), "%d: %s", i, nearcall_status_name(status));
    }
    for (int i = 0; i <= WHOLE; i++) {
        nearcall_call_end(calls[i]);
    }
    end(service, thread);
}

static void answer_the_last_call(void)
{
    static uint8_t result[] = {WHOLE + 1, 0, 0, 0, 0, 0, 0, 0, 5, 14};
    make_shared_lane(&shared);
    pause_millis(3000);
    for (int i = 0; i <= WHOLE; i++) {
        CHECK(raw_receive(&client, &shared));
    }
    CHECK(nc_load64(client.payload) == WHOLE + 1);
    raw_send(&client, &shared, result, sizeof result, NC_RESULT);
    pause_millis(500);
}

static void *send_late(void *argument)
{
    others_first = true;
    CHECK(nearcall_call_invoke(argument, &error) == NEARCALL_DEADLINE && error.outcome == NEARCALL_NOT_SENT);
    others_first = false;
    return NULL;
}

/* The next one bears the same id, and is in progress before the first one is forgotten. */
static void should_answer_a_call_behind_one_that_was_not_sent(void)
{
    static const struct script script = {.go_on = answer_the_last_call};
    pthread_t thread;
    pthread_t sender;
    nearcall_service *service = play(&script, &thread);
    nearcall_call *calls[WHOLE + 2];
    static char argument[16001];
    memset(argument, 'x', 16000);
    for (int i = 0; i < WHOLE + 2; i++) {
        calls[i] = begin_future(service, argument, (i == WHOLE ? 2000 : 8000) * (int64_t)MILLISECOND);
    }
    for (int i = 0; i < WHOLE; i++) {
        CHECK(nearcall_call_send(calls[i], &error) == NEARCALL_OK);
    }
    CHECK(pthread_create(&sender, NULL, send_late, calls[WHOLE]) == 0);
    pause_millis(1000);
    nearcall_error failure;
    CHECK_SAYING(nearcall_call_invoke(calls[WHOLE + 1], &failure) == NEARCALL_OK, "%s", failure.message);
    CHECK(nearcall_value_integer(nearcall_get_value(nearcall_call_result(calls[WHOLE + 1]))) == 7);
    pthread_join(sender, NULL);
    for (int i = 0; i < WHOLE + 2; i++) {
        nearcall_call_end(calls[i]);
    }
    end(service, thread);
}

int main(void)
{
    alarm(60);
    memset(text, 'x', LONG);
    open_liar();
    RUN(should_abort_a_call_that_is_partly_sent_without_another_call);
    RUN(should_read_an_answer_that_came_before_the_end_at_rest);
    RUN(should_forget_the_answer_to_a_call_that_is_not_sent);
    RUN(should_answer_a_call_behind_one_that_was_not_sent);
    close_liar();
    return 0;
}
