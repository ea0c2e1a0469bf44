// SPDX-License-Identifier: Apache-2.0
/* System V shared memory. */
#include "jni_util.h"
#include "os.h"

#include <errno.h>
#include <sys/ipc.h>
#include <sys/shm.h>

/* The fields of a status, in the order of SysVMemory.java. */
enum { LENGTH, ATTACHED, CREATOR, OWNER, MODE, MAKER, KEY };

int sysv_shm_open(int key, int64_t length, int flags)
{
    int id = shmget((key_t)key, (size_t)length, flags);
    return id < 0 ? -errno : id;
}

/* Also attaches a segment that has been removed and that somebody still has: whoever knows its id gets in. */
int sysv_shm_attach(int id, int writable, void **address)
{
    void *found = shmat(id, NULL, writable ? 0 : SHM_RDONLY);
    if (found == (void *)-1)
        return -errno;
    *address = found;
    return 0;
}

int sysv_shm_detach(const void *address)
{
    return shmdt(address) < 0 ? -errno : 0;
}

int sysv_shm_status(int id, int64_t status[SYSV_SHM_STATUS_FIELDS])
{
    struct shmid_ds found;
    if (shmctl(id, IPC_STAT, &found) < 0)
        return -errno;
    status[LENGTH] = (int64_t)found.shm_segsz;
    status[ATTACHED] = (int64_t)found.shm_nattch;
    status[CREATOR] = found.shm_cpid;
    status[OWNER] = found.shm_perm.uid;
    status[MODE] = found.shm_perm.mode;
    status[MAKER] = found.shm_perm.cuid;
    status[KEY] = found.shm_perm.__key;
    return 0;
}

/* The segment goes when nobody has it attached any more. */
int sysv_shm_remove(int id)
{
    return shmctl(id, IPC_RMID, NULL) < 0 ? -errno : 0;
}

static jint JNICALL jni_open(JNIEnv *env, jclass type, jint key, jlong length, jint flags)
{
    (void)env;
    (void)type;
    return sysv_shm_open(key, length, flags);
}

static jlong JNICALL jni_attach(JNIEnv *env, jclass type, jint id, jboolean writable)
{
    (void)type;
    void *address = NULL;
    jni_result(env, sysv_shm_attach(id, writable, &address), "shmat", NULL);
    return (jlong)(uintptr_t)address;
}

static void JNICALL jni_detach(JNIEnv *env, jclass type, jlong address)
{
    (void)type;
    jni_result(env, sysv_shm_detach((const void *)(uintptr_t)address), "shmdt", NULL);
}

static jint JNICALL jni_status(JNIEnv *env, jclass type, jint id, jlongArray fields)
{
    (void)type;
    int64_t status[SYSV_SHM_STATUS_FIELDS];
    int result = sysv_shm_status(id, status);
    if (result == 0)
        (*env)->SetLongArrayRegion(env, fields, 0, SYSV_SHM_STATUS_FIELDS, (const jlong *)status);
    return result;
}

static jint JNICALL jni_remove(JNIEnv *env, jclass type, jint id)
{
    (void)env;
    (void)type;
    return sysv_shm_remove(id);
}

static const JNINativeMethod METHODS[] = {
    JNI_METHOD("open0", "(IJI)I", jni_open),
    JNI_METHOD("attach0", "(IZ)J", jni_attach),
    JNI_METHOD("detach0", "(J)V", jni_detach),
    JNI_METHOD("status0", "(I[J)I", jni_status),
    JNI_METHOD("remove0", "(I)I", jni_remove),
};

int sysv_shm_load(JNIEnv *env)
{
    return jni_register(env, "io/nearcall/ipc/os/SysVMemory", METHODS, JNI_COUNT(METHODS));
}
