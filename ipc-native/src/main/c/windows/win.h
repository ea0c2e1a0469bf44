// SPDX-License-Identifier: Apache-2.0
/* What the files of the library for Windows share. All natives return 0 or more, or the negative error code of Windows. */
#ifndef NEARCALL_WIN_H
#define NEARCALL_WIN_H

#define WIN32_LEAN_AND_MEAN
#include <jni.h>
#include <stdint.h>
#include <windows.h>

/* Longest name of an object, in UTF-16 units, with the final zero. */
enum { WIN_NAME_UNITS = 260 };

/* Goes by way of uintptr_t because ISO C has no conversion between function and object pointers. */
#define WIN_METHOD(name, signature, function) {(char *)(name), (char *)(signature), (void *)(uintptr_t)(function)}
#define WIN_COUNT(methods) ((int)(sizeof(methods) / sizeof((methods)[0])))

/* Returns 0, or -1 with an exception pending. */
int win_register(JNIEnv *env, const char *class_name, const JNINativeMethod *methods, int count);

/* Copies a name and adds the zero. Returns 0, or the negative code of a name that is null or too long. */
int win_name(JNIEnv *env, jstring name, wchar_t text[WIN_NAME_UNITS]);

/* The negative code of the last error of this thread, never 0. */
int win_error(void);

/* A handle as Java has it, or the negative code of the last error if there is none. */
jlong win_handle(HANDLE handle);

/* The same, twice as large, plus 1 if the object was there already. Only for functions that always set the last error. */
jlong win_made(HANDLE handle);

static inline HANDLE win_to_handle(jlong handle)
{
    return (HANDLE)(intptr_t)handle;
}

/* Attributes that let in this user alone, and that no child inherits. */
SECURITY_ATTRIBUTES *win_private(void);

/* Whether that is the user of this process. */
int win_is_user(PSID user);

/* Whether that is the owner that Windows gives to new objects of this process. Returns 1 or 0, or a negative code. */
int win_is_owner(PSID user);

/* Whether a token is of the user of this process. Returns 1 or 0, or a negative code. */
int win_is_own_token(HANDLE token);

int win_security_load(void);
int win_handle_load(JNIEnv *env);
int win_memory_load(JNIEnv *env);
int win_sync_load(JNIEnv *env);
int win_pipe_load(JNIEnv *env);
int win_process_load(JNIEnv *env);
int win_mailslot_load(JNIEnv *env);
int win_data_copy_load(JNIEnv *env);
int win_file_load(JNIEnv *env);
int win_watch_load(JNIEnv *env);
int win_random_load(JNIEnv *env);

#endif
