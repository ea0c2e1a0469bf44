// SPDX-License-Identifier: Apache-2.0
/* Mailslots: messages one way, from any process to the one that has made the slot. */
#include "win.h"

static jlong JNICALL jni_create(JNIEnv *env, jclass type, jstring name, jint longest)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    return result < 0 ? result : win_handle(CreateMailslotW(text, (DWORD)longest, 0, win_private()));
}

static jlong JNICALL jni_open(JNIEnv *env, jclass type, jstring name)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    if (result < 0)
        return result;
    return win_handle(CreateFileW(text, GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, NULL, OPEN_EXISTING,
                                  SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION, NULL));
}

/* Returns the length of the next message, -121 (ERROR_SEM_TIMEOUT) after that time, or another code. */
static jint JNICALL jni_receive(JNIEnv *env, jclass type, jlong handle, jobject buffer, jint offset, jint length, jint timeout_ms)
{
    (void)type;
    char *memory = (char *)(*env)->GetDirectBufferAddress(env, buffer) + offset;
    HANDLE slot = win_to_handle(handle);
    DWORD received;
    if (!SetMailslotInfo(slot, (DWORD)timeout_ms))
        return win_error();
    return ReadFile(slot, memory, (DWORD)length, &received, NULL) ? (jint)received : win_error();
}

static jint JNICALL jni_send(JNIEnv *env, jclass type, jlong handle, jobject buffer, jint offset, jint length)
{
    (void)type;
    const char *memory = (char *)(*env)->GetDirectBufferAddress(env, buffer) + offset;
    DWORD sent;
    return WriteFile(win_to_handle(handle), memory, (DWORD)length, &sent, NULL) ? (jint)sent : win_error();
}

static const JNINativeMethod METHODS[] = {
    WIN_METHOD("create0", "(Ljava/lang/String;I)J", jni_create),
    WIN_METHOD("open0", "(Ljava/lang/String;)J", jni_open),
    WIN_METHOD("receive0", "(JLjava/nio/ByteBuffer;III)I", jni_receive),
    WIN_METHOD("send0", "(JLjava/nio/ByteBuffer;II)I", jni_send),
};

int win_mailslot_load(JNIEnv *env)
{
    return win_register(env, "io/nearcall/ipc/os/windows/Mailslots", METHODS, WIN_COUNT(METHODS));
}
