// SPDX-License-Identifier: Apache-2.0
#include "jni_util.h"

#include <errno.h>

/* Written once by JNI_OnLoad, before any native of ours can be called. */
static jclass os_exception;
static jmethodID os_exception_new;

int jni_text(JNIEnv *env, jbyteArray utf8, char text[JNI_TEXT_BYTES])
{
    jsize length = (*env)->GetArrayLength(env, utf8);
    if (length >= JNI_TEXT_BYTES)
        return -ENAMETOOLONG;
    (*env)->GetByteArrayRegion(env, utf8, 0, length, (jbyte *)text);
    text[length] = '\0';
    return 0;
}

int jni_result(JNIEnv *env, int result, const char *call, jbyteArray detail)
{
    if (result >= 0 || (*env)->ExceptionCheck(env))
        return result;
    jstring call_name = (*env)->NewStringUTF(env, call);
    if (call_name == NULL)
        return result; /* OutOfMemoryError is pending */
    jthrowable exception = (*env)->NewObject(env, os_exception, os_exception_new, call_name, (jint)-result, detail);
    if (exception != NULL)
        (*env)->Throw(env, exception);
    return result;
}

int jni_register(JNIEnv *env, const char *class_name, const JNINativeMethod *methods, int count)
{
    jclass type = (*env)->FindClass(env, class_name);
    if (type == NULL)
        return -1;
    int result = (*env)->RegisterNatives(env, type, methods, count);
    (*env)->DeleteLocalRef(env, type);
    return result == JNI_OK ? 0 : -1;
}

int jni_util_load(JNIEnv *env)
{
    jclass type = (*env)->FindClass(env, "io/nearcall/ipc/os/OsException");
    if (type == NULL)
        return -1;
    os_exception = (*env)->NewGlobalRef(env, type);
    (*env)->DeleteLocalRef(env, type);
    if (os_exception == NULL)
        return -1;
    os_exception_new = (*env)->GetMethodID(env, os_exception, "<init>", "(Ljava/lang/String;I[B)V");
    return os_exception_new == NULL ? -1 : 0;
}

void jni_util_unload(JNIEnv *env)
{
    (*env)->DeleteGlobalRef(env, os_exception);
    os_exception = NULL;
}
