// SPDX-License-Identifier: Apache-2.0
/* Named pipes without blocking, and poll(2) on one of them together with an eventfd. Another thread ends the wait by
 * it. */
#include "jni_util.h"
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Newer than some of the headers with which this is built. */
#ifndef F_SETPIPE_SZ
#define F_SETPIPE_SZ 1031
#define F_GETPIPE_SZ 1032
#endif

enum { NS_PER_S = 1000000000 };

/* The same bits as in Fifo.java. */
enum { READY = 1, GONE = 2, WOKEN = 4 };

int fifo_make(const char *path)
{
    if (mkfifo(path, 0600) < 0)
        return -errno;
    int result = file_set_mode(path, 0600);
    if (result < 0)
        unlink(path);
    return result;
}

/* Non-blocking: a reader can open before there is a writer. A writer without a reader gets ENXIO. */
int fifo_open(const char *path, int writable)
{
    int fd;
    do {
        fd = open(path, (writable ? O_WRONLY : O_RDONLY) | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
    } while (fd < 0 && errno == EINTR);
    return fd < 0 ? -errno : fd;
}

/* Returns how many pages the pipe holds. A write of up to PIPE_BUF bytes takes one page at most. */
int fifo_pages(int fd)
{
    int bytes = fcntl(fd, F_GETPIPE_SZ);
    return bytes < 0 ? -errno : bytes / (int)sysconf(_SC_PAGESIZE);
}

/* EPERM means that the user has too many large pipes. */
int fifo_resize(int fd, int bytes)
{
    int size = fcntl(fd, F_SETPIPE_SZ, bytes);
    return size < 0 ? -errno : size;
}

/* Returns how many bytes are in the pipe, seen from either end. */
int fifo_unread(int fd)
{
    int bytes;
    return ioctl(fd, FIONREAD, &bytes) < 0 ? -errno : bytes;
}

/* Returns 0 if nobody has the pipe open for writing. */
int fifo_read(int fd, void *bytes, size_t capacity)
{
    ssize_t got;
    do {
        got = read(fd, bytes, capacity);
    } while (got < 0 && errno == EINTR);
    return got < 0 ? -errno : (int)got;
}

/* All or nothing up to PIPE_BUF bytes. Without a reader it raises SIGPIPE. A JVM ignores that; others must, too. */
int fifo_write(int fd, const void *bytes, size_t length)
{
    ssize_t written;
    do {
        written = write(fd, bytes, length);
    } while (written < 0 && errno == EINTR);
    return written < 0 ? -errno : (int)written;
}

/*
 * Waits until fd can be read or written, its other end has gone, or wakeup is readable. Returns those bits, or 0 after
 * the timeout or a signal. A negative descriptor is ignored. A reader is told of the end only when everything has been
 * read, a writer at once. A caller that goes on waiting then leaves the descriptor out, because otherwise it would
 * never sleep.
 */
int fifo_await(int fd, int readable, int wakeup, int64_t timeout_ns)
{
    struct pollfd entries[2] = {
        {.fd = fd, .events = readable ? POLLIN : POLLOUT},
        {.fd = wakeup, .events = POLLIN},
    };
    struct timespec timeout = {.tv_sec = timeout_ns / NS_PER_S, .tv_nsec = timeout_ns % NS_PER_S};
    int ready = ppoll(entries, 2, timeout_ns < 0 ? NULL : &timeout, NULL);
    if (ready < 0)
        return errno == EINTR ? 0 : -errno;
    if ((entries[0].revents | entries[1].revents) & POLLNVAL)
        return -EBADF;

    int result = entries[1].revents != 0 ? WOKEN : 0;
    int gone = (entries[0].revents & (POLLHUP | POLLERR)) != 0;
    if (readable)
        return result | (entries[0].revents & POLLIN ? READY : gone ? GONE : 0);
    return result | (gone ? GONE : entries[0].revents & POLLOUT ? READY : 0);
}

int fifo_open_wakeup(void)
{
    int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return fd < 0 ? -errno : fd;
}

static void JNICALL jni_make(JNIEnv *env, jclass type, jbyteArray path)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    int result = jni_text(env, path, text);
    if (result == 0)
        result = fifo_make(text);
    jni_result(env, result, "mkfifo", path);
}

static jint JNICALL jni_open(JNIEnv *env, jclass type, jbyteArray path, jboolean writable)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    int result = jni_text(env, path, text);
    if (result == 0)
        result = fifo_open(text, writable);
    return jni_result(env, result, "open", path);
}

static jint JNICALL jni_pages(JNIEnv *env, jclass type, jint fd)
{
    (void)type;
    return jni_result(env, fifo_pages(fd), "fcntl(F_GETPIPE_SZ)", NULL);
}

static jint JNICALL jni_resize(JNIEnv *env, jclass type, jint fd, jint bytes)
{
    (void)env;
    (void)type;
    return fifo_resize(fd, bytes);
}

static jint JNICALL jni_unread(JNIEnv *env, jclass type, jint fd)
{
    (void)env;
    (void)type;
    return fifo_unread(fd);
}

static jint JNICALL jni_read(JNIEnv *env, jclass type, jint fd, jobject buffer, jint offset, jint length)
{
    (void)type;
    char *memory = (*env)->GetDirectBufferAddress(env, buffer);
    return fifo_read(fd, memory + offset, (size_t)length);
}

static jint JNICALL jni_write(JNIEnv *env, jclass type, jint fd, jobject buffer, jint offset, jint length)
{
    (void)type;
    const char *memory = (*env)->GetDirectBufferAddress(env, buffer);
    return fifo_write(fd, memory + offset, (size_t)length);
}

static jint JNICALL jni_await(JNIEnv *env, jclass type, jint fd, jboolean readable, jint wakeup, jlong timeout_ns)
{
    (void)env;
    (void)type;
    return fifo_await(fd, readable, wakeup, timeout_ns);
}

static jint JNICALL jni_open_wakeup(JNIEnv *env, jclass type)
{
    (void)type;
    return jni_result(env, fifo_open_wakeup(), "eventfd", NULL);
}

/* Does what poller.c does with its own eventfd. */
static jint JNICALL jni_wake(JNIEnv *env, jclass type, jint wakeup)
{
    (void)env;
    (void)type;
    return poller_wake(wakeup);
}

static const JNINativeMethod METHODS[] = {
    JNI_METHOD("make0", "([B)V", jni_make),
    JNI_METHOD("open0", "([BZ)I", jni_open),
    JNI_METHOD("pages0", "(I)I", jni_pages),
    JNI_METHOD("resize0", "(II)I", jni_resize),
    JNI_METHOD("unread0", "(I)I", jni_unread),
    JNI_METHOD("read0", "(ILjava/nio/ByteBuffer;II)I", jni_read),
    JNI_METHOD("write0", "(ILjava/nio/ByteBuffer;II)I", jni_write),
    JNI_METHOD("await0", "(IZIJ)I", jni_await),
    JNI_METHOD("openWakeUp0", "()I", jni_open_wakeup),
    JNI_METHOD("wake0", "(I)I", jni_wake),
};

int fifo_load(JNIEnv *env)
{
    return jni_register(env, "io/nearcall/ipc/os/Fifo", METHODS, JNI_COUNT(METHODS));
}
