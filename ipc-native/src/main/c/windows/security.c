// SPDX-License-Identifier: Apache-2.0
/* Who may use an object: the user of this process, and nobody else. And numbers that nobody else can guess. */
#include "win.h"

#include <sddl.h>

enum { RANDOM_BYTES = 16 };

enum { USER_BYTES = sizeof(TOKEN_USER) + SECURITY_MAX_SID_SIZE };

/* A token's user, whose id lies behind it. */
union token_user {
    TOKEN_USER user;
    unsigned char bytes[USER_BYTES];
};

/* Written once, when the library is loaded. Each class loader loads a copy, with variables of its own. */
static union token_user own;
static PSECURITY_DESCRIPTOR descriptor;
static SECURITY_ATTRIBUTES attributes;

static int read_user(HANDLE token, union token_user *user)
{
    DWORD length;
    return GetTokenInformation(token, TokenUser, user, sizeof *user, &length) ? 0 : win_error();
}

/* "O:SIDD:P(A;;GA;;;SID)": that user's, also if the process is elevated, whose objects would be the administrators'. All rights for
   that user, and none inherited from anywhere. */
int win_security_load(void)
{
    enum { SID_UNITS = 200 };
    wchar_t text[2 * SID_UNITS + 20];
    wchar_t *end = text;
    wchar_t *sid = NULL;
    HANDLE token;
    int result;

    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token))
        return win_error();
    result = read_user(token, &own);
    CloseHandle(token);
    if (result < 0)
        return result;
    if (!ConvertSidToStringSidW(own.user.User.Sid, &sid))
        return win_error();
    if (lstrlenW(sid) > SID_UNITS) {
        LocalFree(sid);
        return -ERROR_INSUFFICIENT_BUFFER;
    }
    const wchar_t *const parts[] = {L"O:", sid, L"D:P(A;;GA;;;", sid, L")"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        for (const wchar_t *unit = parts[i]; *unit != 0; unit++)
            *end++ = *unit;
    }
    *end = 0;
    LocalFree(sid);
    if (!ConvertStringSecurityDescriptorToSecurityDescriptorW(text, SDDL_REVISION_1, &descriptor, NULL))
        return win_error();
    attributes = (SECURITY_ATTRIBUTES){
        .nLength = sizeof attributes, .lpSecurityDescriptor = descriptor, .bInheritHandle = FALSE};
    return 0;
}

SECURITY_ATTRIBUTES *win_private(void)
{
    return &attributes;
}

int win_is_user(PSID user)
{
    return EqualSid(user, own.user.User.Sid) != 0;
}

int win_is_owner(PSID user)
{
    unsigned char bytes[sizeof(TOKEN_OWNER) + SECURITY_MAX_SID_SIZE];
    HANDLE token;
    DWORD length;

    if (win_is_user(user))
        return 1;
    if (!OpenProcessToken(GetCurrentProcess(), TOKEN_QUERY, &token))
        return win_error();
    int result = GetTokenInformation(token, TokenOwner, bytes, sizeof bytes, &length)
                     ? EqualSid(((TOKEN_OWNER *)(void *)bytes)->Owner, user) != 0
                     : win_error();
    CloseHandle(token);
    return result;
}

int win_is_own_token(HANDLE token)
{
    union token_user user;
    int result = read_user(token, &user);
    return result < 0 ? result : win_is_user(user.user.User.Sid);
}

/* RtlGenRandom, whose name in the library is another one. */
BOOLEAN NTAPI SystemFunction036(PVOID bytes, ULONG length);

static jint JNICALL jni_fill(JNIEnv *env, jclass type, jbyteArray random)
{
    (void)type;
    jbyte bytes[RANDOM_BYTES];
    if ((*env)->GetArrayLength(env, random) != RANDOM_BYTES || !SystemFunction036(bytes, RANDOM_BYTES))
        return -ERROR_GEN_FAILURE;
    (*env)->SetByteArrayRegion(env, random, 0, RANDOM_BYTES, bytes);
    return 0;
}

static const JNINativeMethod METHODS[] = {
    WIN_METHOD("fill0", "([B)I", jni_fill),
};

int win_random_load(JNIEnv *env)
{
    return win_register(env, "io/nearcall/ipc/os/windows/RandomBytes", METHODS, WIN_COUNT(METHODS));
}
