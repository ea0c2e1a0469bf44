// SPDX-License-Identifier: Apache-2.0
/* A queue of descriptors, and the threads that close them. A thread leaves when nothing waits. */
#include "closing.h"

#include <fcntl.h>
#include <linux/sockios.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { THREADS = 4, WAITING_MAX = 256 };

struct doomed {
    struct doomed *next;
    size_t count;
    int fds[];
};

struct nc_closing {
    atomic_uint references;
    pthread_mutex_t lock; /* guards what is below */
    struct doomed *first;
    struct doomed **last;
    size_t waiting; /* descriptors, those that are being closed among them */
    unsigned threads;
};

struct nc_closing *nc_closing_new(void)
{
    struct nc_closing *closing = calloc(1, sizeof *closing);
    if (closing != NULL) {
        atomic_init(&closing->references, 1);
        pthread_mutex_init(&closing->lock, NULL);
        closing->last = &closing->first;
    }
    return closing;
}

void nc_closing_release(struct nc_closing *closing)
{
    /* Acquire and release: the last one sees what the others did. */
    if (closing != NULL && atomic_fetch_sub_explicit(&closing->references, 1, memory_order_acq_rel) == 1) {
        pthread_mutex_destroy(&closing->lock);
        free(closing);
    }
}

bool nc_closing_is_full(struct nc_closing *closing)
{
    pthread_mutex_lock(&closing->lock);
    bool full = closing->waiting > WAITING_MAX;
    pthread_mutex_unlock(&closing->lock);
    return full;
}

static void close_all(const int *fds, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        close(fds[i]);
    }
}

static void *work(void *argument)
{
    struct nc_closing *closing = argument;
    pthread_mutex_lock(&closing->lock);
    while (closing->first != NULL) {
        struct doomed *doomed = closing->first;
        closing->first = doomed->next;
        if (closing->first == NULL) {
            closing->last = &closing->first;
        }
        pthread_mutex_unlock(&closing->lock);
        close_all(doomed->fds, doomed->count);
        pthread_mutex_lock(&closing->lock);
        closing->waiting -= doomed->count;
        free(doomed);
    }
    closing->threads--;
    pthread_mutex_unlock(&closing->lock);
    nc_closing_release(closing);
    return NULL;
}

static bool start(struct nc_closing *closing)
{
    atomic_fetch_add_explicit(&closing->references, 1, memory_order_relaxed);
    bool started = nc_start_thread(work, closing) == 0;
    if (!started) {
        atomic_fetch_sub_explicit(&closing->references, 1, memory_order_relaxed); /* the caller has another one */
    }
    return started;
}

/* Returns false if there is no memory, or no thread: then they are still the caller's. */
static bool enqueue(struct nc_closing *closing, const int *fds, size_t count)
{
    struct doomed *doomed = malloc(sizeof *doomed + count * sizeof *fds);
    if (doomed == NULL) {
        return false;
    }
    *doomed = (struct doomed){.count = count};
    memcpy(doomed->fds, fds, count * sizeof *fds);
    pthread_mutex_lock(&closing->lock);
    if (closing->threads < THREADS && start(closing)) { /* it waits for the lock */
        closing->threads++;
    }
    bool taken = closing->threads > 0;
    if (taken) {
        *closing->last = doomed;
        closing->last = &doomed->next;
        closing->waiting += count;
    }
    pthread_mutex_unlock(&closing->lock);
    if (!taken) {
        free(doomed);
    }
    return taken;
}

bool nc_close_elsewhere(struct nc_closing *closing, const int *fds, size_t count)
{
    if (count == 1 && fcntl(fds[0], F_GET_SEALS) >= 0) {
        close(fds[0]);
        return false;
    }
    struct nc_closing *own = closing == NULL ? nc_closing_new() : NULL;
    closing = closing == NULL ? own : closing;
    bool waits = closing != NULL && enqueue(closing, fds, count);
    if (!waits) {
        close_all(fds, count);
    }
    nc_closing_release(own);
    return waits;
}

void nc_close_socket(struct nc_closing *closing, int fd)
{
    int unread = 0;
    shutdown(fd, SHUT_RDWR); /* so nothing more comes */
    if (ioctl(fd, SIOCINQ, &unread) == 0 && unread == 0) {
        close(fd);
    } else {
        nc_close_elsewhere(closing, &fd, 1);
    }
}

size_t nc_take_passed(struct msghdr *message, int fds[NC_PASSED_MAX])
{
    size_t taken = 0;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(message); part != NULL; part = CMSG_NXTHDR(message, part)) {
        if (part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS) {
            size_t count = NC_MIN((part->cmsg_len - CMSG_LEN(0)) / sizeof(int), NC_PASSED_MAX - taken); /* which it always is */
            memcpy(fds + taken, CMSG_DATA(part), count * sizeof(int));
            taken += count;
        }
    }
    return taken;
}

ssize_t nc_read_socket(struct nc_closing *closing, int fd, void *bytes, size_t length, bool *passed)
{
    int fds[NC_PASSED_MAX];
    struct iovec part = {.iov_base = bytes, .iov_len = length};
    union {
        struct cmsghdr header;
        char room[CMSG_SPACE(sizeof fds)];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.room};
    ssize_t count = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (count >= 0) {
        size_t taken = nc_take_passed(&message, fds);
        *passed = taken > 0 || (message.msg_flags & MSG_CTRUNC) != 0;
        if (taken > 0) {
            nc_close_elsewhere(closing, fds, taken);
        }
    }
    return count;
}
