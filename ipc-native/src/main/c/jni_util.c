// SPDX-License-Identifier: Apache-2.0
#include "jni_util.h"

#include <errno.h>

/* Looked up at each failure, by the loader of the class whose native runs. That class keeps its loader, and so this
 * exception class, as long as the native is on a stack. A global reference would keep the loader for ever. */
static const char OS_EXCEPTION[] = "io/nearcall/ipc/os/OsException";

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
    jclass type = (*env)->FindClass(env, OS_EXCEPTION);
    if (type == NULL)
        return result;
    jmethodID constructor = (*env)->GetMethodID(env, type, "<init>", "(Ljava/lang/String;I[B)V");
    if (constructor == NULL)
        return result;
    jthrowable exception = (*env)->NewObject(env, type, constructor, call_name, (jint)-result, detail);
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
    jclass type = (*env)->FindClass(env, OS_EXCEPTION); /* now: later there may be no descriptor for reading it */
    if (type == NULL)
        return -1;
    (*env)->DeleteLocalRef(env, type);
    return 0;
}
