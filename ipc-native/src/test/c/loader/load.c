// SPDX-License-Identifier: Apache-2.0
/* Loads the library as a JVM does, without one: to see that a C library which no JVM here runs on has all its symbols. */
#include <dlfcn.h>
#include <jni.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int classes;
static int natives;
static JNINativeMethod pid;

static jclass JNICALL find_class(JNIEnv *env, const char *name)
{
    (void)env;
    return (jclass)(uintptr_t)name; /* not NULL, and handed back to the functions below only */
}

static void JNICALL delete_local_ref(JNIEnv *env, jobject reference)
{
    (void)env;
    (void)reference;
}

static jint JNICALL register_natives(JNIEnv *env, jclass type, const JNINativeMethod *methods, jint count)
{
    (void)env;
    (void)type;
    classes++;
    natives += count;
    for (jint i = 0; i < count; i++) {
        if (strcmp(methods[i].name, "pid0") == 0)
            pid = methods[i];
    }
    return JNI_OK;
}

static const struct JNINativeInterface_ FUNCTIONS = {
    .FindClass = find_class, .DeleteLocalRef = delete_local_ref, .RegisterNatives = register_natives};

static JNIEnv environment = &FUNCTIONS;

static jint JNICALL get_env(JavaVM *vm, void **result, jint version)
{
    (void)vm;
    (void)version;
    *result = &environment;
    return JNI_OK;
}

static const struct JNIInvokeInterface_ INVOCATIONS = {.GetEnv = get_env};

int main(int count, char **arguments)
{
    JavaVM vm = &INVOCATIONS;
    void *library = count == 2 ? dlopen(arguments[1], RTLD_NOW) : NULL;
    if (library == NULL) {
        fprintf(stderr, "%s\n", count == 2 ? dlerror() : "usage: load LIBRARY");
        return 1;
    }
    jint (*on_load)(JavaVM *, void *) = (jint(*)(JavaVM *, void *))(uintptr_t)dlsym(library, "JNI_OnLoad");
    if (on_load == NULL || on_load(&vm, NULL) != JNI_VERSION_1_8 || pid.fnPtr == NULL) {
        fprintf(stderr, "%s has no JNI_OnLoad that registers its natives\n", arguments[1]);
        return 1;
    }
    jint (*get_pid)(JNIEnv *, jclass) = (jint(*)(JNIEnv *, jclass))(uintptr_t)pid.fnPtr;
    if (get_pid(&environment, NULL) != getpid()) {
        fprintf(stderr, "%s gives a wrong pid\n", arguments[1]);
        return 1;
    }
    printf("%s: %d natives of %d classes\n", arguments[1], natives, classes);
    return 0;
}
