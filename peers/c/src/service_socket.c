// SPDX-License-Identifier: Apache-2.0
/* Takes names and keeps them (section 1 of the protocol, rules 1 to 6). */
#include "service_socket.h"

#include "closing.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BACKLOG = 64 };

static const int64_t grace_ns = 500 * (int64_t)NC_NS_PER_MS;
static const int64_t race_ns = 2 * (int64_t)NC_NS_PER_S;
static const int64_t touch_ns = 600 * (int64_t)NC_NS_PER_S;

/* Does anybody listen, or can that not be found out? */
static bool somebody_listens(const struct nc_service_socket *service)
{
    struct stat status;
    if (lstat(service->address.sun_path, &status) < 0 || !S_ISSOCK(status.st_mode)) {
        return false;
    }
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (probe < 0) {
        return true;
    }
    bool nobody = connect(probe, (const struct sockaddr *)&service->address, sizeof service->address) < 0 &&
                  (errno == ECONNREFUSED || errno == ENOENT);
    close(probe);
    return !nobody;
}

/* Replaces what bears the socket's name, which only the holder of the lock may do. Returns 0 or -errno. */
static int listen_anew(struct nc_service_socket *service)
{
    struct stat status;
    const char *path = service->address.sun_path;
    if (lstat(path, &status) == 0) {
        if (!S_ISSOCK(status.st_mode)) {
            return -ENOTSOCK;
        }
        unlink(path);
    }
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) {
        return -errno;
    }
    mode_t mode = (service->directory->mode & 0077) != 0 ? 0666 : 0600;
    if (bind(fd, (const struct sockaddr *)&service->address, sizeof service->address) < 0 || chmod(path, mode) < 0 ||
        listen(fd, BACKLOG) < 0 || lstat(path, &status) < 0) {
        int failure = errno;
        close(fd);
        return -failure;
    }
    if (service->fd >= 0) {
        nc_close_socket(NULL, service->fd);
    }
    service->fd = fd;
    service->device = status.st_dev;
    service->inode = status.st_ino;
    return 0;
}

static int take_name(struct nc_service_socket *service, nearcall_error *error)
{
    int64_t start_ns = nc_now_ns();
    for (;;) {
        enum nc_lock_attempt attempt = nc_name_lock_try(service->lock_path, &service->lock);
        int64_t passed_ns = nc_now_ns() - start_ns;
        switch (attempt) {
        case NC_LOCKED:
            return NEARCALL_OK;
        case NC_LOCK_ERROR:
            return nc_fail_errno(error, errno, "The lock %s cannot be taken", service->lock_path);
        case NC_LOCK_FOREIGN:
            return nc_fail(error, NEARCALL_INVALID, "%s is no lock of Nearcall. Move it away.", service->lock_path);
        default:
            break;
        }
        if (attempt == NC_HELD_BY_LIVING || passed_ns >= (attempt == NC_LOCK_RACE ? race_ns : grace_ns)) {
            return nc_fail(error, NEARCALL_NAME_IN_USE, "%s process offers the service \"%s\": it holds %s.",
                           attempt == NC_HELD_BY_SELF ? "This" : "Another", service->name, service->lock_path);
        }
        struct timespec pause = {.tv_nsec = NC_NS_PER_MS};
        nanosleep(&pause, NULL);
    }
}

int nc_service_socket_open(struct nc_service_socket *service, const struct nc_directory *directory, const char *name,
                           nearcall_error *error)
{
    *service = (struct nc_service_socket){.directory = directory, .fd = -1, .lock = {.fd = -1}};
    snprintf(service->name, sizeof service->name, "%s", name);
    snprintf(service->lock_path, sizeof service->lock_path, "%s/%s.lock", directory->path, name);
    int status = nc_directory_socket(directory, name, &service->address, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    status = take_name(service, error);
    if (status != NEARCALL_OK) {
        return status;
    }
    if (somebody_listens(service)) { /* rule 1: the lock of a living holder was removed */
        nc_name_lock_release(&service->lock, service->lock_path, true);
        return nc_fail(error, NEARCALL_NAME_IN_USE, "Another process offers the service \"%s\" at %s.", name,
                       service->address.sun_path);
    }
    int result = nc_name_lock_claim(&service->lock);
    result = result < 0 ? result : listen_anew(service);
    if (result < 0) {
        nc_name_lock_release(&service->lock, service->lock_path, true);
        return nc_fail_errno(error, -result, "The service \"%s\" cannot listen at %s", name,
                             service->address.sun_path);
    }
    service->touched_ns = nc_now_ns();
    return NEARCALL_OK;
}

/* Rules 3, 5 and 6: the lock file is gone, or another one. Returns false if the name is lost. */
static bool take_back(struct nc_service_socket *service)
{
    struct nc_name_lock lock;
    nc_name_lock_release(&service->lock, service->lock_path, false);
    if (nc_directory_restore(service->directory, NULL) != NEARCALL_OK) {
        return true; /* it is looked at again */
    }
    switch (nc_name_lock_try(service->lock_path, &lock)) {
    case NC_LOCKED:
        service->lock = lock;
        service->suspicions = 0;
        nc_name_lock_claim(&lock);
        return true;
    case NC_HELD_BY_LIVING:
    case NC_HELD_BY_SELF:
        return false;
    case NC_HELD:
    case NC_LOCK_FOREIGN:
        return ++service->suspicions < 2;
    default:
        service->suspicions = 0;
        return true; /* it is looked at again */
    }
}

bool nc_service_socket_look(struct nc_service_socket *service)
{
    if (!nc_name_lock_is_current(&service->lock, service->lock_path) && !take_back(service)) {
        return false;
    }
    if (service->lock.fd < 0) {
        return true;
    }
    struct stat status;
    bool own = lstat(service->address.sun_path, &status) == 0 && status.st_dev == service->device &&
               status.st_ino == service->inode;
    if (!own) {
        listen_anew(service); /* rule 4. If it fails, the next look tries again */
    }
    if (nc_now_ns() - service->touched_ns > touch_ns) { /* cleaners go by age */
        futimens(service->lock.fd, NULL);
        utimensat(AT_FDCWD, service->address.sun_path, NULL, AT_SYMLINK_NOFOLLOW);
        service->touched_ns = nc_now_ns();
    }
    return true;
}

void nc_service_socket_close(struct nc_service_socket *service)
{
    if (nc_name_lock_is_current(&service->lock, service->lock_path)) {
        struct stat status;
        if (lstat(service->address.sun_path, &status) == 0 && status.st_dev == service->device &&
            status.st_ino == service->inode) {
            unlink(service->address.sun_path);
        }
    }
    if (service->fd >= 0) {
        nc_close_socket(NULL, service->fd);
        service->fd = -1;
    }
    nc_name_lock_release(&service->lock, service->lock_path, true);
}
