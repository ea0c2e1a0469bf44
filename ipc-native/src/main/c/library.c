// SPDX-License-Identifier: Apache-2.0
/* The only symbol that the library exports. */
#include "jni_util.h"

#include <stddef.h>

typedef int (*load_function)(JNIEnv *env);

static const load_function LOADS[] = {
    jni_util_load, memory_load, futex_load, socket_load, process_load, poller_load, file_load,
    fifo_load,     sysv_msg_load, sysv_sem_load, sysv_shm_load, record_lock_load,
};

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved)
{
    (void)reserved;
    void *env;
    if ((*vm)->GetEnv(vm, &env, JNI_VERSION_1_8) != JNI_OK)
        return JNI_ERR;
    for (size_t i = 0; i < sizeof LOADS / sizeof LOADS[0]; i++) {
        if (LOADS[i](env) < 0)
            return JNI_ERR;
    }
    return JNI_VERSION_1_8;
}
