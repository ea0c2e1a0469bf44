// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "os.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LENGTH = 4096, NS_PER_MS = 1000000 };

static void a_changed_word_should_not_be_slept_on(void)
{
    uint32_t word = 7;
    CHECK_EQUAL(futex_await(&word, 6, 1000LL * NS_PER_MS), -EAGAIN);
}

static void a_sleep_should_end_with_its_time(void)
{
    uint32_t word = 7;
    CHECK_EQUAL(futex_await(&word, 7, 2 * NS_PER_MS), -ETIMEDOUT);
    CHECK_EQUAL(futex_wake(&word, 1), 0);
}

static void another_process_should_be_woken_through_its_read_only_map(void)
{
    const char *call = "";
    int fd = memory_create("word", LENGTH, &call);
    pid_t child = fork();
    if (child == 0) {
        void *word = NULL;
        if (memory_map(fd, 0, LENGTH, 0, &word) != 0)
            _exit(1);
        _exit(futex_await(word, 0, 20000LL * NS_PER_MS) == 0 ? 0 : 2);
    }
    void *word = NULL;
    CHECK_EQUAL(memory_map(fd, 0, LENGTH, 1, &word), 0);
    while (futex_wake(word, 1) == 0)
        usleep(100);
    int status;
    CHECK_EQUAL(waitpid(child, &status, 0), child);
    CHECK_EQUAL(status, 0);
    memory_unmap(word, LENGTH);
    close(fd);
}

void futex_tests(void)
{
    RUN(a_changed_word_should_not_be_slept_on);
    RUN(a_sleep_should_end_with_its_time);
    RUN(another_process_should_be_woken_through_its_read_only_map);
}
