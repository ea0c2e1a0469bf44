// SPDX-License-Identifier: Apache-2.0
/* Handles of any kind: waiting for one, whose it is, and its end. */
#include "win.h"

#include <aclapi.h>

/* Returns 0 when the object is signalled, 128 if it is a mutex whose owner has died, and 258 after that time. */
static jint JNICALL jni_await(JNIEnv *env, jclass type, jlong handle, jint timeout_ms)
{
    (void)env;
    (void)type;
    DWORD result = WaitForSingleObject(win_to_handle(handle), (DWORD)timeout_ms);
    return result == WAIT_FAILED ? win_error() : (jint)result;
}

static int is_own(HANDLE handle)
{
    PSECURITY_DESCRIPTOR found = NULL;
    PSID owner = NULL;

    DWORD code = GetSecurityInfo(handle, SE_KERNEL_OBJECT, OWNER_SECURITY_INFORMATION, &owner, NULL, NULL, NULL, &found);
    if (code != ERROR_SUCCESS)
        return -(int)code;
    int result = owner == NULL ? -ERROR_INVALID_OWNER : win_is_owner(owner);
    LocalFree(found);
    return result;
}

static jint JNICALL jni_is_own(JNIEnv *env, jclass type, jlong handle)
{
    (void)env;
    (void)type;
    return is_own(win_to_handle(handle));
}

static jint JNICALL jni_close(JNIEnv *env, jclass type, jlong handle)
{
    (void)env;
    (void)type;
    return CloseHandle(win_to_handle(handle)) ? 0 : win_error();
}

static const JNINativeMethod METHODS[] = {
    WIN_METHOD("await0", "(JI)I", jni_await),
    WIN_METHOD("isOwn0", "(J)I", jni_is_own),
    WIN_METHOD("close0", "(J)I", jni_close),
};

int win_handle_load(JNIEnv *env)
{
    return win_register(env, "io/nearcall/ipc/os/windows/Handles", METHODS, WIN_COUNT(METHODS));
}
