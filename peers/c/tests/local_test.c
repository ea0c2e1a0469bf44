// SPDX-License-Identifier: Apache-2.0
/* C calls C, between two endpoints of one process. What only a second process can show is in calls_*_peer and serve_peer. */
#include "local.h"

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
    nearcall_call_options options = {.deadline_ns = 100 * 1000 * 1000};
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

/* The CANCEL comes before the call is read, while its handler begins, or later: no handler naps on. */
static void should_tell_a_handler_whenever_its_call_is_cancelled(void)
{
    enum { ROUNDS = 1000 };
    nearcall_call_options options = {.deadline_ns = 10 * INT64_C(1000000000)};
    for (int i = 0; i < ROUNDS; i++) {
        nearcall_call *call = begin(NAP, &options);
        nearcall_put_long(nearcall_call_arguments(call), 60000);
        CHECK_SAYING(nearcall_call_send(call, &error) == NEARCALL_OK, "%s", error.message);
        for (volatile int pause = i % 100 * 50; pause > 0; pause--) {
        }
        nearcall_call_cancel(call);
        CHECK(nearcall_call_await(call, &error) == NEARCALL_CANCELLED);
        nearcall_call_end(call);
    }
    for (int i = 0; i < 1000 && atomic_load(&cancelled_naps) < atomic_load(&naps_begun); i++) {
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    CHECK_SAYING(atomic_load(&cancelled_naps) == atomic_load(&naps_begun), "%d of %d naps", atomic_load(&cancelled_naps),
                 atomic_load(&naps_begun));
    CHECK(call_add(1, 2) == 3);
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

int main(int argc, char **argv)
{
    open_local(argc, argv);
    RUN(should_call_and_pass_long_messages_both_ways);
    RUN(should_refuse_messages_that_are_longer_than_agreed);
    RUN(should_report_a_result_that_cannot_be_written);
    RUN(should_use_its_lanes_again_after_calls_that_were_given_up);
    RUN(should_tell_a_handler_whenever_its_call_is_cancelled);
    RUN(should_wait_for_a_lane_while_all_are_in_use);
    RUN(should_give_a_lane_back_when_its_answer_has_come);
    RUN(should_count_futures_and_abandon_some);
    close_local();
    return 0;
}
