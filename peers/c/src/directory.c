// SPDX-License-Identifier: Apache-2.0
/* Finds and checks the runtime directory. */
#include "directory.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { UNNAMED_USER = 65534, PRIVATE = 0700, PASSABLE = 0711 };

bool nc_users_allow(const struct nc_users *users, uid_t uid)
{
    for (size_t i = 0; i < users->other_count; i++) {
        if (users->others[i] == uid) {
            return true;
        }
    }
    return uid == users->own;
}

/* Does the user namespace have a user of that number? If its map cannot be read, it has. */
static bool namespace_has_user(unsigned long uid)
{
    FILE *map = fopen("/proc/self/uid_map", "re");
    if (map == NULL) {
        return true;
    }
    unsigned long inside;
    unsigned long outside;
    unsigned long count;
    bool found = false;
    while (!found && fscanf(map, "%lu %lu %lu", &inside, &outside, &count) == 3) {
        found = uid >= inside && uid - inside < count;
    }
    fclose(map);
    return found;
}

static bool is_root(uid_t uid)
{
    return uid == 0 || (uid == UNNAMED_USER && !namespace_has_user(UNNAMED_USER));
}

static int check_parent(const struct nc_directory *directory, const struct nc_users *users, nearcall_error *error)
{
    char parent[NC_PATH_MAX];
    const char *slash = strrchr(directory->path, '/');
    size_t length = slash == directory->path ? 1 : (size_t)(slash - directory->path);
    memcpy(parent, directory->path, length);
    parent[length] = 0;
    struct stat status;
    if (lstat(parent, &status) < 0 || !S_ISDIR(status.st_mode)) {
        return nc_fail(error, NEARCALL_INVALID, "The runtime directory %s cannot be used: %s is no directory.",
                       directory->path, parent);
    }
    bool trusted = status.st_uid == users->own || is_root(status.st_uid) ||
                   (directory->configured && nc_users_allow(users, status.st_uid));
    if (!trusted) {
        return nc_fail(error, NEARCALL_INVALID,
                       "The runtime directory %s cannot be used: %s belongs to user %lu, who can replace it.",
                       directory->path, parent, (unsigned long)status.st_uid);
    }
    if ((status.st_mode & S_IWOTH) && !(status.st_mode & S_ISVTX)) {
        return nc_fail(error, NEARCALL_INVALID,
                       "The runtime directory %s cannot be used: all users may write to %s, which is not sticky.",
                       directory->path, parent);
    }
    return NEARCALL_OK;
}

/* mode: that with which it is made if it is missing, or 0: it is not made, and missing is fine. */
static int check(struct nc_directory *directory, const struct nc_users *users, mode_t mode, nearcall_error *error)
{
    bool unnamed = users->own == UNNAMED_USER || (directory->configured && nc_users_allow(users, UNNAMED_USER));
    if (unnamed && !namespace_has_user(UNNAMED_USER)) {
        return nc_fail(error, NEARCALL_INVALID,
                       "No runtime directory can be used: user 65534 stands for all users without a number in this user "
                       "namespace. Run as another user, and allow others only.");
    }
    int status_code = check_parent(directory, users, error);
    if (status_code != NEARCALL_OK) {
        return status_code;
    }
    if (mode != 0 && mkdir(directory->path, mode) < 0 && errno != EEXIST) {
        return nc_fail_errno(error, errno, "The runtime directory %s cannot be made", directory->path);
    }
    struct stat status;
    if (lstat(directory->path, &status) < 0) {
        if (mode == 0 && errno == ENOENT) {
            return NEARCALL_OK;
        }
        return nc_fail_errno(error, errno, "The runtime directory %s cannot be read", directory->path);
    }
    if (!S_ISDIR(status.st_mode)) {
        return nc_fail(error, NEARCALL_INVALID, "The runtime directory %s cannot be used: it is %s.", directory->path,
                       S_ISLNK(status.st_mode) ? "a symbolic link" : "no directory");
    }
    if (status.st_uid != users->own && !(directory->configured && nc_users_allow(users, status.st_uid))) {
        return nc_fail(error, NEARCALL_INVALID,
                       "The runtime directory %s cannot be used: it belongs to user %lu, and this process runs as %lu.",
                       directory->path, (unsigned long)status.st_uid, (unsigned long)users->own);
    }
    mode_t allowed = directory->configured ? PASSABLE : PRIVATE;
    if (status.st_mode & 0777 & ~allowed) {
        return nc_fail(error, NEARCALL_INVALID,
                       "The runtime directory %s cannot be used: its mode is %04o, and %04o is the most. Run: chmod 700 "
                       "%s",
                       directory->path, (unsigned)(status.st_mode & 0777), (unsigned)allowed, directory->path);
    }
    directory->own = status.st_uid == users->own;
    directory->mode = status.st_mode & 0777;
    return NEARCALL_OK;
}

static bool is_blank(const char *text)
{
    return text == NULL || text[strspn(text, " \t\n")] == 0;
}

int nc_directory_open(struct nc_directory *directory, const char *configured, const struct nc_users *users,
                      nearcall_error *error)
{
    if (configured == NULL) {
        configured = secure_getenv("NEARCALL_DIR");
    }
    directory->configured = !is_blank(configured);
    char path[NC_PATH_MAX];
    int length;
    if (directory->configured) {
        char here[PATH_MAX] = "";
        if (configured[0] != '/' && getcwd(here, sizeof here) == NULL) {
            return nc_fail_errno(error, errno, "The working directory cannot be read");
        }
        length = snprintf(path, sizeof path, configured[0] == '/' ? "%s%s" : "%s/%s", here, configured);
    } else {
        struct stat status;
        unsigned long uid = users->own;
        length = snprintf(path, sizeof path, "/run/user/%lu", uid);
        bool session = lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == users->own;
        length = snprintf(path, sizeof path, session ? "/run/user/%lu/nearcall" : "/tmp/nearcall-%lu", uid);
    }
    while (length > 1 && (size_t)length < sizeof path && path[length - 1] == '/') {
        path[--length] = 0;
    }
    if (length < 2 || (size_t)length >= sizeof path) {
        return nc_fail(error, NEARCALL_INVALID, "\"%s\" cannot be the runtime directory.", configured);
    }
    memcpy(directory->path, path, (size_t)length + 1);
    directory->users = users;
    return check(directory, users, PRIVATE, error);
}

int nc_directory_restore(const struct nc_directory *directory, nearcall_error *error)
{
    struct nc_directory copy = *directory;
    mode_t mode = directory->own ? directory->mode : 0;
    return directory->users == NULL ? NEARCALL_OK : check(&copy, directory->users, mode, error);
}

bool nc_service_name_valid(const char *name)
{
    static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-$";
    size_t length = strspn(name, allowed);
    return length > 0 && length <= NC_SERVICE_NAME_MAX && name[length] == 0 && name[0] != '.' && name[0] != '-';
}

int nc_directory_socket(const struct nc_directory *directory, const char *name, struct sockaddr_un *address,
                        nearcall_error *error)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    int length = snprintf(address->sun_path, sizeof address->sun_path, "%s/%s.sock", directory->path, name);
    if (length < 0 || (size_t)length >= sizeof address->sun_path) {
        return nc_fail(error, NEARCALL_INVALID, "The path %s/%s.sock is longer than the 107 bytes of a socket's path.",
                       directory->path, name);
    }
    return NEARCALL_OK;
}
