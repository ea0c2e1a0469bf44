// SPDX-License-Identifier: Apache-2.0
/* Unix stream sockets: meeting, credentials, waiting. Also the JNI half of the functions in socket_message.c. */
#include "jni_util.h"
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { NS_PER_S = 1000000000, NS_PER_US = 1000, US_PER_S = 1000000 };

static int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

static int fill_address(const char *path, struct sockaddr_un *address)
{
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof address->sun_path)
        return -ENAMETOOLONG;
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    memcpy(address->sun_path, path, length);
    return 0;
}

/* Nobody can connect before listen(), so the mode holds from the first connection on, whatever the umask. */
int socket_listen(const char *path, unsigned mode, int backlog, const char **call)
{
    struct sockaddr_un address;
    *call = "bind";
    int result = fill_address(path, &address);
    if (result < 0)
        return result;

    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        *call = "socket";
        return -errno;
    }
    if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0) {
        result = -errno;
        goto close_socket;
    }
    if (chmod(path, (mode_t)mode) < 0) {
        *call = "chmod";
        result = -errno;
        goto unlink_path;
    }
    if (listen(fd, backlog) < 0) {
        *call = "listen";
        result = -errno;
        goto unlink_path;
    }
    return fd;

unlink_path:
    unlink(path);
close_socket:
    close(fd);
    return result;
}

static int set_send_timeout(int fd, int64_t timeout_ns)
{
    int64_t timeout_us = timeout_ns / NS_PER_US;
    if (timeout_us < 1)
        timeout_us = 1; /* 0 would mean forever */
    struct timeval timeout = {.tv_sec = timeout_us / US_PER_S, .tv_usec = timeout_us % US_PER_S};
    return setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof timeout) < 0 ? -errno : 0;
}

/* A full backlog blocks a Unix connect, up to the socket's send timeout. poll() does not tell of a full backlog. */
static int connect_within(int fd, const struct sockaddr_un *address, int64_t timeout_ns)
{
    int64_t start_ns = now_ns();
    int64_t left_ns = timeout_ns;
    do {
        int result = set_send_timeout(fd, left_ns);
        if (result < 0)
            return result;
        if (connect(fd, (const struct sockaddr *)address, sizeof *address) == 0)
            return 0;
        if (errno != EINTR && errno != EAGAIN)
            return -errno;
        left_ns = timeout_ns - (now_ns() - start_ns);
    } while (left_ns > 0);
    return -ETIMEDOUT;
}

/*
 * An urgent byte that is not asked for is dropped by the kernel in the middle of a read, together with the descriptors
 * that came with it. To close them may take as long as the peer likes. So an urgent byte is read like any other.
 * Kernels that know of none refuse the option.
 */
static void take_urgent_bytes(int fd)
{
    int inline_bytes = 1;
    setsockopt(fd, SOL_SOCKET, SO_OOBINLINE, &inline_bytes, sizeof inline_bytes);
}

int socket_connect(const char *path, int64_t timeout_ns, const char **call)
{
    struct sockaddr_un address;
    *call = "connect";
    int result = fill_address(path, &address);
    if (result < 0)
        return result;

    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        *call = "socket";
        return -errno;
    }
    result = connect_within(fd, &address, timeout_ns);
    if (result == 0 && fcntl(fd, F_SETFL, O_NONBLOCK) < 0) {
        *call = "fcntl(O_NONBLOCK)";
        result = -errno;
    }
    if (result < 0) {
        close(fd);
        return result;
    }
    take_urgent_bytes(fd);
    return fd;
}

int socket_accept(int listener)
{
    int fd;
    do {
        fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    } while (fd < 0 && errno == EINTR);
    if (fd < 0)
        return -errno;
    take_urgent_bytes(fd);
    return fd;
}

int socket_peer(int fd, int *pid, int *uid, int *gid)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) < 0)
        return -errno;
    *pid = peer.pid;
    *uid = (int)peer.uid;
    *gid = (int)peer.gid;
    return 0;
}

/* Returns 1 if ready, hung up or in error, 0 if timed out. A negative timeout never ends. EINTR goes to the caller. */
int socket_await(int fd, int readable, int64_t timeout_ns)
{
    struct pollfd entry = {.fd = fd, .events = readable ? POLLIN : POLLOUT};
    struct timespec timeout = {.tv_sec = timeout_ns / NS_PER_S, .tv_nsec = timeout_ns % NS_PER_S};
    int ready = ppoll(&entry, 1, timeout_ns < 0 ? NULL : &timeout, NULL);
    if (ready < 0)
        return -errno;
    return ready > 0 && (entry.revents & POLLNVAL) ? -EBADF : ready;
}

/* ENOTCONN means that the peer has left first. */
int socket_shutdown(int fd)
{
    return shutdown(fd, SHUT_RDWR) < 0 && errno != ENOTCONN ? -errno : 0;
}

int socket_pair(int two[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, two) < 0)
        return -errno;
    take_urgent_bytes(two[0]);
    take_urgent_bytes(two[1]);
    return 0;
}

static jint JNICALL jni_listen(JNIEnv *env, jclass type, jbyteArray path, jint mode, jint backlog)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    const char *call = "bind";
    int result = jni_text(env, path, text);
    if (result == 0)
        result = socket_listen(text, (unsigned)mode, backlog, &call);
    return jni_result(env, result, call, path);
}

static jint JNICALL jni_connect(JNIEnv *env, jclass type, jbyteArray path, jlong timeout_ns)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    const char *call = "connect";
    int result = jni_text(env, path, text);
    if (result == 0)
        result = socket_connect(text, timeout_ns, &call);
    return jni_result(env, result, call, path);
}

static jint JNICALL jni_accept(JNIEnv *env, jclass type, jint listener)
{
    (void)env;
    (void)type;
    return socket_accept(listener);
}

static void JNICALL jni_peer(JNIEnv *env, jclass type, jint fd, jintArray pid_uid_gid)
{
    (void)type;
    int peer[3];
    int result = socket_peer(fd, &peer[0], &peer[1], &peer[2]);
    if (jni_result(env, result, "getsockopt(SO_PEERCRED)", NULL) == 0)
        (*env)->SetIntArrayRegion(env, pid_uid_gid, 0, 3, peer);
}

static jint JNICALL jni_send(JNIEnv *env, jclass type, jint fd, jobject buffer, jint offset, jint length, jint pass_fd)
{
    (void)type;
    const char *memory = (*env)->GetDirectBufferAddress(env, buffer);
    return socket_send(fd, memory + offset, (size_t)length, pass_fd);
}

/* Java has checked that descriptors has at most SOCKET_DESCRIPTORS_MAX + 1 elements. */
static jint JNICALL jni_receive(
    JNIEnv *env, jclass type, jint fd, jobject buffer, jint offset, jint length, jintArray descriptors, jint capacity)
{
    (void)type;
    int fds[SOCKET_DESCRIPTORS_MAX + 1];
    char *memory = (*env)->GetDirectBufferAddress(env, buffer);
    (*env)->GetIntArrayRegion(env, descriptors, 0, capacity, fds);
    int result = socket_receive(fd, memory + offset, (size_t)length, fds, capacity);
    (*env)->SetIntArrayRegion(env, descriptors, 0, capacity, fds);
    return result;
}

static jint JNICALL jni_await(JNIEnv *env, jclass type, jint fd, jboolean readable, jlong timeout_ns)
{
    (void)env;
    (void)type;
    return socket_await(fd, readable, timeout_ns);
}

static void JNICALL jni_shutdown(JNIEnv *env, jclass type, jint fd)
{
    (void)type;
    jni_result(env, socket_shutdown(fd), "shutdown", NULL);
}

static void JNICALL jni_pair(JNIEnv *env, jclass type, jintArray two)
{
    (void)type;
    int fds[2];
    if (jni_result(env, socket_pair(fds), "socketpair", NULL) == 0)
        (*env)->SetIntArrayRegion(env, two, 0, 2, fds);
}

static const JNINativeMethod METHODS[] = {
    JNI_METHOD("listen0", "([BII)I", jni_listen),
    JNI_METHOD("connect0", "([BJ)I", jni_connect),
    JNI_METHOD("accept0", "(I)I", jni_accept),
    JNI_METHOD("peer0", "(I[I)V", jni_peer),
    JNI_METHOD("send0", "(ILjava/nio/ByteBuffer;III)I", jni_send),
    JNI_METHOD("receive0", "(ILjava/nio/ByteBuffer;II[II)I", jni_receive),
    JNI_METHOD("await0", "(IZJ)I", jni_await),
    JNI_METHOD("shutdown0", "(I)V", jni_shutdown),
    JNI_METHOD("pair0", "([I)V", jni_pair),
};

int socket_load(JNIEnv *env)
{
    return jni_register(env, "io/nearcall/ipc/os/UnixSocket", METHODS, JNI_COUNT(METHODS));
}
