// SPDX-License-Identifier: Apache-2.0
/*
 * Locks on bytes of a file, held by the open file description. They also exclude other openings in this process. The
 * kernel gives them up with the last descriptor and the last map of the description. That is at the latest when the
 * process is dead and none of its threads can touch mapped memory any more.
 */
#include "jni_util.h"
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Newer than some of the headers with which this is built: Linux 3.15. */
#ifndef F_OFD_GETLK
#define F_OFD_GETLK 36
#define F_OFD_SETLK 37
#endif

static int operate(int fd, int command, struct flock *lock, int64_t offset, int64_t length)
{
    lock->l_whence = SEEK_SET;
    lock->l_start = (off_t)offset;
    lock->l_len = (off_t)length;
    lock->l_pid = 0;
    int result;
    do {
        result = fcntl(fd, command, lock);
    } while (result < 0 && errno == EINTR);
    return result < 0 ? -errno : 0;
}

/* Returns 1 if it has locked the range, 0 if another opening holds a lock. */
int record_lock_try(int fd, int64_t offset, int64_t length)
{
    struct flock lock = {.l_type = F_WRLCK};
    int result = operate(fd, F_OFD_SETLK, &lock, offset, length);
    if (result == 0)
        return 1;
    return result == -EAGAIN || result == -EACCES ? 0 : result;
}

/* Returns 1 if another opening holds a lock on any byte of the range, 0 if none does. */
int record_lock_is_held(int fd, int64_t offset, int64_t length)
{
    struct flock lock = {.l_type = F_WRLCK};
    int result = operate(fd, F_OFD_GETLK, &lock, offset, length);
    return result < 0 ? result : lock.l_type != F_UNLCK;
}

int record_lock_release(int fd, int64_t offset, int64_t length)
{
    struct flock lock = {.l_type = F_UNLCK};
    return operate(fd, F_OFD_SETLK, &lock, offset, length);
}

static jboolean JNICALL jni_try(JNIEnv *env, jclass type, jint fd, jlong offset, jlong length)
{
    (void)type;
    return jni_result(env, record_lock_try(fd, offset, length), "fcntl(F_OFD_SETLK)", NULL) == 1;
}

static jboolean JNICALL jni_is_held(JNIEnv *env, jclass type, jint fd, jlong offset, jlong length)
{
    (void)type;
    return jni_result(env, record_lock_is_held(fd, offset, length), "fcntl(F_OFD_GETLK)", NULL) == 1;
}

static void JNICALL jni_release(JNIEnv *env, jclass type, jint fd, jlong offset, jlong length)
{
    (void)type;
    jni_result(env, record_lock_release(fd, offset, length), "fcntl(F_OFD_SETLK)", NULL);
}

static const JNINativeMethod METHODS[] = {
    JNI_METHOD("try0", "(IJJ)Z", jni_try),
    JNI_METHOD("isHeld0", "(IJJ)Z", jni_is_held),
    JNI_METHOD("release0", "(IJJ)V", jni_release),
};

int record_lock_load(JNIEnv *env)
{
    return jni_register(env, "io/nearcall/ipc/os/RecordLock", METHODS, JNI_COUNT(METHODS));
}
