// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "os.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void a_killed_process_should_be_dead_even_before_it_is_waited_for(void)
{
    pid_t child = fork();
    if (child == 0) {
        for (;;)
            pause();
    }
    int pidfd = process_open(child);
    CHECK(pidfd >= 0);
    CHECK_EQUAL(process_is_alive(pidfd), 1);
    kill(child, SIGSTOP);
    CHECK_EQUAL(process_is_alive(pidfd), 1);
    kill(child, SIGKILL);
    CHECK_EQUAL(socket_await(pidfd, 1, -1), 1);
    CHECK_EQUAL(process_is_alive(pidfd), 0);
    CHECK_EQUAL(waitpid(child, NULL, 0), child);
    CHECK_EQUAL(process_is_alive(pidfd), 0);
    close(pidfd);
}

static void the_process_behind_a_socket_should_be_found(void)
{
    int two[2];
    CHECK_EQUAL(socket_pair(two), 0);
    int pidfd = process_of_peer(two[0]);
    CHECK(pidfd >= 0);
    CHECK_EQUAL(process_is_alive(pidfd), 1);
    close(pidfd);
    close(two[0]);
    close(two[1]);
}

static void two_descriptors_of_one_process_should_have_one_identity(void)
{
    int64_t own = -1;
    int64_t again = -2;
    int64_t parents = -3;
    int pidfd = process_open(getpid());
    int second = process_open(getpid());
    int parent = process_open(getppid());
    CHECK_EQUAL(process_identity(pidfd, &own), 0);
    CHECK_EQUAL(process_identity(second, &again), 0);
    CHECK_EQUAL(process_identity(parent, &parents), 0);
    CHECK_EQUAL(own, again);
    CHECK(own == 0 ? parents == 0 : parents != own);
    close(pidfd);
    close(second);
    close(parent);
}

/* As the calling thread may use it, CPUs below 64; 0 if there may be others. */
static unsigned long affinity(void)
{
    unsigned long mask[16] = {0};
    long length = syscall(SYS_sched_getaffinity, 0, sizeof mask, mask);
    return length > 0 ? mask[0] : 0;
}

static int current_cpu(void)
{
    unsigned cpu = 0;
    syscall(SYS_getcpu, &cpu, NULL, NULL);
    return (int)cpu;
}

static void a_thread_should_leave_its_cpu_and_keep_its_affinity(void)
{
    unsigned long before = affinity();
    if (__builtin_popcountl(before) < 2)
        return;
    int elsewhere = 0;
    for (int i = 0; i < 100; i++) {
        int cpu = current_cpu();
        CHECK_EQUAL(process_leave_cpu(), 1);
        elsewhere += current_cpu() != cpu;
        CHECK_EQUAL(affinity(), before);
    }
    CHECK(elsewhere >= 50); /* it may be moved back at any time */
}

static void a_thread_that_is_bound_to_a_cpu_should_stay_there(void)
{
    unsigned long before = affinity();
    unsigned long one = before & -before;
    CHECK_EQUAL(syscall(SYS_sched_setaffinity, 0, sizeof one, &one), 0);
    CHECK_EQUAL(process_leave_cpu(), 0);
    CHECK_EQUAL(affinity(), one);
    CHECK_EQUAL(syscall(SYS_sched_setaffinity, 0, sizeof before, &before), 0);
}

static void what_is_no_process_should_be_an_error(void)
{
    int64_t identity = 0;
    CHECK_EQUAL(process_identity(-1, &identity), -EBADF);
    CHECK_EQUAL(process_open(INT_MAX), -ESRCH);
    CHECK_EQUAL(process_is_alive(1 << 20), -EBADF);
    CHECK_EQUAL(process_of_peer(-1), -EBADF);
}

void process_tests(void)
{
    RUN(a_killed_process_should_be_dead_even_before_it_is_waited_for);
    RUN(the_process_behind_a_socket_should_be_found);
    RUN(two_descriptors_of_one_process_should_have_one_identity);
    RUN(a_thread_should_leave_its_cpu_and_keep_its_affinity);
    RUN(a_thread_that_is_bound_to_a_cpu_should_stay_there);
    RUN(what_is_no_process_should_be_an_error);
}
