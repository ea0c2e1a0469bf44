// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "os.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { LENGTH = 16 * 4096 };

static int make(void)
{
    const char *call = "";
    int fd = memory_create("orders", LENGTH, &call);
    CHECK_THAT(fd >= 0, "%s: %s", call, strerror(-fd));
    return fd;
}

static void every_page_should_be_allocated(void)
{
    int fd = make();
    CHECK_EQUAL(memory_length(fd), LENGTH);
    CHECK(memory_allocated(fd) >= LENGTH);
    close(fd);
}

static void more_than_the_machine_has_should_be_refused_at_once(void)
{
    const char *call = "";
    CHECK_EQUAL(memory_create("orders", INT64_MAX, &call), -ENOMEM);
    CHECK(strcmp(call, "fallocate") == 0);
}

static void a_sealed_segment_should_admit_its_first_writer_only(void)
{
    int fd = make();
    void *writer = NULL;
    void *second = NULL;
    CHECK_EQUAL(memory_is_sealed(fd), 0);
    CHECK_EQUAL(memory_map(fd, 0, LENGTH, 1, &writer), 0);
    CHECK_EQUAL(memory_seal(fd), 0);
    CHECK_EQUAL(memory_is_sealed(fd), 1);
    CHECK_EQUAL(memory_map(fd, 0, LENGTH, 1, &second), -EPERM);
    CHECK(second == NULL);
    CHECK_EQUAL(ftruncate(fd, 0), -1);
    CHECK_EQUAL(memory_seal(fd), -EPERM);
    memset(writer, 1, LENGTH);
    CHECK_EQUAL(memory_unmap(writer, LENGTH), 0);
    close(fd);
}

static void the_second_map_should_show_the_first(void)
{
    int fd = make();
    void *address = NULL;
    CHECK_EQUAL(memory_map_twice(fd, 0, LENGTH, 1, &address), 0);
    char *bytes = address;
    memcpy(bytes + LENGTH - 4, "straddle", 8);
    CHECK(memcmp(bytes, "ddle", 4) == 0);
    CHECK(memcmp(bytes + LENGTH, "ddle", 4) == 0);
    CHECK_EQUAL(memory_unmap(address, 2 * LENGTH), 0);
    close(fd);
}

static void a_failed_double_map_should_leave_no_reservation(void)
{
    int fd = make();
    void *address = NULL;
    CHECK_EQUAL(memory_map_twice(fd, 0, LENGTH - 1, 1, &address), -EINVAL);
    CHECK_EQUAL(memory_map_twice(fd, 1, LENGTH, 1, &address), -EINVAL);
    CHECK_EQUAL(memory_map_twice(-1, 0, LENGTH, 1, &address), -EBADF);
    CHECK(address == NULL);
    close(fd);
}

void memory_tests(void)
{
    RUN(every_page_should_be_allocated);
    RUN(more_than_the_machine_has_should_be_refused_at_once);
    RUN(a_sealed_segment_should_admit_its_first_writer_only);
    RUN(the_second_map_should_show_the_first);
    RUN(a_failed_double_map_should_leave_no_reservation);
}
