// SPDX-License-Identifier: Apache-2.0
/*
 * A process that is killed while it makes lanes leaves FIFOs or sockets, named .fifo-PID-NONCE-LANE and .unix-PID-NONCE. The
 * names tell whose they are. Only those whose process is certainly dead are removed, and sockets only if nobody listens: a
 * process of another pid namespace has a number that means nothing here.
 */
#include "sweep.h"

#include "stream_channel.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_dead(const char *name, const char *kind)
{
    long pid = strtol(name + 1 + strlen(kind) + 1, NULL, 10);
    return pid > 0 && pid <= INT32_MAX && kill((pid_t)pid, 0) < 0 && errno == ESRCH;
}

/* ".fifo-PID-NONCE-LANE": the length of what is in front of the lane's number, or 0 if it is no such name. */
static size_t fifo_batch_length(const char *name)
{
    const char *dash = strrchr(name, '-');
    size_t digits = dash == NULL ? 0 : strspn(dash + 1, "0123456789");
    return digits >= 1 && digits <= 4 && dash[1 + digits] == 0 ? (size_t)(dash - name) : 0;
}

static bool nobody_listens(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int length = snprintf(address.sun_path, sizeof address.sun_path, "%s", path);
    int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    bool nobody = length > 0 && (size_t)length < sizeof address.sun_path && probe >= 0 &&
                  connect(probe, (struct sockaddr *)&address, sizeof address) < 0 && errno == ECONNREFUSED;
    if (probe >= 0) {
        close(probe);
    }
    return nobody;
}

static void look_at(const struct nc_directory *directory, uid_t own, const char *name)
{
    char path[NC_PATH_MAX + 256];
    struct stat status;
    size_t fifo = fifo_batch_length(name);
    bool is_fifo = fifo > 0 && nc_batch_name_valid("fifo", name, fifo) && is_dead(name, "fifo");
    bool is_socket = nc_batch_name_valid("unix", name, strlen(name)) && is_dead(name, "unix");
    if (!is_fifo && !is_socket) {
        return;
    }
    snprintf(path, sizeof path, "%s/%s", directory->path, name);
    if (lstat(path, &status) < 0 || status.st_uid != own) {
        return;
    }
    if (is_fifo ? S_ISFIFO(status.st_mode) : S_ISSOCK(status.st_mode) && nobody_listens(path)) {
        unlink(path);
    }
}

void nc_sweep(const struct nc_directory *directory, uid_t own)
{
    struct stat status;
    if (lstat(directory->path, &status) < 0 || status.st_uid != own) {
        return;
    }
    DIR *entries = opendir(directory->path);
    if (entries == NULL) {
        return;
    }
    struct dirent *entry;
    while ((entry = readdir(entries)) != NULL) {
        if (entry->d_name[0] == '.') {
            look_at(directory, own, entry->d_name);
        }
    }
    closedir(entries);
}
