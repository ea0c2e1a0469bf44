// SPDX-License-Identifier: Apache-2.0
/* Waiting for any number of objects: each wakes the one event for which a thread waits. The threads are those of Windows, which
   waits for 63 objects with each of them. */
#include "win.h"

/* Wakes once. Whoever still waits afterwards makes a new one. */
struct watch {
    HANDLE wait;
    HANDLE woken;
    volatile LONG fired;
};

static VOID CALLBACK fire(PVOID context, BOOLEAN timed_out)
{
    (void)timed_out;
    struct watch *watch = context;
    InterlockedExchange(&watch->fired, 1); /* first: whoever is woken looks at this */
    SetEvent(watch->woken);
}

/* An event without a name, which the first wait resets. */
static jlong JNICALL jni_event(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    return win_handle(CreateEventW(NULL, FALSE, FALSE, NULL));
}

static jlong JNICALL jni_begin(JNIEnv *env, jclass type, jlong object, jlong woken)
{
    (void)env;
    (void)type;
    struct watch *watch = LocalAlloc(LPTR, sizeof *watch);
    if (watch == NULL)
        return win_error();
    watch->woken = win_to_handle(woken);
    if (!RegisterWaitForSingleObject(&watch->wait, win_to_handle(object), fire, watch, INFINITE,
                                     WT_EXECUTEINWAITTHREAD | WT_EXECUTEONLYONCE)) {
        int result = win_error();
        LocalFree(watch);
        return result;
    }
    return (jlong)(intptr_t)watch;
}

static jboolean JNICALL jni_fired(JNIEnv *env, jclass type, jlong address)
{
    (void)env;
    (void)type;
    struct watch *watch = (struct watch *)(intptr_t)address;
    return InterlockedCompareExchange(&watch->fired, 0, 0) != 0;
}

/* Waits until no thread of Windows uses the watch, which takes no longer than fire does. */
static void JNICALL jni_end(JNIEnv *env, jclass type, jlong address)
{
    (void)env;
    (void)type;
    struct watch *watch = (struct watch *)(intptr_t)address;
    UnregisterWaitEx(watch->wait, INVALID_HANDLE_VALUE);
    LocalFree(watch);
}

static const JNINativeMethod METHODS[] = {
    WIN_METHOD("event0", "()J", jni_event),
    WIN_METHOD("begin0", "(JJ)J", jni_begin),
    WIN_METHOD("fired0", "(J)Z", jni_fired),
    WIN_METHOD("end0", "(J)V", jni_end),
};

int win_watch_load(JNIEnv *env)
{
    return win_register(env, "io/nearcall/ipc/os/windows/WaitWatches", METHODS, WIN_COUNT(METHODS));
}
