// SPDX-License-Identifier: Apache-2.0
/* Descriptors, and the few operations on files by name: status, directories, locks. */
#include "jni_util.h"
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Linux has freed the descriptor even if close says EINTR. A second close could hit another thread's descriptor. */
int file_close(int fd)
{
    return close(fd) < 0 && errno != EINTR ? -errno : 0;
}

int file_duplicate(int fd)
{
    int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    return copy < 0 ? -errno : copy;
}

/* Newer than some of the headers with which this is built: Linux 3.11. */
#ifndef O_TMPFILE
#define O_TMPFILE (020000000 | O_DIRECTORY)
#endif

/* The same order as in FileSystem.java. */
static void fill_status(const struct stat *from, int64_t status[FILE_STATUS_FIELDS])
{
    status[0] = from->st_mode;
    status[1] = from->st_uid;
    status[2] = from->st_gid;
    status[3] = (int64_t)from->st_ino;
    status[4] = (int64_t)from->st_dev;
    status[5] = from->st_size;
}

int file_lstat(const char *path, int64_t status[FILE_STATUS_FIELDS])
{
    struct stat found;
    if (lstat(path, &found) < 0)
        return -errno;
    fill_status(&found, status);
    return 0;
}

int file_fstat(int fd, int64_t status[FILE_STATUS_FIELDS])
{
    struct stat found;
    if (fstat(fd, &found) < 0)
        return -errno;
    fill_status(&found, status);
    return 0;
}

/*
 * Gives a file that has just been made the permissions that an umask may have removed. Without them it can be opened by
 * O_PATH alone, and such a descriptor leads to the file only through /proc. No link is followed, and no file of another
 * user's is changed.
 */
int file_set_mode(const char *path, unsigned mode)
{
    int fd = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    int error = 0;
    char self[32];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    struct stat found;
    if (fstat(fd, &found) < 0)
        error = errno;
    else if ((found.st_mode & 07777) != mode && !S_ISLNK(found.st_mode) && chmod(self, (mode_t)mode) < 0)
        error = errno;
    close(fd);
    return -error;
}

/* Makes a directory of exactly that mode, whatever the umask. Until the end the directory has fewer permissions. */
int file_make_directory(const char *path, unsigned mode, const char **call)
{
    *call = "mkdir";
    if (mkdir(path, (mode_t)mode & 0700) < 0)
        return -errno;
    *call = "chmod";
    return file_set_mode(path, mode);
}

int file_unlink(const char *path)
{
    return unlink(path) < 0 ? -errno : 0;
}

static int open_private(const char *path, int flags)
{
    int fd;
    do {
        fd = open(path, flags | O_RDWR | O_CLOEXEC, 0600);
    } while (fd < 0 && errno == EINTR);
    return fd < 0 ? -errno : fd;
}

/* As open_private, for a file that this call may make. An empty file that others of this user cannot open has lost its
 * permissions to its maker's umask. The maker may have been killed before it gave them back. */
static int open_made(const char *path, int flags)
{
    int fd = open_private(path, flags);
    struct stat found;
    if (fd >= 0 && fstat(fd, &found) == 0 && S_ISREG(found.st_mode) && found.st_size == 0 && found.st_uid == geteuid() &&
        (found.st_mode & 0600) != 0600 && fchmod(fd, 0600) < 0) {
        int error = errno;
        close(fd);
        return -error;
    }
    return fd;
}

/* Does not wait: -EWOULDBLOCK if somebody has a lease on the file. Takes no terminal. */
int file_open_lock(const char *path)
{
    return open_made(path, O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
}

/* Does not wait, and takes no terminal, whatever has that name. */
int file_open_existing(const char *path)
{
    return open_private(path, O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
}

/* Makes a file in that directory's file system. It goes with its last descriptor unless file_link has named it. */
int file_open_unnamed(const char *directory)
{
    return open_made(directory, O_TMPFILE);
}

/* Names what file_open_unnamed has opened. Through /proc: linking by the descriptor alone takes a capability. */
int file_link(int fd, const char *path)
{
    char self[32];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, self, AT_FDCWD, path, AT_SYMLINK_FOLLOW) < 0 ? -errno : 0;
}

/* Takes the other kind of lock, which a process without this library takes through the JDK. Like flock, the opening has
 * it. */
static int lock_against_java(int fd)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_OFD_SETLK, &whole) == 0 || errno == EINVAL) /* not known here: then it can exclude nobody */
        return 1;
    return errno == EAGAIN || errno == EACCES ? 0 : -errno;
}

/* Returns 1 if it has the lock, 0 if another open file description has it, of this process or of any. */
int file_try_lock(int fd)
{
    int result;
    do {
        result = flock(fd, LOCK_EX | LOCK_NB);
    } while (result < 0 && errno == EINTR);
    if (result < 0)
        return errno == EWOULDBLOCK ? 0 : -errno;
    result = lock_against_java(fd);
    if (result <= 0)
        flock(fd, LOCK_UN);
    return result;
}

/* Replaces everything in the file. */
int file_write(int fd, const void *bytes, size_t length, const char **call)
{
    *call = "ftruncate";
    if (ftruncate(fd, 0) < 0)
        return -errno;
    *call = "pwrite";
    size_t done = 0;
    while (done < length) {
        ssize_t written = pwrite(fd, (const char *)bytes + done, length - done, (off_t)done);
        if (written > 0)
            done += (size_t)written;
        else if (written == 0)
            return -EIO;
        else if (errno != EINTR)
            return -errno;
    }
    return 0;
}

/* Reads from the beginning. Returns how many bytes, at most capacity. */
int file_read(int fd, void *bytes, size_t capacity)
{
    size_t done = 0;
    while (done < capacity) {
        ssize_t got = pread(fd, (char *)bytes + done, capacity - done, (off_t)done);
        if (got > 0)
            done += (size_t)got;
        else if (got == 0)
            break;
        else if (errno != EINTR)
            return -errno;
    }
    return (int)done;
}

static void JNICALL jni_close(JNIEnv *env, jclass type, jint fd)
{
    (void)type;
    jni_result(env, file_close(fd), "close", NULL);
}

static jint JNICALL jni_duplicate(JNIEnv *env, jclass type, jint fd)
{
    (void)type;
    return jni_result(env, file_duplicate(fd), "fcntl(F_DUPFD_CLOEXEC)", NULL);
}

static jboolean JNICALL jni_lstat(JNIEnv *env, jclass type, jbyteArray path, jlongArray fields)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    int64_t status[FILE_STATUS_FIELDS];
    int result = jni_text(env, path, text);
    if (result == 0)
        result = file_lstat(text, status);
    if (result == -ENOENT || jni_result(env, result, "lstat", path) < 0)
        return JNI_FALSE;
    (*env)->SetLongArrayRegion(env, fields, 0, FILE_STATUS_FIELDS, status);
    return JNI_TRUE;
}

static void JNICALL jni_fstat(JNIEnv *env, jclass type, jint fd, jlongArray fields)
{
    (void)type;
    int64_t status[FILE_STATUS_FIELDS];
    if (jni_result(env, file_fstat(fd, status), "fstat", NULL) == 0)
        (*env)->SetLongArrayRegion(env, fields, 0, FILE_STATUS_FIELDS, status);
}

static void JNICALL jni_make_directory(JNIEnv *env, jclass type, jbyteArray path, jint mode)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    const char *call = "mkdir";
    int result = jni_text(env, path, text);
    if (result == 0)
        result = file_make_directory(text, (unsigned)mode, &call);
    jni_result(env, result, call, path);
}

static jboolean JNICALL jni_unlink(JNIEnv *env, jclass type, jbyteArray path)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    int result = jni_text(env, path, text);
    if (result == 0)
        result = file_unlink(text);
    if (result == -ENOENT)
        return JNI_FALSE;
    return jni_result(env, result, "unlink", path) == 0;
}

static jint JNICALL jni_open_lock(JNIEnv *env, jclass type, jbyteArray path)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    int result = jni_text(env, path, text);
    if (result == 0)
        result = file_open_lock(text);
    return jni_result(env, result, "open", path);
}

static jint JNICALL jni_open_existing(JNIEnv *env, jclass type, jbyteArray path)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    int result = jni_text(env, path, text);
    if (result == 0)
        result = file_open_existing(text);
    if (result == -ENOENT)
        return -1;
    return jni_result(env, result, "open", path);
}

static jint JNICALL jni_open_unnamed(JNIEnv *env, jclass type, jbyteArray directory)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    int result = jni_text(env, directory, text);
    if (result == 0)
        result = file_open_unnamed(text);
    return jni_result(env, result, "open(O_TMPFILE)", directory);
}

static jboolean JNICALL jni_link(JNIEnv *env, jclass type, jint fd, jbyteArray path)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    int result = jni_text(env, path, text);
    if (result == 0)
        result = file_link(fd, text);
    if (result == -EEXIST)
        return JNI_FALSE;
    return jni_result(env, result, "linkat", path) == 0;
}

static jboolean JNICALL jni_try_lock(JNIEnv *env, jclass type, jint fd)
{
    (void)type;
    return jni_result(env, file_try_lock(fd), "flock", NULL) == 1;
}

static void JNICALL jni_write(JNIEnv *env, jclass type, jint fd, jbyteArray text)
{
    (void)type;
    char bytes[JNI_TEXT_BYTES];
    jsize length = (*env)->GetArrayLength(env, text);
    const char *call = "pwrite";
    int result = jni_text(env, text, bytes);
    if (result == 0)
        result = file_write(fd, bytes, (size_t)length, &call);
    jni_result(env, result, call, NULL);
}

static jint JNICALL jni_read(JNIEnv *env, jclass type, jint fd, jbyteArray text)
{
    (void)type;
    char bytes[JNI_TEXT_BYTES];
    jsize capacity = (*env)->GetArrayLength(env, text);
    int length = file_read(fd, bytes, capacity < JNI_TEXT_BYTES ? (size_t)capacity : JNI_TEXT_BYTES);
    if (jni_result(env, length, "pread", NULL) > 0)
        (*env)->SetByteArrayRegion(env, text, 0, length, (const jbyte *)bytes);
    return length;
}

static const JNINativeMethod DESCRIPTOR_METHODS[] = {
    JNI_METHOD("close0", "(I)V", jni_close),
    JNI_METHOD("duplicate0", "(I)I", jni_duplicate),
};

static const JNINativeMethod FILE_METHODS[] = {
    JNI_METHOD("lstat0", "([B[J)Z", jni_lstat),
    JNI_METHOD("fstat0", "(I[J)V", jni_fstat),
    JNI_METHOD("makeDirectory0", "([BI)V", jni_make_directory),
    JNI_METHOD("unlink0", "([B)Z", jni_unlink),
    JNI_METHOD("openLockFile0", "([B)I", jni_open_lock),
    JNI_METHOD("openExisting0", "([B)I", jni_open_existing),
    JNI_METHOD("openUnnamed0", "([B)I", jni_open_unnamed),
    JNI_METHOD("link0", "(I[B)Z", jni_link),
    JNI_METHOD("tryLock0", "(I)Z", jni_try_lock),
    JNI_METHOD("write0", "(I[B)V", jni_write),
    JNI_METHOD("read0", "(I[B)I", jni_read),
};

int file_load(JNIEnv *env)
{
    int result = jni_register(env, "io/nearcall/ipc/os/Descriptors", DESCRIPTOR_METHODS, JNI_COUNT(DESCRIPTOR_METHODS));
    if (result < 0)
        return result;
    return jni_register(env, "io/nearcall/ipc/os/FileSystem", FILE_METHODS, JNI_COUNT(FILE_METHODS));
}
