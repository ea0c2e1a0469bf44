// SPDX-License-Identifier: Apache-2.0
/* Data copy: the message WM_COPYDATA to a window that only receives messages. Windows copies the data between the processes. */
#include "win.h"

#include <string.h>

/* What has been received and not yet been asked for, at most, with what each message takes beside its data. More is refused. */
enum { QUEUED_BYTES = 16 * 1024 * 1024 };

static const wchar_t CLASS_NAME[] = L"io.nearcall.DataCopy";

struct message {
    struct message *next;
    DWORD length;
    unsigned char bytes[];
};

/* Belongs to the thread that has made the window, as the window does: Windows runs its procedure on that thread only. */
struct inbox {
    HWND window;
    struct message *first;
    struct message **end;
    uint64_t queued;
    DWORD longest;
};

static uint64_t charge(DWORD length)
{
    return sizeof(struct message) + (uint64_t)length;
}

static int queue(struct inbox *inbox, const COPYDATASTRUCT *data)
{
    if (data == NULL || (data->cbData > 0 && data->lpData == NULL)) /* any process may send a message that lacks them */
        return FALSE;
    if (data->cbData > inbox->longest || charge(data->cbData) > QUEUED_BYTES - inbox->queued)
        return FALSE;
    struct message *message = LocalAlloc(LMEM_FIXED, sizeof *message + data->cbData);
    if (message == NULL)
        return FALSE;
    message->next = NULL;
    message->length = data->cbData;
    if (data->cbData > 0)
        memcpy(message->bytes, data->lpData, data->cbData);
    *inbox->end = message;
    inbox->end = &message->next;
    inbox->queued += charge(data->cbData);
    return TRUE;
}

static LRESULT CALLBACK receive(HWND window, UINT message, WPARAM w, LPARAM l)
{
    struct inbox *inbox = (struct inbox *)GetWindowLongPtrW(window, GWLP_USERDATA);
    if (message == WM_COPYDATA && inbox != NULL)
        return queue(inbox, (const COPYDATASTRUCT *)l);
    if (message == WM_CLOSE) /* of another process: the owner closes it otherwise */
        return 0;
    return DefWindowProcW(window, message, w, l);
}

static struct inbox *to_inbox(jlong address)
{
    return (struct inbox *)(intptr_t)address;
}

/* Makes a window of that name, on this thread, which refuses longer messages. */
static jlong JNICALL jni_create(JNIEnv *env, jclass type, jstring name, jint longest)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    if (result < 0)
        return result;
    HMODULE library; /* with which the procedure comes and goes */
    if (!GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                            CLASS_NAME, &library))
        return win_error();
    WNDCLASSEXW class = {.cbSize = sizeof class, .lpfnWndProc = receive, .hInstance = library,
                         .lpszClassName = CLASS_NAME};
    if (RegisterClassExW(&class) == 0 && GetLastError() != ERROR_CLASS_ALREADY_EXISTS)
        return win_error();
    struct inbox *inbox = LocalAlloc(LPTR, sizeof *inbox);
    if (inbox == NULL)
        return win_error();
    inbox->end = &inbox->first;
    inbox->longest = (DWORD)longest;
    inbox->window = CreateWindowExW(0, CLASS_NAME, text, 0, 0, 0, 0, 0, HWND_MESSAGE, NULL, class.hInstance, NULL);
    if (inbox->window == NULL) {
        result = win_error();
        LocalFree(inbox);
        return result;
    }
    SetWindowLongPtrW(inbox->window, GWLP_USERDATA, (LONG_PTR)inbox);
    return (jlong)(intptr_t)inbox;
}

/* Lets Windows run the procedure for what has been sent to this thread. Another thread's call sees its own messages only. */
static void dispatch(void)
{
    MSG posted;
    while (PeekMessageW(&posted, NULL, 0, 0, PM_REMOVE))
        DispatchMessageW(&posted);
}

/* Returns the length of the next message, -258 (WAIT_TIMEOUT) after that time, or -122 (ERROR_INSUFFICIENT_BUFFER) if it is longer. */
static jint JNICALL jni_receive(JNIEnv *env, jclass type, jlong address, jobject buffer, jint offset, jint capacity, jint timeout_ms)
{
    (void)type;
    char *memory = (char *)(*env)->GetDirectBufferAddress(env, buffer) + offset;
    struct inbox *inbox = to_inbox(address);
    dispatch();
    if (inbox->first == NULL) {
        MsgWaitForMultipleObjectsEx(0, NULL, (DWORD)timeout_ms, QS_ALLINPUT, MWMO_INPUTAVAILABLE);
        dispatch();
    }
    struct message *message = inbox->first;
    if (message == NULL)
        return -WAIT_TIMEOUT;
    if (message->length > (DWORD)capacity)
        return -ERROR_INSUFFICIENT_BUFFER;
    jint length = (jint)message->length;
    memcpy(memory, message->bytes, message->length);
    inbox->first = message->next;
    if (inbox->first == NULL)
        inbox->end = &inbox->first;
    inbox->queued -= charge(message->length);
    LocalFree(message);
    return length;
}

static jint JNICALL jni_close(JNIEnv *env, jclass type, jlong address)
{
    (void)env;
    (void)type;
    struct inbox *inbox = to_inbox(address);
    if (!DestroyWindow(inbox->window) && GetLastError() != ERROR_INVALID_WINDOW_HANDLE)
        return win_error();
    while (inbox->first != NULL) {
        struct message *message = inbox->first;
        inbox->first = message->next;
        LocalFree(message);
    }
    LocalFree(inbox);
    return 0;
}

static jlong JNICALL jni_find(JNIEnv *env, jclass type, jstring name)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, name, text);
    if (result < 0)
        return result;
    SetLastError(0);
    HWND window = FindWindowExW(HWND_MESSAGE, NULL, CLASS_NAME, text);
    if (window != NULL)
        return (jlong)(intptr_t)window;
    return GetLastError() == 0 ? -ERROR_FILE_NOT_FOUND : win_error();
}

static jlong JNICALL jni_pid(JNIEnv *env, jclass type, jlong window)
{
    (void)env;
    (void)type;
    DWORD pid = 0;
    GetWindowThreadProcessId((HWND)(intptr_t)window, &pid);
    return pid == 0 ? -ERROR_INVALID_WINDOW_HANDLE : (jlong)pid;
}

/* Returns 1 when the receiver has taken the message, 0 if it has refused it, or a code: 1460 (ERROR_TIMEOUT) after that time. */
static jint JNICALL jni_send(JNIEnv *env, jclass type, jlong window, jobject buffer, jint offset, jint length, jint timeout_ms)
{
    (void)type;
    char *memory = (char *)(*env)->GetDirectBufferAddress(env, buffer) + offset;
    COPYDATASTRUCT data = {.cbData = (DWORD)length, .lpData = memory};
    DWORD_PTR taken = 0;
    SetLastError(0);
    if (SendMessageTimeoutW((HWND)(intptr_t)window, WM_COPYDATA, 0, (LPARAM)&data, SMTO_BLOCK, (UINT)timeout_ms, &taken) == 0)
        return GetLastError() == 0 ? -ERROR_TIMEOUT : win_error();
    return taken != 0;
}

static const JNINativeMethod METHODS[] = {
    WIN_METHOD("create0", "(Ljava/lang/String;I)J", jni_create),
    WIN_METHOD("receive0", "(JLjava/nio/ByteBuffer;III)I", jni_receive),
    WIN_METHOD("close0", "(J)I", jni_close),
    WIN_METHOD("find0", "(Ljava/lang/String;)J", jni_find),
    WIN_METHOD("pid0", "(J)J", jni_pid),
    WIN_METHOD("send0", "(JLjava/nio/ByteBuffer;III)I", jni_send),
};

int win_data_copy_load(JNIEnv *env)
{
    return win_register(env, "io/nearcall/ipc/os/windows/Messages", METHODS, WIN_COUNT(METHODS));
}
