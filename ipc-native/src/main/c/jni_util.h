// SPDX-License-Identifier: Apache-2.0
/* The JNI functions that all files share. Needs no JVM to link. */
#ifndef NEARCALL_JNI_UTIL_H
#define NEARCALL_JNI_UTIL_H

#include <jni.h>
#include <stdint.h>

/* PATH_MAX, the final zero included. */
enum { JNI_TEXT_BYTES = 4096 };

/* Goes by way of uintptr_t because ISO C has no conversion between function and object pointers. */
#define JNI_METHOD(name, signature, function) {(char *)(name), (char *)(signature), (void *)(uintptr_t)(function)}
#define JNI_COUNT(methods) ((int)(sizeof(methods) / sizeof((methods)[0])))

/* Copies UTF-8 from Java and adds the zero. Returns 0 or -ENAMETOOLONG. */
int jni_text(JNIEnv *env, jbyteArray utf8, char text[JNI_TEXT_BYTES]);

/* Returns result. A negative one is -errno of the named call and is thrown as OsException. detail may be NULL. */
int jni_result(JNIEnv *env, int result, const char *call, jbyteArray detail);

/* Returns 0, or -1 with an exception pending. */
int jni_register(JNIEnv *env, const char *class_name, const JNINativeMethod *methods, int count);

int jni_util_load(JNIEnv *env);

int memory_load(JNIEnv *env);
int futex_load(JNIEnv *env);
int socket_load(JNIEnv *env);
int process_load(JNIEnv *env);
int poller_load(JNIEnv *env);
int file_load(JNIEnv *env);
int record_lock_load(JNIEnv *env);
int fifo_load(JNIEnv *env);
int sysv_msg_load(JNIEnv *env);
int sysv_sem_load(JNIEnv *env);
int sysv_shm_load(JNIEnv *env);

#endif
