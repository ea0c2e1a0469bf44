// SPDX-License-Identifier: Apache-2.0
/* The call and the lane that are used again and again: several threads want them, and the connection ends meanwhile. */
#include "local.h"

#include <sched.h>

enum { CALLS_OF_THREAD = 3000 };

static void *call_often(void *unused)
{
    for (int i = 0; i < CALLS_OF_THREAD; i++) {
        CHECK(call_add(i, 1) == i + 1);
    }
    return unused;
}

static void open_with_lanes(unsigned lanes)
{
    nearcall_options options;
    nearcall_options_init(&options);
    options.max_lanes = lanes;
    open_endpoints(&options);
    export_service();
}

/* With a lane less than threads, some take the home lane with the home call, and some borrow it. */
static void should_share_a_lane_with_threads_that_have_another_call(void)
{
    enum { THREADS = 3 };
    for (unsigned lanes = 1; lanes < THREADS; lanes++) {
        pthread_t threads[THREADS];
        open_with_lanes(lanes);
        for (int i = 0; i < THREADS; i++) {
            CHECK(pthread_create(&threads[i], NULL, call_often, NULL) == 0);
        }
        for (int i = 0; i < THREADS; i++) {
            pthread_join(threads[i], NULL);
        }
        close_local();
    }
}

/* The home call is kept for its result, and the home lane is there for others. */
static void should_borrow_the_home_lane_without_the_home_call(void)
{
    nearcall_call *kept;
    open_with_lanes(1);
    CHECK(call_add(1, 1) == 2);
    kept = begin(ADD, NULL);
    nearcall_put_int(nearcall_call_arguments(kept), 2);
    nearcall_put_int(nearcall_call_arguments(kept), 3);
    CHECK(nearcall_call_invoke(kept, &error) == NEARCALL_OK);
    for (int i = 0; i < 10; i++) {
        CHECK(call_add(i, 10) == i + 10);
    }
    CHECK(nearcall_get_int(nearcall_call_result(kept)) == 5);
    nearcall_call_end(kept);
    CHECK(call_add(3, 4) == 7);
    close_local();
}

static atomic_int calls_made;

static void *call_until_the_end(void *unused)
{
    nearcall_call *call;
    nearcall_error failure;
    while (nearcall_call_begin(service, ADD, NULL, &call, &failure) == NEARCALL_OK) {
        nearcall_put_int(nearcall_call_arguments(call), 1);
        nearcall_put_int(nearcall_call_arguments(call), 2);
        nearcall_call_invoke(call, &failure);
        nearcall_call_end(call);
        atomic_fetch_add(&calls_made, 1);
    }
    return unused;
}

/* Whoever finds the home call last frees it and the connection: the address sanitizer sees if nobody does, or two. */
static void should_let_go_of_a_connection_that_ends_while_calls_end(void)
{
    enum { ROUNDS = 60 };
    for (int i = 0; i < ROUNDS; i++) {
        pthread_t thread;
        open_with_lanes(2);
        atomic_store(&calls_made, 0);
        CHECK(pthread_create(&thread, NULL, call_until_the_end, NULL) == 0);
        while (atomic_load(&calls_made) < 20 + i) {
            sched_yield(); /* valgrind runs one thread at a time */
        }
        nearcall_close(i % 2 == 0 ? serving : calling);
        pthread_join(thread, NULL);
        nearcall_service_release(service);
        nearcall_exported_release(exported);
        nearcall_close(i % 2 == 0 ? calling : serving);
        CHECK(rmdir(runtime_directory) == 0);
    }
}

int main(int argc, char **argv)
{
    channel = argc > 1 ? argv[1] : "shm";
    snprintf(address, sizeof address, "%s:local", channel);
    printf("over %s\n", channel);
    alarm(120);
    RUN(should_share_a_lane_with_threads_that_have_another_call);
    RUN(should_borrow_the_home_lane_without_the_home_call);
    RUN(should_let_go_of_a_connection_that_ends_while_calls_end);
    return 0;
}
