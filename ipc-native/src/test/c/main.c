// SPDX-License-Identifier: Apache-2.0
/* Runs all tests of the thin layer, without a JVM, and looks for descriptors that it forgot. */
#include "check.h"

#include <dirent.h>
#include <limits.h>
#include <unistd.h>

enum { WATCHDOG_S = 30, WATCHDOG_QEMU_S = 300 };

const char *current_test = "";
char test_directory[] = "/tmp/nearcall-test-XXXXXX";

const char *test_path(const char *name)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", test_directory, name);
    return path;
}

static int open_descriptors(void)
{
    int count = 0;
    DIR *directory = opendir("/proc/self/fd");
    CHECK(directory != NULL);
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count;
}

int main(void)
{
    alarm(getenv("NEARCALL_TEST_QEMU") == NULL ? WATCHDOG_S : WATCHDOG_QEMU_S);
    CHECK(mkdtemp(test_directory) != NULL);
    int before = open_descriptors();

    memory_tests();
    futex_tests();
    socket_tests();
    process_tests();
    poller_tests();
    file_tests();
    record_lock_tests();
    fifo_tests();
    sysv_tests();

    current_test = "all descriptors are closed";
    CHECK_EQUAL(open_descriptors(), before);
    current_test = "all files are removed";
    CHECK_EQUAL(rmdir(test_directory), 0);
    return 0;
}
