// SPDX-License-Identifier: Apache-2.0
/* File mappings in memory, which processes find by name. */
#include "win.h"

enum { MAP_ATTEMPTS = 100 };

static jlong JNICALL jni_create(JNIEnv *env, jclass type, jstring name, jlong length)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    if (result < 0)
        return result;
    return win_made(CreateFileMappingW(INVALID_HANDLE_VALUE, win_private(), PAGE_READWRITE, (DWORD)((uint64_t)length >> 32),
                                       (DWORD)length, text));
}

static jlong JNICALL jni_open(JNIEnv *env, jclass type, jstring name, jboolean writable)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    if (result < 0)
        return result;
    DWORD access = writable ? FILE_MAP_READ | FILE_MAP_WRITE : FILE_MAP_READ;
    return win_handle(OpenFileMappingW(access | READ_CONTROL, FALSE, text));
}

/* Maps all of it. Addresses of processes are positive. */
static jlong JNICALL jni_map(JNIEnv *env, jclass type, jlong handle, jboolean writable)
{
    (void)env;
    (void)type;
    DWORD access = writable ? FILE_MAP_READ | FILE_MAP_WRITE : FILE_MAP_READ;
    void *address = MapViewOfFile(win_to_handle(handle), access, 0, 0, 0);
    return address == NULL ? win_error() : (jlong)(intptr_t)address;
}

/* Maps all of it twice in a row. Windows cannot replace a part of a reservation, so another thread may take the room meanwhile. */
static jlong JNICALL jni_map_twice(JNIEnv *env, jclass type, jlong handle, jlong length, jboolean writable)
{
    (void)env;
    (void)type;
    DWORD access = writable ? FILE_MAP_READ | FILE_MAP_WRITE : FILE_MAP_READ;
    int result = -ERROR_NOT_ENOUGH_MEMORY;
    for (int attempt = 0; attempt < MAP_ATTEMPTS; attempt++) {
        char *room = VirtualAlloc(NULL, (SIZE_T)length * 2, MEM_RESERVE, PAGE_NOACCESS);
        if (room == NULL)
            return win_error();
        VirtualFree(room, 0, MEM_RELEASE);
        if (MapViewOfFileEx(win_to_handle(handle), access, 0, 0, (SIZE_T)length, room) == NULL) {
            result = win_error();
            continue;
        }
        if (MapViewOfFileEx(win_to_handle(handle), access, 0, 0, (SIZE_T)length, room + length) != NULL)
            return (jlong)(intptr_t)room;
        result = win_error();
        UnmapViewOfFile(room);
    }
    return result;
}

/* The length of a map: whole pages. A mapping may have pages without memory, which its maker can add later (SEC_RESERVE). They end
   the process that reads them. So only as much counts as has memory, which nobody can take away. */
static jlong JNICALL jni_length(JNIEnv *env, jclass type, jlong address)
{
    (void)env;
    (void)type;
    MEMORY_BASIC_INFORMATION region;
    if (VirtualQuery((void *)(intptr_t)address, &region, sizeof region) == 0)
        return win_error();
    if (region.State != MEM_COMMIT || region.Type != MEM_MAPPED)
        return -ERROR_INVALID_ADDRESS;
    return (jlong)region.RegionSize;
}

static jobject JNICALL jni_buffer(JNIEnv *env, jclass type, jlong address, jlong length)
{
    (void)type;
    return (*env)->NewDirectByteBuffer(env, (void *)(intptr_t)address, length);
}

static jint JNICALL jni_unmap(JNIEnv *env, jclass type, jlong address)
{
    (void)env;
    (void)type;
    return UnmapViewOfFile((void *)(intptr_t)address) ? 0 : win_error();
}

static const JNINativeMethod METHODS[] = {
    WIN_METHOD("create0", "(Ljava/lang/String;J)J", jni_create),
    WIN_METHOD("open0", "(Ljava/lang/String;Z)J", jni_open),
    WIN_METHOD("map0", "(JZ)J", jni_map),
    WIN_METHOD("mapTwice0", "(JJZ)J", jni_map_twice),
    WIN_METHOD("length0", "(J)J", jni_length),
    WIN_METHOD("buffer0", "(JJ)Ljava/nio/ByteBuffer;", jni_buffer),
    WIN_METHOD("unmap0", "(J)I", jni_unmap),
};

int win_memory_load(JNIEnv *env)
{
    return win_register(env, "io/nearcall/ipc/os/windows/Memory", METHODS, WIN_COUNT(METHODS));
}
