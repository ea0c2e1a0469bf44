// SPDX-License-Identifier: Apache-2.0
/* Sleeping on a word of shared memory, and waking its sleepers. */
#include "jni_util.h"
#include "os.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

_Static_assert(sizeof(time_t) == 8 && sizeof(long) == 8, "SYS_futex takes this timespec on 64-bit platforms only");

enum { NS_PER_S = 1000000000 };

/*
 * Sleeps while *word is expected. It does not use FUTEX_PRIVATE_FLAG, because the waker is another process. A map that
 * is read-only on this side is enough. EINTR goes to the caller, which has the deadline.
 */
int futex_await(const void *word, uint32_t expected, int64_t timeout_ns)
{
    struct timespec timeout = {.tv_sec = timeout_ns / NS_PER_S, .tv_nsec = timeout_ns % NS_PER_S};
    return syscall(SYS_futex, word, FUTEX_WAIT, expected, &timeout, NULL, 0) < 0 ? -errno : 0;
}

int futex_wake(const void *word, int waiters)
{
    long woken = syscall(SYS_futex, word, FUTEX_WAKE, waiters, NULL, NULL, 0);
    return woken < 0 ? -errno : (int)woken;
}

static jint JNICALL jni_await(JNIEnv *env, jclass type, jlong address, jint expected, jlong timeout_ns)
{
    (void)env;
    (void)type;
    return futex_await((const void *)(uintptr_t)address, (uint32_t)expected, timeout_ns);
}

static jint JNICALL jni_wake(JNIEnv *env, jclass type, jlong address, jint waiters)
{
    (void)env;
    (void)type;
    return futex_wake((const void *)(uintptr_t)address, waiters);
}

static const JNINativeMethod METHODS[] = {
    JNI_METHOD("await0", "(JIJ)I", jni_await),
    JNI_METHOD("wake0", "(JI)I", jni_wake),
};

int futex_load(JNIEnv *env)
{
    return jni_register(env, "io/nearcall/ipc/os/Futex", METHODS, JNI_COUNT(METHODS));
}
