// SPDX-License-Identifier: Apache-2.0
/* Files and directories: which one it is, whose, who else may use it, and locks. */
#include "win.h"

#include <aclapi.h>

enum { STATUS_FIELDS = 5, TEXT_BYTES = 1024 };

static const ULONG DELETE_PENDING = 0xC0000056;

/* As in the mode of a file of Linux. */
enum { REGULAR = 0100000, DIRECTORY = 0040000, LINK = 0120000, OWNER_ALL = 0700, READ_BY_OTHERS = 0055, WRITE_BY_OTHERS = 0022 };

/* Windows has no such bit. It says here that others cannot rename what is in the directory. */
enum { STICKY = 01000 };

/* The owners that Java knows. */
enum { OWN = 1, ADMINISTRATION = 0, ANOTHER = -1 };

static int is_administration(PSID user)
{
    return IsWellKnownSid(user, WinLocalSystemSid) || IsWellKnownSid(user, WinBuiltinAdministratorsSid);
}

/* What an access list lets others do, as bits of a mode. No list lets everybody do everything. */
static int others(PACL list)
{
    static const DWORD RENAME = GENERIC_ALL | FILE_DELETE_CHILD | WRITE_DAC | WRITE_OWNER;
    static const DWORD WRITE = GENERIC_WRITE | FILE_WRITE_DATA | FILE_APPEND_DATA | DELETE;
    if (list == NULL)
        return READ_BY_OTHERS | WRITE_BY_OTHERS;
    int mode = STICKY;
    for (DWORD i = 0; i < list->AceCount; i++) {
        void *found;
        if (!GetAce(list, i, &found))
            return READ_BY_OTHERS | WRITE_BY_OTHERS;
        ACCESS_ALLOWED_ACE *entry = found;
        if ((entry->Header.AceFlags & INHERIT_ONLY_ACE) || entry->Header.AceType == ACCESS_DENIED_ACE_TYPE)
            continue;
        if (entry->Header.AceType != ACCESS_ALLOWED_ACE_TYPE)
            return READ_BY_OTHERS | WRITE_BY_OTHERS; /* of a kind that this does not read */
        PSID user = &entry->SidStart;
        if (entry->Mask == 0 || win_is_user(user) || is_administration(user) || IsWellKnownSid(user, WinCreatorOwnerRightsSid))
            continue;
        mode |= READ_BY_OTHERS;
        if (entry->Mask & (RENAME | WRITE))
            mode |= WRITE_BY_OTHERS;
        if (entry->Mask & RENAME)
            mode &= ~STICKY;
    }
    return mode;
}

static int owner(PSID user)
{
    if (user != NULL && win_is_owner(user) > 0)
        return OWN;
    return user != NULL && is_administration(user) ? ADMINISTRATION : ANOTHER;
}

/* Fills in mode, owner, index, volume and size. */
static int status_of(HANDLE file, jlong fields[STATUS_FIELDS])
{
    BY_HANDLE_FILE_INFORMATION found;
    PSECURITY_DESCRIPTOR descriptor = NULL;
    PSID user = NULL;
    PACL list = NULL;

    if (!GetFileInformationByHandle(file, &found))
        return win_error();
    DWORD code = GetSecurityInfo(file, SE_FILE_OBJECT, OWNER_SECURITY_INFORMATION | DACL_SECURITY_INFORMATION, &user, NULL,
                                 &list, NULL, &descriptor);
    if (code != ERROR_SUCCESS)
        return -(int)code;
    int type = REGULAR;
    if (found.dwFileAttributes & FILE_ATTRIBUTE_REPARSE_POINT)
        type = LINK;
    else if (found.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY)
        type = DIRECTORY;
    fields[0] = type | OWNER_ALL | others(list);
    fields[1] = owner(user);
    fields[2] = (jlong)((uint64_t)found.nFileIndexHigh << 32 | found.nFileIndexLow);
    fields[3] = found.dwVolumeSerialNumber;
    fields[4] = (jlong)((uint64_t)found.nFileSizeHigh << 32 | found.nFileSizeLow);
    LocalFree(descriptor);
    return 0;
}

static jint JNICALL jni_status_of(JNIEnv *env, jclass type, jlong file, jlongArray fields)
{
    (void)type;
    jlong found[STATUS_FIELDS];
    int result = status_of(win_to_handle(file), found);
    if (result == 0)
        (*env)->SetLongArrayRegion(env, fields, 0, STATUS_FIELDS, found);
    return result;
}

/* RtlGetLastNtStatus, which no import library has. */
typedef ULONG(NTAPI *status_function)(void);
static status_function last_status;

/* Opens what has that name, a link too, only to look at it. A file that goes away when its last opening ends is gone already. */
static jlong JNICALL jni_look(JNIEnv *env, jclass type, jstring path)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, path, text);
    if (result < 0)
        return result;
    HANDLE file = CreateFileW(text, FILE_READ_ATTRIBUTES | READ_CONTROL, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                              NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS | FILE_FLAG_OPEN_REPARSE_POINT, NULL);
    if (file == INVALID_HANDLE_VALUE && last_status != NULL && last_status() == DELETE_PENDING)
        return -ERROR_FILE_NOT_FOUND;
    return win_handle(file);
}

static jint JNICALL jni_make_directory(JNIEnv *env, jclass type, jstring path)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, path, text);
    if (result < 0)
        return result;
    return CreateDirectoryW(text, win_private()) ? 0 : win_error();
}

/* Opens a file, and makes it for this user if there is none, or if it has to be new. Whoever has it open leaves others their
   access. */
static jlong JNICALL jni_open(JNIEnv *env, jclass type, jstring path, jboolean fresh)
{
    (void)type;
    wchar_t text[WIN_NAME_UNITS];
    int result = win_name(env, path, text);
    if (result < 0)
        return result;
    return win_handle(CreateFileW(text, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
                                  win_private(), fresh ? CREATE_NEW : OPEN_ALWAYS,
                                  FILE_ATTRIBUTE_NORMAL | FILE_FLAG_OPEN_REPARSE_POINT, NULL));
}

/* A lock of Windows keeps others from reading what it covers. So it covers a byte far behind the end. Returns 1, or 0 if another
   opening has it. */
static jint JNICALL jni_lock(JNIEnv *env, jclass type, jlong file)
{
    (void)env;
    (void)type;
    OVERLAPPED where = {.OffsetHigh = 0x7FFFFFFF};
    if (LockFileEx(win_to_handle(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &where))
        return 1;
    DWORD code = GetLastError();
    return code == ERROR_LOCK_VIOLATION || code == ERROR_IO_PENDING ? 0 : win_error();
}

/* Reads from the beginning. Returns the length. */
static jint JNICALL jni_read(JNIEnv *env, jclass type, jlong file, jbyteArray text)
{
    (void)type;
    jbyte bytes[TEXT_BYTES];
    DWORD most = (DWORD)(*env)->GetArrayLength(env, text);
    DWORD length;
    OVERLAPPED where = {0};
    if (!ReadFile(win_to_handle(file), bytes, most < TEXT_BYTES ? most : TEXT_BYTES, &length, &where))
        return GetLastError() == ERROR_HANDLE_EOF ? 0 : win_error();
    (*env)->SetByteArrayRegion(env, text, 0, (jsize)length, bytes);
    return (jint)length;
}

/* Replaces what the file contains. */
static jint JNICALL jni_write(JNIEnv *env, jclass type, jlong handle, jbyteArray text)
{
    (void)type;
    jbyte bytes[TEXT_BYTES];
    HANDLE file = win_to_handle(handle);
    DWORD length = (DWORD)(*env)->GetArrayLength(env, text);
    DWORD written;
    if (length > TEXT_BYTES)
        return -ERROR_INVALID_PARAMETER;
    (*env)->GetByteArrayRegion(env, text, 0, (jsize)length, bytes);
    if (SetFilePointer(file, 0, NULL, FILE_BEGIN) == INVALID_SET_FILE_POINTER || !SetEndOfFile(file) ||
        !WriteFile(file, bytes, length, &written, NULL))
        return win_error();
    return 0;
}

static const JNINativeMethod METHODS[] = {
    WIN_METHOD("statusOf0", "(J[J)I", jni_status_of),
    WIN_METHOD("look0", "(Ljava/lang/String;)J", jni_look),
    WIN_METHOD("makeDirectory0", "(Ljava/lang/String;)I", jni_make_directory),
    WIN_METHOD("open0", "(Ljava/lang/String;Z)J", jni_open),
    WIN_METHOD("lock0", "(J)I", jni_lock),
    WIN_METHOD("read0", "(J[B)I", jni_read),
    WIN_METHOD("write0", "(J[B)I", jni_write),
};

int win_file_load(JNIEnv *env)
{
    HMODULE system = GetModuleHandleW(L"ntdll.dll");
    last_status = system == NULL ? NULL : (status_function)(uintptr_t)GetProcAddress(system, "RtlGetLastNtStatus");
    return win_register(env, "io/nearcall/ipc/os/windows/Files", METHODS, WIN_COUNT(METHODS));
}
