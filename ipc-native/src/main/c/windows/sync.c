// SPDX-License-Identifier: Apache-2.0
/* Semaphores, mutexes and events, which processes find by name. handle.c waits for them. */
#include "win.h"

static jlong JNICALL jni_create_semaphore(JNIEnv *env, jclass type, jstring name, jint initial, jint maximum)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    return result < 0 ? result : win_made(CreateSemaphoreW(win_private(), initial, maximum, text));
}

static jlong JNICALL jni_open_semaphore(JNIEnv *env, jclass type, jstring name)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    return result < 0 ? result
                      : win_handle(OpenSemaphoreW(SEMAPHORE_MODIFY_STATE | SYNCHRONIZE | READ_CONTROL, FALSE, text));
}

/* Returns the value before. */
static jint JNICALL jni_release_semaphore(JNIEnv *env, jclass type, jlong handle, jint count)
{
    (void)env;
    (void)type;
    LONG before;
    return ReleaseSemaphore(win_to_handle(handle), count, &before) ? (jint)before : win_error();
}

static jlong JNICALL jni_create_mutex(JNIEnv *env, jclass type, jstring name)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    return result < 0 ? result : win_made(CreateMutexW(win_private(), FALSE, text));
}

static jlong JNICALL jni_open_mutex(JNIEnv *env, jclass type, jstring name)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    return result < 0 ? result : win_handle(OpenMutexW(MUTEX_MODIFY_STATE | SYNCHRONIZE | READ_CONTROL, FALSE, text));
}

static jint JNICALL jni_release_mutex(JNIEnv *env, jclass type, jlong handle)
{
    (void)env;
    (void)type;
    return ReleaseMutex(win_to_handle(handle)) ? 0 : win_error();
}

static jlong JNICALL jni_create_event(JNIEnv *env, jclass type, jstring name, jboolean manual, jboolean set)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    return result < 0 ? result : win_made(CreateEventW(win_private(), manual, set, text));
}

static jlong JNICALL jni_open_event(JNIEnv *env, jclass type, jstring name)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    return result < 0 ? result : win_handle(OpenEventW(EVENT_MODIFY_STATE | SYNCHRONIZE | READ_CONTROL, FALSE, text));
}

static jint JNICALL jni_set_event(JNIEnv *env, jclass type, jlong handle, jboolean set)
{
    (void)env;
    (void)type;
    HANDLE event = win_to_handle(handle);
    return (set ? SetEvent(event) : ResetEvent(event)) ? 0 : win_error();
}

static const JNINativeMethod METHODS[] = {
    WIN_METHOD("createSemaphore0", "(Ljava/lang/String;II)J", jni_create_semaphore),
    WIN_METHOD("openSemaphore0", "(Ljava/lang/String;)J", jni_open_semaphore),
    WIN_METHOD("releaseSemaphore0", "(JI)I", jni_release_semaphore),
    WIN_METHOD("createMutex0", "(Ljava/lang/String;)J", jni_create_mutex),
    WIN_METHOD("openMutex0", "(Ljava/lang/String;)J", jni_open_mutex),
    WIN_METHOD("releaseMutex0", "(J)I", jni_release_mutex),
    WIN_METHOD("createEvent0", "(Ljava/lang/String;ZZ)J", jni_create_event),
    WIN_METHOD("openEvent0", "(Ljava/lang/String;)J", jni_open_event),
    WIN_METHOD("setEvent0", "(JZ)I", jni_set_event),
};

int win_sync_load(JNIEnv *env)
{
    return win_register(env, "io/nearcall/ipc/os/windows/Sync", METHODS, WIN_COUNT(METHODS));
}
