// SPDX-License-Identifier: Apache-2.0
/* Errors, time and growing bytes. */
#include "base.h"

#include "text.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

const char nc_shortage[] = "there is no memory, or no descriptor";

const char *nearcall_status_name(int status)
{
    static const char *const names[] = {
        [NEARCALL_OK] = "NEARCALL_OK",
        [NEARCALL_INVALID] = "NEARCALL_INVALID",
        [NEARCALL_NO_MEMORY] = "NEARCALL_NO_MEMORY",
        [NEARCALL_SYSTEM] = "NEARCALL_SYSTEM",
        [NEARCALL_NOT_FOUND] = "NEARCALL_NOT_FOUND",
        [NEARCALL_REFUSED] = "NEARCALL_REFUSED",
        [NEARCALL_DEADLINE] = "NEARCALL_DEADLINE",
        [NEARCALL_CANCELLED] = "NEARCALL_CANCELLED",
        [NEARCALL_LOST] = "NEARCALL_LOST",
        [NEARCALL_CLOSED] = "NEARCALL_CLOSED",
        [NEARCALL_OVERLOADED] = "NEARCALL_OVERLOADED",
        [NEARCALL_UNREADABLE] = "NEARCALL_UNREADABLE",
        [NEARCALL_CLASS] = "NEARCALL_CLASS",
        [NEARCALL_TOO_LARGE] = "NEARCALL_TOO_LARGE",
        [NEARCALL_EXCEPTION] = "NEARCALL_EXCEPTION",
        [NEARCALL_BREACH] = "NEARCALL_BREACH",
        [NEARCALL_UNSUPPORTED] = "NEARCALL_UNSUPPORTED",
        [NEARCALL_NAME_IN_USE] = "NEARCALL_NAME_IN_USE",
        [NEARCALL_STREAM_END] = "NEARCALL_STREAM_END",
    };
    bool known = status >= 0 && (size_t)status < sizeof names / sizeof *names;
    return known ? names[status] : "an unknown status";
}

static void describe(nearcall_error *error, int status, int system_error, const char *format, va_list arguments)
{
    error->status = status;
    error->outcome = NEARCALL_NOT_SENT;
    error->system_error = system_error;
    int length = nc_vformat(error->message, sizeof error->message, format, arguments);
    if (system_error != 0 && length >= 0 && (size_t)length < sizeof error->message) {
        char text[100];
        /* The GNU strerror_r: it may return a text of its own. */
        const char *reason = strerror_r(system_error, text, sizeof text);
        snprintf(error->message + length, sizeof error->message - (size_t)length, ": %s", reason);
    }
}

int nc_fail(nearcall_error *error, int status, const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        describe(error, status, 0, format, arguments);
        va_end(arguments);
    }
    return status;
}

int nc_fail_errno(nearcall_error *error, int system_error, const char *format, ...)
{
    if (error != NULL) {
        va_list arguments;
        va_start(arguments, format);
        describe(error, NEARCALL_SYSTEM, system_error, format, arguments);
        va_end(arguments);
    }
    return NEARCALL_SYSTEM;
}

int nc_outcome(nearcall_error *error, int status, int outcome)
{
    if (error != NULL) {
        error->outcome = outcome;
    }
    return status;
}

int64_t nc_now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NC_NS_PER_S + now.tv_nsec;
}

int64_t nc_deadline_after(int64_t timeout_ns)
{
    if (timeout_ns < 0) {
        return NC_NEVER;
    }
    int64_t now = nc_now_ns();
    return timeout_ns > INT64_MAX - now ? NC_NEVER : now + timeout_ns;
}

int nc_start_thread(void *(*run)(void *), void *argument)
{
    pthread_t thread;
    pthread_attr_t detached;
    sigset_t all;
    sigset_t before;
    static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS};
    sigfillset(&all);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        sigdelset(&all, faults[i]); /* a thread raises these itself, and the program may report them */
    }
    pthread_sigmask(SIG_BLOCK, &all, &before); /* the new thread inherits the mask */
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    int result = pthread_create(&thread, &detached, run, argument);
    pthread_attr_destroy(&detached);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return -result;
}

int nc_random(void *bytes, size_t length)
{
    uint8_t *at = bytes;
    while (length > 0) {
        ssize_t count = getrandom(at, length, 0);
        if (count < 0 && errno != EINTR) {
            return -errno;
        }
        if (count > 0) {
            at += count;
            length -= (size_t)count;
        }
    }
    return 0;
}

void *nc_pages(size_t length)
{
    enum { PAGE = 4096 };
    return aligned_alloc(PAGE, (length + PAGE - 1) & ~((size_t)PAGE - 1));
}

bool nc_bytes_reserve(struct nc_bytes *bytes, size_t more)
{
    if (more <= bytes->capacity - bytes->length) {
        return true;
    }
    if (more > SIZE_MAX / 2 - bytes->length) {
        return false;
    }
    size_t capacity = NC_MAX(bytes->length + more, NC_MIN(bytes->capacity, SIZE_MAX / 4) * 2);
    uint8_t *data = realloc(bytes->data, capacity);
    if (data == NULL) {
        return false;
    }
    bytes->data = data;
    bytes->capacity = capacity;
    return true;
}

bool nc_bytes_append(struct nc_bytes *bytes, const void *data, size_t length)
{
    if (!nc_bytes_reserve(bytes, length)) {
        return false;
    }
    if (length > 0) {
        nc_copy(bytes->data + bytes->length, data, length);
    }
    bytes->length += length;
    return true;
}

void nc_bytes_free(struct nc_bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct nc_bytes){0};
}
