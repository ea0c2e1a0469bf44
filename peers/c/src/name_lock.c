// SPDX-License-Identifier: Apache-2.0
/* Locks, claims and releases names. */
#include "name_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT_MAX = 64 };

static void read_namespace(char text[TEXT_MAX])
{
    ssize_t length = readlink("/proc/self/ns/pid", text, TEXT_MAX - 1);
    text[NC_MAX(length, (ssize_t)0)] = 0;
}

/* Reads "nearcall PID NAMESPACE\n". Returns false if it is something else. An empty file has pid 0. */
static bool read_holder(int fd, long *pid, bool *here)
{
    char text[TEXT_MAX + 1];
    ssize_t length = pread(fd, text, TEXT_MAX, 0);
    *pid = 0;
    *here = true;
    if (length <= 0) {
        return length == 0;
    }
    text[length] = 0;
    if (strncmp(text, "nearcall ", 9) != 0) {
        return false;
    }
    char *rest;
    *pid = strtol(text + 9, &rest, 10);
    if (*rest == ' ') {
        char namespace[TEXT_MAX];
        read_namespace(namespace);
        size_t own = strlen(namespace);
        *here = own > 0 && strncmp(rest + 1, namespace, own) == 0 && rest[1 + own] == '\n';
    }
    return true;
}

enum nc_lock_attempt nc_name_lock_try(const char *path, struct nc_name_lock *lock)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (fd < 0) {
        return errno == ELOOP ? NC_LOCK_FOREIGN : NC_LOCK_ERROR;
    }
    struct stat opened;
    struct stat named;
    long pid = 0;
    bool here = true;
    enum nc_lock_attempt attempt = NC_LOCK_ERROR;
    if (fstat(fd, &opened) < 0) {
        attempt = NC_LOCK_ERROR;
    } else if (!S_ISREG(opened.st_mode) || opened.st_size > TEXT_MAX || !read_holder(fd, &pid, &here)) {
        attempt = NC_LOCK_FOREIGN;
    } else {
        bool locked = flock(fd, LOCK_EX | LOCK_NB) == 0;
        bool current = lstat(path, &named) == 0 && named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
        if (locked && current) {
            *lock = (struct nc_name_lock){.fd = fd, .device = opened.st_dev, .inode = opened.st_ino};
            return NC_LOCKED;
        }
        bool alive = here && pid > 0 && (kill((pid_t)pid, 0) == 0 || errno == EPERM);
        attempt = !current                           ? NC_LOCK_RACE
                  : alive && pid == (long)getpid() ? NC_HELD_BY_SELF
                  : alive                          ? NC_HELD_BY_LIVING
                  : pid > 0                        ? NC_HELD
                                                   : NC_HELD_UNWRITTEN;
    }
    int failure = errno;
    close(fd);
    errno = failure;
    return attempt;
}

int nc_name_lock_claim(const struct nc_name_lock *lock)
{
    char namespace[TEXT_MAX];
    char text[2 * TEXT_MAX];
    read_namespace(namespace);
    int length = snprintf(text, sizeof text, "nearcall %ld%s%s\n", (long)getpid(), namespace[0] != 0 ? " " : "", namespace);
    if (length > TEXT_MAX) { /* the namespace may be left out */
        length = snprintf(text, sizeof text, "nearcall %ld\n", (long)getpid());
    }
    if (ftruncate(lock->fd, 0) < 0) {
        return -errno;
    }
    ssize_t written = pwrite(lock->fd, text, (size_t)length, 0);
    return written == length ? 0 : written < 0 ? -errno : -ENOSPC;
}

bool nc_name_lock_is_current(const struct nc_name_lock *lock, const char *path)
{
    struct stat named;
    return lock->fd >= 0 && lstat(path, &named) == 0 && named.st_dev == lock->device && named.st_ino == lock->inode;
}

void nc_name_lock_release(struct nc_name_lock *lock, const char *path, bool remove)
{
    if (lock->fd < 0) {
        return;
    }
    if (remove && nc_name_lock_is_current(lock, path)) {
        unlink(path);
    }
    close(lock->fd);
    lock->fd = -1;
}
