// SPDX-License-Identifier: Apache-2.0
/* Waiting for many descriptors at once: epoll with an eventfd in it, by which another thread ends the wait. */
#include "jni_util.h"
#include "os.h"

#include <errno.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

/* The same bits as in Poller.java. */
enum { READABLE = 1, WRITABLE = 2, HANGUP = 4 };

/* Tokens are 32 bits wide, so no descriptor of the caller's has this one. */
#define WAKEUP_DATA UINT64_MAX

int poller_open(int *epoll, int *wakeup, const char **call)
{
    int epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    if (epoll_fd < 0) {
        *call = "epoll_create1";
        return -errno;
    }
    int result;
    int wakeup_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (wakeup_fd < 0) {
        *call = "eventfd";
        result = -errno;
        goto close_epoll;
    }
    struct epoll_event event = {.events = EPOLLIN, .data.u64 = WAKEUP_DATA};
    if (epoll_ctl(epoll_fd, EPOLL_CTL_ADD, wakeup_fd, &event) < 0) {
        *call = "epoll_ctl";
        result = -errno;
        goto close_wakeup;
    }
    *epoll = epoll_fd;
    *wakeup = wakeup_fd;
    return 0;

close_wakeup:
    close(wakeup_fd);
close_epoll:
    close(epoll_fd);
    return result;
}

static int control(int epoll, int operation, int fd, int token, int interest)
{
    struct epoll_event event = {.data.u64 = (uint32_t)token};
    if (interest & READABLE)
        event.events |= EPOLLIN | EPOLLRDHUP;
    if (interest & WRITABLE)
        event.events |= EPOLLOUT;
    return epoll_ctl(epoll, operation, fd, &event) < 0 ? -errno : 0;
}

int poller_add(int epoll, int fd, int token, int interest)
{
    return control(epoll, EPOLL_CTL_ADD, fd, token, interest);
}

int poller_modify(int epoll, int fd, int token, int interest)
{
    return control(epoll, EPOLL_CTL_MOD, fd, token, interest);
}

int poller_remove(int epoll, int fd)
{
    return epoll_ctl(epoll, EPOLL_CTL_DEL, fd, NULL) < 0 ? -errno : 0;
}

static int readiness_of(uint32_t events)
{
    int readiness = 0;
    if (events & EPOLLIN)
        readiness |= READABLE;
    if (events & EPOLLOUT)
        readiness |= WRITABLE;
    if (events & (EPOLLHUP | EPOLLRDHUP | EPOLLERR))
        readiness |= HANGUP;
    return readiness;
}

/* Returns how many are ready: 0 after a wake-up, a signal or the end of the time. Only one thread at a time. */
int poller_await(int epoll, int wakeup, int *tokens, int *readiness, int capacity, int timeout_ms)
{
    struct epoll_event events[POLLER_EVENTS_MAX];
    int found = epoll_wait(epoll, events, capacity < POLLER_EVENTS_MAX ? capacity : POLLER_EVENTS_MAX, timeout_ms);
    if (found < 0)
        return errno == EINTR ? 0 : -errno;

    int ready = 0;
    for (int i = 0; i < found; i++) {
        if (events[i].data.u64 == WAKEUP_DATA) {
            uint64_t count;
            if (read(wakeup, &count, sizeof count) < 0 && errno != EAGAIN && errno != EINTR)
                return -errno;
            continue;
        }
        tokens[ready] = (int)(uint32_t)events[i].data.u64;
        readiness[ready] = readiness_of(events[i].events);
        ready++;
    }
    return ready;
}

/* EAGAIN means that the counter is full, so a wake-up is pending already. */
int poller_wake(int wakeup)
{
    const uint64_t one = 1;
    ssize_t written;
    do {
        written = write(wakeup, &one, sizeof one);
    } while (written < 0 && errno == EINTR);
    return written < 0 && errno != EAGAIN ? -errno : 0;
}

static void JNICALL jni_open(JNIEnv *env, jclass type, jintArray epoll_wakeup)
{
    (void)type;
    int fds[2];
    const char *call = NULL;
    int result = poller_open(&fds[0], &fds[1], &call);
    if (jni_result(env, result, call, NULL) == 0)
        (*env)->SetIntArrayRegion(env, epoll_wakeup, 0, 2, fds);
}

static void JNICALL jni_add(JNIEnv *env, jclass type, jint epoll, jint fd, jint token, jint interest)
{
    (void)type;
    jni_result(env, poller_add(epoll, fd, token, interest), "epoll_ctl(ADD)", NULL);
}

static void JNICALL jni_modify(JNIEnv *env, jclass type, jint epoll, jint fd, jint token, jint interest)
{
    (void)type;
    jni_result(env, poller_modify(epoll, fd, token, interest), "epoll_ctl(MOD)", NULL);
}

static void JNICALL jni_remove(JNIEnv *env, jclass type, jint epoll, jint fd)
{
    (void)type;
    jni_result(env, poller_remove(epoll, fd), "epoll_ctl(DEL)", NULL);
}

static jint JNICALL jni_await(JNIEnv *env, jclass type, jint epoll, jint wakeup, jintArray tokens, jintArray readiness,
    jint capacity, jint timeout_ms)
{
    (void)type;
    int ready_tokens[POLLER_EVENTS_MAX];
    int ready_bits[POLLER_EVENTS_MAX];
    int ready = poller_await(epoll, wakeup, ready_tokens, ready_bits, capacity, timeout_ms);
    if (ready > 0) {
        (*env)->SetIntArrayRegion(env, tokens, 0, ready, ready_tokens);
        (*env)->SetIntArrayRegion(env, readiness, 0, ready, ready_bits);
    }
    return ready;
}

static jint JNICALL jni_wake(JNIEnv *env, jclass type, jint wakeup)
{
    (void)env;
    (void)type;
    return poller_wake(wakeup);
}

static const JNINativeMethod METHODS[] = {
    JNI_METHOD("open0", "([I)V", jni_open),
    JNI_METHOD("add0", "(IIII)V", jni_add),
    JNI_METHOD("modify0", "(IIII)V", jni_modify),
    JNI_METHOD("remove0", "(II)V", jni_remove),
    JNI_METHOD("await0", "(II[I[III)I", jni_await),
    JNI_METHOD("wake0", "(I)I", jni_wake),
};

int poller_load(JNIEnv *env)
{
    return jni_register(env, "io/nearcall/ipc/os/Poller", METHODS, JNI_COUNT(METHODS));
}
