// SPDX-License-Identifier: Apache-2.0
/* System V message queues, and the keys of all System V objects. */
#include "jni_util.h"
#include "os.h"

#include <errno.h>
#include <sys/ipc.h>
#include <sys/msg.h>

/* The fields of a status, in the order of SysVMessages.java. */
enum { MESSAGES, BYTES, CAPACITY, LAST_SENDER, LAST_RECEIVER, OWNER, MODE, MAKER, KEY };

/* Any 32 bits can be a key, even -1, so the key is not the result. */
int sysv_key(const char *path, int project, int *key)
{
    errno = 0;
    key_t found = ftok(path, project);
    if (found == (key_t)-1 && errno != 0)
        return -errno;
    *key = (int)found;
    return 0;
}

int sysv_msg_open(int key, int flags)
{
    int id = msgget((key_t)key, flags);
    return id < 0 ? -errno : id;
}

/* message is the type in 8 bytes, then the text. Never waits: -EAGAIN if there is no room. */
int sysv_msg_send(int id, const void *message, size_t length)
{
    return msgsnd(id, message, length, IPC_NOWAIT) < 0 ? -errno : 0;
}

/*
 * Returns the length of the text. Never waits: -ENOMSG if no message is of that type, -E2BIG if there is no room for
 * the text, and then the message stays. With except, it takes any type but that one.
 */
int sysv_msg_receive(int id, void *message, size_t capacity, int64_t type, int except)
{
    int flags = IPC_NOWAIT | (except ? MSG_EXCEPT : 0);
    ssize_t got = msgrcv(id, message, capacity, (long)type, flags);
    return got < 0 ? -errno : (int)got;
}

int sysv_msg_status(int id, int64_t status[SYSV_MSG_STATUS_FIELDS])
{
    struct msqid_ds found;
    if (msgctl(id, IPC_STAT, &found) < 0)
        return -errno;
    status[MESSAGES] = (int64_t)found.msg_qnum;
    status[BYTES] = (int64_t)found.__msg_cbytes;
    status[CAPACITY] = (int64_t)found.msg_qbytes;
    status[LAST_SENDER] = found.msg_lspid;
    status[LAST_RECEIVER] = found.msg_lrpid;
    status[OWNER] = found.msg_perm.uid;
    status[MODE] = found.msg_perm.mode;
    status[MAKER] = found.msg_perm.cuid;
    status[KEY] = found.msg_perm.__key;
    return 0;
}

/* Longest text that the kernel takes, in any queue. */
int sysv_msg_max_length(void)
{
    struct msginfo info;
    return msgctl(0, IPC_INFO, (struct msqid_ds *)&info) < 0 ? -errno : info.msgmax;
}

/* Bytes that a new queue takes. */
int sysv_msg_max_capacity(void)
{
    struct msginfo info;
    return msgctl(0, IPC_INFO, (struct msqid_ds *)&info) < 0 ? -errno : info.msgmnb;
}

/* -EPERM if bytes is more than an unprivileged user may have. */
int sysv_msg_resize(int id, int64_t bytes)
{
    struct msqid_ds changed;
    if (msgctl(id, IPC_STAT, &changed) < 0)
        return -errno;
    changed.msg_qbytes = (msglen_t)bytes;
    return msgctl(id, IPC_SET, &changed) < 0 ? -errno : 0;
}

int sysv_msg_remove(int id)
{
    return msgctl(id, IPC_RMID, NULL) < 0 ? -errno : 0;
}

static jint JNICALL jni_key(JNIEnv *env, jclass type, jbyteArray path, jint project)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    int key = 0;
    int result = jni_text(env, path, text);
    if (result == 0)
        result = sysv_key(text, project, &key);
    jni_result(env, result, "ftok", path);
    return key;
}

static jint JNICALL jni_open(JNIEnv *env, jclass type, jint key, jint flags)
{
    (void)env;
    (void)type;
    return sysv_msg_open(key, flags);
}

static jint JNICALL jni_send(JNIEnv *env, jclass type, jint id, jobject buffer, jint offset, jint length)
{
    (void)type;
    const char *memory = (*env)->GetDirectBufferAddress(env, buffer);
    return sysv_msg_send(id, memory + offset, (size_t)length);
}

static jint JNICALL jni_receive(JNIEnv *env, jclass type, jint id, jobject buffer, jint offset, jint capacity,
    jlong message_type, jboolean except)
{
    (void)type;
    char *memory = (*env)->GetDirectBufferAddress(env, buffer);
    return sysv_msg_receive(id, memory + offset, (size_t)capacity, message_type, except);
}

static jint JNICALL jni_status(JNIEnv *env, jclass type, jint id, jlongArray fields)
{
    (void)type;
    int64_t status[SYSV_MSG_STATUS_FIELDS];
    int result = sysv_msg_status(id, status);
    if (result == 0)
        (*env)->SetLongArrayRegion(env, fields, 0, SYSV_MSG_STATUS_FIELDS, (const jlong *)status);
    return result;
}

static jint JNICALL jni_max_length(JNIEnv *env, jclass type)
{
    (void)type;
    return jni_result(env, sysv_msg_max_length(), "msgctl(IPC_INFO)", NULL);
}

static jint JNICALL jni_max_capacity(JNIEnv *env, jclass type)
{
    (void)type;
    return jni_result(env, sysv_msg_max_capacity(), "msgctl(IPC_INFO)", NULL);
}

static jint JNICALL jni_resize(JNIEnv *env, jclass type, jint id, jlong bytes)
{
    (void)env;
    (void)type;
    return sysv_msg_resize(id, bytes);
}

static jint JNICALL jni_remove(JNIEnv *env, jclass type, jint id)
{
    (void)env;
    (void)type;
    return sysv_msg_remove(id);
}

static const JNINativeMethod METHODS[] = {
    JNI_METHOD("key0", "([BI)I", jni_key),
    JNI_METHOD("open0", "(II)I", jni_open),
    JNI_METHOD("send0", "(ILjava/nio/ByteBuffer;II)I", jni_send),
    JNI_METHOD("receive0", "(ILjava/nio/ByteBuffer;IIJZ)I", jni_receive),
    JNI_METHOD("status0", "(I[J)I", jni_status),
    JNI_METHOD("maxLength0", "()I", jni_max_length),
    JNI_METHOD("maxCapacity0", "()I", jni_max_capacity),
    JNI_METHOD("resize0", "(IJ)I", jni_resize),
    JNI_METHOD("remove0", "(I)I", jni_remove),
};

int sysv_msg_load(JNIEnv *env)
{
    return jni_register(env, "io/nearcall/ipc/os/SysVMessages", METHODS, JNI_COUNT(METHODS));
}
