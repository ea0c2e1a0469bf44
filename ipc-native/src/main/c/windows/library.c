// SPDX-License-Identifier: Apache-2.0
/* The only symbol that the library exports, and what its files share. */
#include "win.h"

#include <stddef.h>
#include <string.h>

typedef int (*load_function)(JNIEnv *env);

static const load_function LOADS[] = {
    win_handle_load, win_memory_load, win_sync_load, win_pipe_load, win_process_load,
    win_mailslot_load, win_data_copy_load, win_file_load, win_watch_load, win_random_load,
};

/* Where Windows begins. The library does without a C library, whose start would be the larger part of it. */
BOOL WINAPI _DllMainCRTStartup(HINSTANCE library, DWORD reason, LPVOID reserved);

BOOL WINAPI _DllMainCRTStartup(HINSTANCE library, DWORD reason, LPVOID reserved)
{
    (void)library;
    (void)reason;
    (void)reserved;
    return TRUE;
}

/* What the compiler takes for granted, in place of the C library's. */
void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
    unsigned char *target = to;
    const unsigned char *source = from;
    for (size_t i = 0; i < length; i++)
        target[i] = source[i];
    return to;
}

JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *vm, void *reserved)
{
    (void)reserved;
    void *env;
    if ((*vm)->GetEnv(vm, &env, JNI_VERSION_1_8) != JNI_OK)
        return JNI_ERR;
    if (win_security_load() < 0)
        return JNI_ERR;
    for (size_t i = 0; i < sizeof LOADS / sizeof LOADS[0]; i++) {
        if (LOADS[i](env) < 0)
            return JNI_ERR;
    }
    return JNI_VERSION_1_8;
}

int win_register(JNIEnv *env, const char *class_name, const JNINativeMethod *methods, int count)
{
    jclass type = (*env)->FindClass(env, class_name);
    if (type == NULL)
        return -1;
    int result = (*env)->RegisterNatives(env, type, methods, count);
    (*env)->DeleteLocalRef(env, type);
    return result == JNI_OK ? 0 : -1;
}

int win_name(JNIEnv *env, jstring name, wchar_t text[WIN_NAME_UNITS])
{
    if (name == NULL)
        return -ERROR_INVALID_NAME;
    jsize length = (*env)->GetStringLength(env, name);
    if (length >= WIN_NAME_UNITS)
        return -ERROR_FILENAME_EXCED_RANGE;
    (*env)->GetStringRegion(env, name, 0, length, (jchar *)text);
    text[length] = 0;
    for (jsize i = 0; i < length; i++) {
        if (text[i] == 0)
            return -ERROR_INVALID_NAME; /* or it would end there */
    }
    return 0;
}

int win_error(void)
{
    DWORD code = GetLastError();
    return code == 0 || code > INT32_MAX ? -ERROR_GEN_FAILURE : -(int)code;
}

jlong win_handle(HANDLE handle)
{
    return handle == NULL || handle == INVALID_HANDLE_VALUE ? win_error() : (jlong)(intptr_t)handle;
}

jlong win_made(HANDLE handle)
{
    int existed = GetLastError() == ERROR_ALREADY_EXISTS;
    jlong result = win_handle(handle);
    return result < 0 ? result : result * 2 + existed;
}
