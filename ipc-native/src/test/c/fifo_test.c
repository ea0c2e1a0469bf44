// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "os.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { READY = 1, GONE = 2, WOKEN = 4, PAGE = 4096 };

static int reader;
static int writer;

static void open_both(void)
{
    const char *path = test_path("lane");
    CHECK_EQUAL(fifo_make(path), 0);
    reader = fifo_open(path, 0);
    writer = fifo_open(path, 1);
    CHECK(reader >= 0 && writer >= 0);
    CHECK_EQUAL(unlink(path), 0);
}

static void close_both(void)
{
    close(reader);
    close(writer);
}

static void a_fifo_should_be_for_its_user_alone(void)
{
    const char *path = test_path("lane");
    int64_t status[FILE_STATUS_FIELDS];
    CHECK_EQUAL(fifo_make(path), 0);
    CHECK_EQUAL(fifo_make(path), -EEXIST);
    CHECK_EQUAL(file_lstat(path, status), 0);
    CHECK_EQUAL(status[0], S_IFIFO | 0600);
    CHECK_EQUAL(fifo_open(path, 1), -ENXIO);
    CHECK_EQUAL(unlink(path), 0);
    CHECK_EQUAL(fifo_open(path, 0), -ENOENT);
    CHECK_EQUAL(symlink("elsewhere", path), 0);
    CHECK_EQUAL(fifo_open(path, 1), -ELOOP);
    CHECK_EQUAL(unlink(path), 0);
}

static void bytes_should_arrive_and_be_counted_from_both_ends(void)
{
    char bytes[8];
    open_both();
    CHECK_EQUAL(fifo_read(reader, bytes, sizeof bytes), -EAGAIN);
    CHECK_EQUAL(fifo_write(writer, "order", 5), 5);
    CHECK_EQUAL(fifo_unread(writer), 5);
    CHECK_EQUAL(fifo_unread(reader), 5);
    CHECK_EQUAL(fifo_read(reader, bytes, sizeof bytes), 5);
    CHECK(memcmp(bytes, "order", 5) == 0);
    CHECK_EQUAL(fifo_unread(writer), 0);
    close_both();
    CHECK_EQUAL(fifo_unread(-1), -EBADF);
    CHECK_EQUAL(fifo_read(-1, bytes, 1), -EBADF);
    CHECK_EQUAL(fifo_write(-1, bytes, 1), -EBADF);
}

static void a_pipe_should_hold_as_many_atomic_writes_as_it_has_pages(void)
{
    static const char frame[PAGE];
    static char all[2 * 65536];
    open_both();
    CHECK(fifo_resize(writer, 65536) >= 65536);
    int pages = fifo_pages(writer);
    CHECK(pages >= 1);
    int written = 0;
    while (fifo_write(writer, frame, sizeof frame) == (int)sizeof frame)
        written++;
    CHECK(written >= pages);
    CHECK_EQUAL(fifo_write(writer, frame, sizeof frame), -EAGAIN);
    CHECK_EQUAL(fifo_await(writer, 0, -1, 1000), 0);
    CHECK(fifo_read(reader, all, sizeof all) > 0);
    CHECK_EQUAL(fifo_await(writer, 0, -1, 1000), READY);
    close_both();
    CHECK_EQUAL(fifo_pages(-1), -EBADF);
    CHECK_EQUAL(fifo_resize(-1, PAGE), -EBADF);
}

static void a_wait_should_end_by_bytes_by_a_wakeup_and_by_time(void)
{
    open_both();
    int wakeup = fifo_open_wakeup();
    CHECK_EQUAL(fifo_await(reader, 1, wakeup, 1000), 0);
    CHECK_EQUAL(fifo_write(writer, "x", 1), 1);
    CHECK_EQUAL(fifo_await(reader, 1, wakeup, -1), READY);
    CHECK_EQUAL(poller_wake(wakeup), 0);
    CHECK_EQUAL(fifo_await(reader, 1, wakeup, -1), READY | WOKEN);
    CHECK_EQUAL(fifo_await(-1, 1, wakeup, -1), WOKEN);
    CHECK_EQUAL(fifo_await(-1, 1, -1, 1000), 0);
    close(wakeup);
    close_both();
    CHECK_EQUAL(fifo_await(reader, 1, -1, 1000), -EBADF);
}

static void the_other_end_should_be_seen_to_go(void)
{
    char byte;
    signal(SIGPIPE, SIG_IGN);
    open_both();
    CHECK_EQUAL(fifo_write(writer, "x", 1), 1);
    close(writer);
    CHECK_EQUAL(fifo_await(reader, 1, -1, -1), READY);
    CHECK_EQUAL(fifo_read(reader, &byte, 1), 1);
    CHECK_EQUAL(fifo_read(reader, &byte, 1), 0);
    CHECK_EQUAL(fifo_await(reader, 1, -1, -1), GONE);
    close(reader);

    open_both();
    close(reader);
    CHECK_EQUAL(fifo_write(writer, "x", 1), -EPIPE);
    CHECK_EQUAL(fifo_await(writer, 0, -1, -1), GONE);
    close(writer);
}

static void a_writer_that_is_yet_to_come_should_not_be_taken_for_one_that_has_gone(void)
{
    char byte;
    const char *path = test_path("lane");
    CHECK_EQUAL(fifo_make(path), 0);
    reader = fifo_open(path, 0);
    CHECK_EQUAL(fifo_read(reader, &byte, 1), 0);
    CHECK_EQUAL(fifo_await(reader, 1, -1, 1000), 0);
    close(reader);
    CHECK_EQUAL(unlink(path), 0);
}

void fifo_tests(void)
{
    RUN(a_fifo_should_be_for_its_user_alone);
    RUN(bytes_should_arrive_and_be_counted_from_both_ends);
    RUN(a_pipe_should_hold_as_many_atomic_writes_as_it_has_pages);
    RUN(a_wait_should_end_by_bytes_by_a_wakeup_and_by_time);
    RUN(the_other_end_should_be_seen_to_go);
    RUN(a_writer_that_is_yet_to_come_should_not_be_taken_for_one_that_has_gone);
}
