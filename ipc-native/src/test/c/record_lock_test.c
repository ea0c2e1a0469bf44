// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "os.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static void a_byte_should_be_locked_by_one_opening_only(void)
{
    const char *path = test_path("counter");
    int first = file_open_lock(path);
    int second = file_open_lock(path);
    CHECK_EQUAL(record_lock_try(first, 7, 1), 1);
    CHECK_EQUAL(record_lock_try(first, 7, 1), 1);
    CHECK_EQUAL(record_lock_is_held(first, 0, 480), 0);
    CHECK_EQUAL(record_lock_is_held(second, 0, 480), 1);
    CHECK_EQUAL(record_lock_is_held(second, 8, 1), 0);
    CHECK_EQUAL(record_lock_try(second, 7, 1), 0);
    CHECK_EQUAL(record_lock_try(second, 8, 1), 1);
    CHECK_EQUAL(record_lock_is_held(first, 0, 480), 1);
    CHECK_EQUAL(record_lock_release(first, 7, 1), 0);
    CHECK_EQUAL(record_lock_try(second, 7, 1), 1);
    close(second);
    CHECK_EQUAL(record_lock_is_held(first, 0, 480), 0);
    close(first);
    CHECK_EQUAL(unlink(path), 0);
    CHECK_EQUAL(record_lock_try(-1, 0, 1), -EBADF);
    CHECK_EQUAL(record_lock_is_held(-1, 0, 1), -EBADF);
}

static void a_map_should_keep_the_locks_of_its_opening(void)
{
    const char *path = test_path("counter");
    int first = file_open_lock(path);
    int second = file_open_lock(path);
    void *address = NULL;
    CHECK_EQUAL(memory_allocate(first, 4096), 0);
    CHECK_EQUAL(memory_map(first, 0, 4096, 1, &address), 0);
    CHECK_EQUAL(record_lock_try(first, 0, 1), 1);
    close(first);
    CHECK_EQUAL(record_lock_is_held(second, 0, 1), 1);
    CHECK_EQUAL(memory_unmap(address, 4096), 0);
    CHECK_EQUAL(record_lock_is_held(second, 0, 1), 0);
    close(second);
    CHECK_EQUAL(unlink(path), 0);
}

static void a_killed_process_should_give_up_its_bytes(void)
{
    const char *path = test_path("counter");
    int ready[2];
    char byte;
    CHECK_EQUAL(pipe(ready), 0);
    int fd = file_open_lock(path);
    pid_t child = fork();
    if (child == 0) {
        int own = file_open_lock(path); /* a descriptor of the parent's opening would be the parent's lock */
        if (record_lock_try(own, 3, 1) == 1 && write(ready[1], "x", 1) == 1)
            pause();
        _exit(1);
    }
    CHECK_EQUAL(read(ready[0], &byte, 1), 1);
    CHECK_EQUAL(record_lock_is_held(fd, 3, 1), 1);
    CHECK_EQUAL(kill(child, SIGKILL), 0);
    CHECK_EQUAL(waitpid(child, NULL, 0), child);
    CHECK_EQUAL(record_lock_is_held(fd, 3, 1), 0);
    close(ready[0]);
    close(ready[1]);
    close(fd);
    CHECK_EQUAL(unlink(path), 0);
}

void record_lock_tests(void)
{
    RUN(a_byte_should_be_locked_by_one_opening_only);
    RUN(a_map_should_keep_the_locks_of_its_opening);
    RUN(a_killed_process_should_give_up_its_bytes);
}
