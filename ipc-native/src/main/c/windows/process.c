// SPDX-License-Identifier: Apache-2.0
/* Processes: a handle stands for one process, even when it is dead and its id belongs to another one. handle.c waits for its end. */
#include "win.h"

static jlong JNICALL jni_open(JNIEnv *env, jclass type, jint pid)
{
    (void)env;
    (void)type;
    return win_handle(OpenProcess(SYNCHRONIZE | PROCESS_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)pid));
}

/* When it began, in units of 100 ns since 1601. */
static jlong JNICALL jni_start(JNIEnv *env, jclass type, jlong handle)
{
    (void)env;
    (void)type;
    FILETIME start, end, kernel, user;
    if (!GetProcessTimes(win_to_handle(handle), &start, &end, &kernel, &user))
        return win_error();
    return (jlong)((uint64_t)start.dwHighDateTime << 32 | start.dwLowDateTime);
}

/* Whether it is of the user of this process. */
static jint JNICALL jni_is_own(JNIEnv *env, jclass type, jlong handle)
{
    (void)env;
    (void)type;
    HANDLE token;
    if (!OpenProcessToken(win_to_handle(handle), TOKEN_QUERY, &token))
        return win_error();
    int result = win_is_own_token(token);
    CloseHandle(token);
    return result;
}

static const JNINativeMethod METHODS[] = {
    WIN_METHOD("open0", "(I)J", jni_open),
    WIN_METHOD("start0", "(J)J", jni_start),
    WIN_METHOD("isOwn0", "(J)I", jni_is_own),
};

int win_process_load(JNIEnv *env)
{
    return win_register(env, "io/nearcall/ipc/os/windows/Processes", METHODS, WIN_COUNT(METHODS));
}
