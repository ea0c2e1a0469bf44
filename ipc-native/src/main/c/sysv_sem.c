// SPDX-License-Identifier: Apache-2.0
/* System V semaphore sets. */
#include "jni_util.h"
#include "os.h"

#include <errno.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <time.h>

enum { NS_PER_S = 1000000000 };

/* The fields of a status, in the order of SysVSemaphores.java. */
enum { COUNT, OWNER, MODE, LAST_OPERATION, MAKER, KEY };

/* On Linux the program itself has to declare what semctl takes. */
union semctl_argument {
    int value;
    struct semid_ds *status;
    unsigned short *values;
};

int sysv_sem_open(int key, int count, int flags)
{
    int id = semget((key_t)key, count, flags);
    return id < 0 ? -errno : id;
}

/*
 * Does all of the operations at once, or none. Each is a semaphore, the number to add to it (0 waits until it is 0),
 * and whether the kernel takes the addition back when the process dies. Waits for that time, or not at all if it is 0.
 * Returns -EAGAIN when the time is over, and -EINTR when a signal came.
 */
int sysv_sem_operate(int id, const int16_t *triples, int count, int64_t timeout_ns)
{
    struct sembuf operations[SYSV_SEM_OPERATIONS_MAX];
    if (count < 1 || count > SYSV_SEM_OPERATIONS_MAX)
        return -E2BIG;
    for (int i = 0; i < count; i++) {
        const int16_t *triple = triples + (ptrdiff_t)3 * i;
        int flags = (triple[2] != 0 ? SEM_UNDO : 0) | (timeout_ns == 0 ? IPC_NOWAIT : 0);
        operations[i] = (struct sembuf){
            .sem_num = (unsigned short)triple[0], .sem_op = triple[1], .sem_flg = (short)flags};
    }
    struct timespec timeout = {.tv_sec = timeout_ns / NS_PER_S, .tv_nsec = timeout_ns % NS_PER_S};
    return semtimedop(id, operations, (size_t)count, &timeout) < 0 ? -errno : 0;
}

int sysv_sem_get(int id, int semaphore)
{
    int value = semctl(id, semaphore, GETVAL);
    return value < 0 ? -errno : value;
}

int sysv_sem_set(int id, int semaphore, int value)
{
    union semctl_argument argument = {.value = value};
    return semctl(id, semaphore, SETVAL, argument) < 0 ? -errno : 0;
}

/* Returns how many threads wait until the semaphore is larger, or until it is 0 if zero is not 0. */
int sysv_sem_waiters(int id, int semaphore, int zero)
{
    int waiters = semctl(id, semaphore, zero ? GETZCNT : GETNCNT);
    return waiters < 0 ? -errno : waiters;
}

int sysv_sem_last_pid(int id, int semaphore)
{
    int pid = semctl(id, semaphore, GETPID);
    return pid < 0 ? -errno : pid;
}

int sysv_sem_status(int id, int64_t status[SYSV_SEM_STATUS_FIELDS])
{
    struct semid_ds found;
    union semctl_argument argument = {.status = &found};
    if (semctl(id, 0, IPC_STAT, argument) < 0)
        return -errno;
    status[COUNT] = (int64_t)found.sem_nsems;
    status[OWNER] = found.sem_perm.uid;
    status[MODE] = found.sem_perm.mode;
    status[LAST_OPERATION] = found.sem_otime;
    status[MAKER] = found.sem_perm.cuid;
    status[KEY] = found.sem_perm.__key;
    return 0;
}

int sysv_sem_remove(int id)
{
    return semctl(id, 0, IPC_RMID) < 0 ? -errno : 0;
}

static jint JNICALL jni_open(JNIEnv *env, jclass type, jint key, jint count, jint flags)
{
    (void)env;
    (void)type;
    return sysv_sem_open(key, count, flags);
}

static jint JNICALL jni_operate(JNIEnv *env, jclass type, jint id, jshortArray triples, jint count, jlong timeout_ns)
{
    (void)type;
    int16_t copy[3 * SYSV_SEM_OPERATIONS_MAX];
    if (count < 1 || count > SYSV_SEM_OPERATIONS_MAX)
        return -E2BIG;
    (*env)->GetShortArrayRegion(env, triples, 0, 3 * count, copy);
    if ((*env)->ExceptionCheck(env))
        return 0;
    return sysv_sem_operate(id, copy, count, timeout_ns);
}

static jint JNICALL jni_get(JNIEnv *env, jclass type, jint id, jint semaphore)
{
    (void)env;
    (void)type;
    return sysv_sem_get(id, semaphore);
}

static jint JNICALL jni_set(JNIEnv *env, jclass type, jint id, jint semaphore, jint value)
{
    (void)env;
    (void)type;
    return sysv_sem_set(id, semaphore, value);
}

static jint JNICALL jni_waiters(JNIEnv *env, jclass type, jint id, jint semaphore, jboolean zero)
{
    (void)env;
    (void)type;
    return sysv_sem_waiters(id, semaphore, zero);
}

static jint JNICALL jni_last_pid(JNIEnv *env, jclass type, jint id, jint semaphore)
{
    (void)env;
    (void)type;
    return sysv_sem_last_pid(id, semaphore);
}

static jint JNICALL jni_status(JNIEnv *env, jclass type, jint id, jlongArray fields)
{
    (void)type;
    int64_t status[SYSV_SEM_STATUS_FIELDS];
    int result = sysv_sem_status(id, status);
    if (result == 0)
        (*env)->SetLongArrayRegion(env, fields, 0, SYSV_SEM_STATUS_FIELDS, (const jlong *)status);
    return result;
}

static jint JNICALL jni_remove(JNIEnv *env, jclass type, jint id)
{
    (void)env;
    (void)type;
    return sysv_sem_remove(id);
}

static const JNINativeMethod METHODS[] = {
    JNI_METHOD("open0", "(III)I", jni_open),
    JNI_METHOD("operate0", "(I[SIJ)I", jni_operate),
    JNI_METHOD("get0", "(II)I", jni_get),
    JNI_METHOD("set0", "(III)I", jni_set),
    JNI_METHOD("waiters0", "(IIZ)I", jni_waiters),
    JNI_METHOD("lastPid0", "(II)I", jni_last_pid),
    JNI_METHOD("status0", "(I[J)I", jni_status),
    JNI_METHOD("remove0", "(I)I", jni_remove),
};

int sysv_sem_load(JNIEnv *env)
{
    return jni_register(env, "io/nearcall/ipc/os/SysVSemaphores", METHODS, JNI_COUNT(METHODS));
}
