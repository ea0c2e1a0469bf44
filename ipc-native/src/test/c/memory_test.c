// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "os.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MFD_HUGETLB
#define MFD_HUGETLB 0x0004U
#endif

enum { LENGTH = 16 * 4096, HUGE_LENGTH = 2 << 20, GAPS_MAX = 10000 };

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

static void *map_anonymous(size_t length, int protection)
{
    void *address = mmap(NULL, length, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(address != MAP_FAILED);
    return address;
}

/*
 * The kernel extends a map of large pages to whole ones. At a place that is aligned to them, MAP_FIXED would take away what
 * lies behind the place that was reserved: even where the map fails, because the machine keeps no large pages.
 */
static void a_double_map_of_large_pages_should_be_refused_before_it_takes_memory_away(void)
{
    int fd = memfd_create("orders", MFD_CLOEXEC | MFD_HUGETLB);
    if (fd < 0) {
        fprintf(stderr, "NOT TESTED: this kernel has no large pages: %s\n", strerror(errno));
        return;
    }
    CHECK_EQUAL(ftruncate(fd, HUGE_LENGTH), 0);

    /* A gap at an aligned place with neighbours on both sides; all gaps that the kernel would prefer are filled. */
    char *region = map_anonymous(4 * HUGE_LENGTH, PROT_READ | PROT_WRITE);
    char *gap = region + HUGE_LENGTH - (uintptr_t)region % HUGE_LENGTH + HUGE_LENGTH;
    CHECK_EQUAL(munmap(gap, 2 * LENGTH), 0);
    for (int gaps = 1; map_anonymous(2 * LENGTH, PROT_NONE) != gap; gaps++) {
        if (gaps == GAPS_MAX) {
            fprintf(stderr, "NOT TESTED: no map is put into a gap here, as under qemu-user\n");
            close(fd);
            return;
        }
    }
    CHECK_EQUAL(munmap(gap, 2 * LENGTH), 0);

    void *address = NULL;
    int result = memory_map_twice(fd, 0, LENGTH, 0, &address);
    unsigned char resident[HUGE_LENGTH / 4096];
    CHECK_EQUAL(mincore(gap + 2 * LENGTH, HUGE_LENGTH - 2 * LENGTH, resident), 0);
    CHECK_EQUAL(result, -EINVAL);
    CHECK(address == NULL);
    CHECK_EQUAL(munmap(region, 4 * HUGE_LENGTH), 0);
    CHECK_EQUAL(memory_is_sealed(fd), -EINVAL);
    close(fd);
}

void memory_tests(void)
{
    RUN(every_page_should_be_allocated);
    RUN(more_than_the_machine_has_should_be_refused_at_once);
    RUN(a_sealed_segment_should_admit_its_first_writer_only);
    RUN(the_second_map_should_show_the_first);
    RUN(a_failed_double_map_should_leave_no_reservation);
    RUN(a_double_map_of_large_pages_should_be_refused_before_it_takes_memory_away);
}
