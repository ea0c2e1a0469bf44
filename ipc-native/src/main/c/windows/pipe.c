// SPDX-License-Identifier: Apache-2.0
/* Named pipes of bytes. Every operation is asynchronous, so that a thread can wait for it in slices and give it up. */
#include "win.h"

#include <stddef.h>

enum { PIPE_BYTES = 65536 };

/*
 * One asynchronous operation at a time. Lives until free0, because Windows writes to it when the operation ends.
 *
 * An event in an OVERLAPPED would be simpler. But Windows gives up such an operation when the thread ends that has begun it, and
 * how much of a write has arrived then cannot be told. It does not give up the operations of a handle that reports to a
 * completion port. So each handle reports to that of Windows's own threads, and the operation has an event of ours.
 */
struct operation {
    OVERLAPPED overlapped;
    HANDLE ended;
};

/* On a thread of Windows, once for each operation that was pending. */
static VOID CALLBACK end(DWORD code, DWORD moved, LPOVERLAPPED overlapped)
{
    (void)code;
    (void)moved;
    SetEvent(((struct operation *)(void *)overlapped)->ended);
}

/* Returns the handle, or a negative code. Operations that end at once report nothing. */
static jlong reporting(HANDLE pipe)
{
    jlong result = win_handle(pipe);
    if (result >= 0 &&
        !(BindIoCompletionCallback(pipe, end, 0) && SetFileCompletionNotificationModes(pipe, FILE_SKIP_COMPLETION_PORT_ON_SUCCESS))) {
        result = win_error();
        CloseHandle(pipe);
    }
    return result;
}

static struct operation *to_operation(jlong address)
{
    return (struct operation *)(intptr_t)address;
}

/* Directions: 1 reads, 2 writes, 3 does both. There may be up to that number of ends of this name at a time. */
static jlong JNICALL jni_create(JNIEnv *env, jclass type, jstring name, jint directions, jint instances, jboolean first)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    if (result < 0)
        return result;
    DWORD mode = ((directions & 1) ? PIPE_ACCESS_INBOUND : 0) | ((directions & 2) ? PIPE_ACCESS_OUTBOUND : 0) |
                 FILE_FLAG_OVERLAPPED | (first ? FILE_FLAG_FIRST_PIPE_INSTANCE : 0);
    return reporting(CreateNamedPipeW(text, mode,
                                       PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS,
                                       (DWORD)instances, PIPE_BYTES, PIPE_BYTES, 0, win_private()));
}

/* The server may learn who this is, and may not act in this user's name. */
static jlong JNICALL jni_open(JNIEnv *env, jclass type, jstring name, jint directions)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    if (result < 0)
        return result;
    DWORD access = ((directions & 1) ? GENERIC_READ : 0) | ((directions & 2) ? GENERIC_WRITE : 0);
    return reporting(CreateFileW(text, access, 0, NULL, OPEN_EXISTING,
                                  FILE_FLAG_OVERLAPPED | SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION, NULL));
}

static jlong JNICALL jni_operation(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    struct operation *operation = LocalAlloc(LPTR, sizeof *operation);
    if (operation == NULL)
        return win_error();
    operation->ended = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (operation->ended == NULL) {
        int result = win_error();
        LocalFree(operation);
        return result;
    }
    return (jlong)(intptr_t)operation;
}

/* The event that is set when a pending operation has ended. The library resets it when one begins. */
static jlong JNICALL jni_event(JNIEnv *env, jclass type, jlong operation)
{
    (void)env;
    (void)type;
    return (jlong)(intptr_t)to_operation(operation)->ended;
}

static void JNICALL jni_free(JNIEnv *env, jclass type, jlong address)
{
    (void)env;
    (void)type;
    struct operation *operation = to_operation(address);
    CloseHandle(operation->ended);
    LocalFree(operation);
}

static OVERLAPPED *begun(jlong address)
{
    struct operation *operation = to_operation(address);
    ResetEvent(operation->ended);
    operation->overlapped = (OVERLAPPED){0};
    return &operation->overlapped;
}

/* The number of bytes that a finished operation has moved. */
static jint finished(HANDLE pipe, OVERLAPPED *overlapped)
{
    DWORD moved;
    return GetOverlappedResult(pipe, overlapped, &moved, FALSE) ? (jint)moved : win_error();
}

/* Each of these three returns the number of bytes moved, -997 (ERROR_IO_PENDING) if that takes longer, or another code. */
static jint JNICALL jni_connect(JNIEnv *env, jclass type, jlong handle, jlong operation)
{
    (void)env;
    (void)type;
    if (ConnectNamedPipe(win_to_handle(handle), begun(operation)))
        return 0;
    DWORD code = GetLastError(); /* a client came before this call, and may even have left */
    return code == ERROR_PIPE_CONNECTED || code == ERROR_NO_DATA ? 0 : win_error();
}

static jint JNICALL jni_read(JNIEnv *env, jclass type, jlong handle, jlong operation, jobject buffer, jint offset, jint length)
{
    (void)type;
    char *memory = (char *)(*env)->GetDirectBufferAddress(env, buffer) + offset;
    HANDLE pipe = win_to_handle(handle);
    OVERLAPPED *overlapped = begun(operation);
    return ReadFile(pipe, memory, (DWORD)length, NULL, overlapped) ? finished(pipe, overlapped) : win_error();
}

static jint JNICALL jni_write(JNIEnv *env, jclass type, jlong handle, jlong operation, jobject buffer, jint offset, jint length)
{
    (void)type;
    const char *memory = (char *)(*env)->GetDirectBufferAddress(env, buffer) + offset;
    HANDLE pipe = win_to_handle(handle);
    OVERLAPPED *overlapped = begun(operation);
    return WriteFile(pipe, memory, (DWORD)length, NULL, overlapped) ? finished(pipe, overlapped) : win_error();
}

/* Waits for an operation that takes longer. Returns as the call that began it. */
static jint JNICALL jni_await(JNIEnv *env, jclass type, jlong handle, jlong operation, jint timeout_ms)
{
    (void)env;
    (void)type;
    struct operation *pending = to_operation(operation);
    DWORD result = WaitForSingleObject(pending->ended, (DWORD)timeout_ms);
    if (result == WAIT_TIMEOUT)
        return -ERROR_IO_PENDING;
    return result == WAIT_FAILED ? win_error() : finished(win_to_handle(handle), &pending->overlapped);
}

/* Gives up an operation that takes longer. Returns what it has moved all the same, or -995 (ERROR_OPERATION_ABORTED). */
static jint JNICALL jni_cancel(JNIEnv *env, jclass type, jlong handle, jlong operation)
{
    (void)env;
    (void)type;
    HANDLE pipe = win_to_handle(handle);
    struct operation *pending = to_operation(operation);
    CancelIoEx(pipe, &pending->overlapped);
    WaitForSingleObject(pending->ended, INFINITE);
    return finished(pipe, &pending->overlapped);
}

/* The process at the other end. */
static jlong JNICALL jni_peer(JNIEnv *env, jclass type, jlong handle, jboolean server)
{
    (void)env;
    (void)type;
    ULONG pid;
    BOOL known = server ? GetNamedPipeClientProcessId(win_to_handle(handle), &pid)
                        : GetNamedPipeServerProcessId(win_to_handle(handle), &pid);
    return known ? (jlong)pid : win_error();
}

static const JNINativeMethod METHODS[] = {
    WIN_METHOD("create0", "(Ljava/lang/String;IIZ)J", jni_create),
    WIN_METHOD("open0", "(Ljava/lang/String;I)J", jni_open),
    WIN_METHOD("operation0", "()J", jni_operation),
    WIN_METHOD("event0", "(J)J", jni_event),
    WIN_METHOD("free0", "(J)V", jni_free),
    WIN_METHOD("connect0", "(JJ)I", jni_connect),
    WIN_METHOD("read0", "(JJLjava/nio/ByteBuffer;II)I", jni_read),
    WIN_METHOD("write0", "(JJLjava/nio/ByteBuffer;II)I", jni_write),
    WIN_METHOD("await0", "(JJI)I", jni_await),
    WIN_METHOD("cancel0", "(JJ)I", jni_cancel),
    WIN_METHOD("peer0", "(JZ)J", jni_peer),
};

int win_pipe_load(JNIEnv *env)
{
    return win_register(env, "io/nearcall/ipc/os/windows/Pipes", METHODS, WIN_COUNT(METHODS));
}
