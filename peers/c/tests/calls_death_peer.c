// SPDX-License-Identifier: Apache-2.0
/* Calls the Java service "shop" of tests/java, and kills its process. */
#include "calls.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

static void *sleep_long(void *unused)
{
    (void)unused;
    nearcall_error lost;
    nearcall_call *call;
    CHECK(nearcall_call_begin(shop, SLEEP, NULL, &call, &lost) == NEARCALL_OK);
    nearcall_put_long(nearcall_call_arguments(call), 60000);
    CHECK(nearcall_call_invoke(call, &lost) == NEARCALL_LOST);
    CHECK_SAYING(lost.outcome == NEARCALL_MAY_HAVE_RUN, "%s", lost.message); /* it was taken */
    nearcall_call_end(call);
    return NULL;
}

static void should_know_the_outcome_of_calls_when_the_peer_dies(void)
{
    nearcall_call *call = begin(PROCESS);
    pid_t pid = (pid_t)nearcall_get_int(invoke(call));
    nearcall_call_end(call);
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, sleep_long, NULL) == 0);
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
    CHECK(kill(pid, SIGSTOP) == 0);
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    call = begin(ADD); /* it is sent, and never read */
    nearcall_put_int(nearcall_call_arguments(call), 1);
    nearcall_put_int(nearcall_call_arguments(call), 1);
    CHECK(nearcall_call_send(call, &error) == NEARCALL_OK);
    CHECK(kill(pid, SIGKILL) == 0);
    CHECK(nearcall_call_await(call, &error) == NEARCALL_LOST);
    /* Only shared memory shows, after the death, that the call was not taken. */
    int expected = strcmp(channel, "shm") == 0 ? NEARCALL_NOT_STARTED : NEARCALL_MAY_HAVE_RUN;
    CHECK_SAYING(error.outcome == expected, "%s", error.message);
    nearcall_call_end(call);
    pthread_join(thread, NULL);
    nearcall_call *late;
    CHECK(nearcall_call_begin(shop, ADD, NULL, &late, &error) == NEARCALL_LOST && error.outcome == NEARCALL_NOT_SENT);
}

int main(int argc, char **argv)
{
    open_shop(argc, argv);
    RUN(should_know_the_outcome_of_calls_when_the_peer_dies);
    close_shop();
    return 0;
}
