// SPDX-License-Identifier: Apache-2.0
#include "check.h"
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void a_directory_should_have_exactly_the_mode_asked(void)
{
    const char *call = "";
    const char *path = test_path("runtime");
    int64_t status[FILE_STATUS_FIELDS];
    mode_t umask_before = umask(077);
    CHECK_EQUAL(file_make_directory(path, 0711, &call), 0);
    umask(umask_before);
    CHECK_EQUAL(file_lstat(path, status), 0);
    CHECK_EQUAL(status[0], S_IFDIR | 0711);
    CHECK_EQUAL(file_make_directory(path, 0711, &call), -EEXIST);
    CHECK(strcmp(call, "mkdir") == 0);
    CHECK_EQUAL(rmdir(path), 0);
    CHECK_EQUAL(file_lstat(path, status), -ENOENT);
}

static unsigned mode_of(const char *path)
{
    int64_t status[FILE_STATUS_FIELDS];
    return file_lstat(path, status) == 0 ? (unsigned)status[0] : 0;
}

static void what_is_made_should_have_its_mode_whatever_the_umask(void)
{
    const char *call = "";
    char directory[256];
    char lock[256];
    strcpy(directory, test_path("masked"));
    strcpy(lock, test_path("masked.lock"));
    mode_t umask_before = umask(0777);
    CHECK_EQUAL(file_make_directory(directory, 0700, &call), 0);
    int fd = file_open_lock(lock);
    CHECK_EQUAL(fifo_make(test_path("masked.fifo")), 0);
    umask(umask_before);
    CHECK_EQUAL(mode_of(directory), S_IFDIR | 0700);
    CHECK_EQUAL(mode_of(lock), S_IFREG | 0600);
    CHECK_EQUAL(mode_of(test_path("masked.fifo")), S_IFIFO | 0600);
    CHECK_EQUAL(file_close(fd), 0);
    CHECK_EQUAL(rmdir(directory), 0);
    CHECK_EQUAL(file_unlink(lock), 0);
    CHECK_EQUAL(file_unlink(test_path("masked.fifo")), 0);
}

static void a_lock_should_belong_to_the_opening_and_its_duplicates(void)
{
    const char *path = test_path("orders.lock");
    int first = file_open_lock(path);
    int second = file_open_lock(path);
    CHECK_EQUAL(file_try_lock(first), 1);
    CHECK_EQUAL(file_try_lock(second), 0);
    int copy = file_duplicate(first);
    CHECK_EQUAL(file_close(first), 0);
    CHECK_EQUAL(file_try_lock(second), 0);
    CHECK_EQUAL(file_close(copy), 0);
    CHECK_EQUAL(file_try_lock(second), 1);
    CHECK_EQUAL(file_close(second), 0);
    CHECK_EQUAL(file_unlink(path), 0);
    CHECK_EQUAL(file_unlink(path), -ENOENT);
}

static void a_lock_should_exclude_one_of_the_kind_that_java_takes(void)
{
    const char *path = test_path("orders.lock");
    int ours = file_open_lock(path);
    int javas = file_open_lock(path);
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    CHECK_EQUAL(fcntl(javas, F_SETLK, &whole), 0);
    CHECK_EQUAL(file_try_lock(ours), 0);
    whole.l_type = F_UNLCK;
    CHECK_EQUAL(fcntl(javas, F_SETLK, &whole), 0);
    CHECK_EQUAL(file_try_lock(ours), 1);
    whole.l_type = F_WRLCK;
    CHECK_EQUAL(fcntl(javas, F_SETLK, &whole), -1);
    CHECK_EQUAL(file_close(ours), 0);
    CHECK_EQUAL(fcntl(javas, F_SETLK, &whole), 0);
    CHECK_EQUAL(file_close(javas), 0);
    CHECK_EQUAL(file_unlink(path), 0);
}

static void a_symbolic_link_should_not_be_opened(void)
{
    const char *path = test_path("link");
    CHECK_EQUAL(symlink("target", path), 0);
    CHECK_EQUAL(file_open_lock(path), -ELOOP);
    CHECK_EQUAL(file_open_existing(path), -ELOOP);
    CHECK_EQUAL(file_unlink(path), 0);
}

/* It would take /proc/sys/fs/lease-break-time, 45 s: hence the alarm. */
static void a_file_that_somebody_has_leased_should_not_be_waited_for(void)
{
    enum { PATIENCE_S = 10 };
    const char *path = test_path("leased.lock");
    int holder = file_open_lock(path);
    signal(SIGIO, SIG_IGN);
    CHECK_EQUAL(fcntl(holder, F_SETLEASE, F_WRLCK), 0);
    unsigned left = alarm(PATIENCE_S);
    CHECK_EQUAL(file_open_lock(path), -EWOULDBLOCK);
    alarm(left);
    CHECK_EQUAL(fcntl(holder, F_SETLEASE, F_UNLCK), 0);
    signal(SIGIO, SIG_DFL);
    CHECK_EQUAL(file_close(holder), 0);
    CHECK_EQUAL(file_unlink(path), 0);
}

static void text_should_be_replaced_as_a_whole_and_read_up_to_the_capacity(void)
{
    const char *call = "";
    const char *path = test_path("orders.lock");
    char text[8];
    int fd = file_open_lock(path);
    CHECK_EQUAL(file_write(fd, "pid 123456", 10, &call), 0);
    CHECK_EQUAL(file_read(fd, text, sizeof text), sizeof text);
    CHECK_EQUAL(file_write(fd, "pid 7", 5, &call), 0);
    CHECK_EQUAL(file_read(fd, text, sizeof text), 5);
    CHECK(memcmp(text, "pid 7", 5) == 0);
    CHECK_EQUAL(file_write(-1, "x", 1, &call), -EBADF);
    close(fd);
    unlink(path);
}

static void an_unnamed_file_should_be_named_when_it_is_complete(void)
{
    const char *path = test_path("counter");
    int64_t made[FILE_STATUS_FIELDS];
    int64_t named[FILE_STATUS_FIELDS];
    CHECK_EQUAL(file_open_existing(path), -ENOENT);
    int fd = file_open_unnamed(test_directory);
    CHECK(fd >= 0);
    CHECK_EQUAL(file_link(fd, path), 0);
    CHECK_EQUAL(file_link(fd, path), -EEXIST);
    CHECK_EQUAL(file_fstat(fd, made), 0);
    CHECK_EQUAL(file_lstat(path, named), 0);
    CHECK_EQUAL(made[0], S_IFREG | 0600);
    CHECK_EQUAL(made[3], named[3]);
    int again = file_open_existing(path);
    CHECK(again >= 0);
    close(again);
    close(fd);
    unlink(path);
    CHECK_EQUAL(file_open_unnamed(test_path("none")), -ENOENT);
    CHECK_EQUAL(file_link(-1, path), -ENOENT);
}

void file_tests(void)
{
    RUN(a_directory_should_have_exactly_the_mode_asked);
    RUN(what_is_made_should_have_its_mode_whatever_the_umask);
    RUN(a_lock_should_belong_to_the_opening_and_its_duplicates);
    RUN(a_lock_should_exclude_one_of_the_kind_that_java_takes);
    RUN(a_symbolic_link_should_not_be_opened);
    RUN(a_file_that_somebody_has_leased_should_not_be_waited_for);
    RUN(text_should_be_replaced_as_a_whole_and_read_up_to_the_capacity);
    RUN(an_unnamed_file_should_be_named_when_it_is_complete);
}
