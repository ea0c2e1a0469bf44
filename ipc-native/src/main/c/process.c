// SPDX-License-Identifier: Apache-2.0
/* The ids of this process, where it runs, and a descriptor that tells when another process dies. */
#include "jni_util.h"
#include "os.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

/* Newer than some of the headers with which this is built. */
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434 /* Linux 5.3 */
#endif
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77 /* Linux 6.5 */
#endif
#define PID_FILE_SYSTEM 0x50494446 /* PID_FS_MAGIC, Linux 6.9 */

enum { WORD_BITS = 8 * sizeof(unsigned long), MASK_WORDS = 8192 / WORD_BITS /* Linux has at most 8192 CPUs */ };

/* The kernel makes a pidfd CLOEXEC by itself. */
int process_open(int pid)
{
    int fd = (int)syscall(SYS_pidfd_open, pid, 0);
    return fd < 0 ? -errno : fd;
}

/* SO_PEERPIDFD names the process that connected. Before Linux 6.5 there is a moment in which its pid may be reused. */
int process_of_peer(int socket)
{
    int pidfd;
    socklen_t length = sizeof pidfd;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERPIDFD, &pidfd, &length) == 0)
        return pidfd;
    if (errno != ENOPROTOOPT)
        return -errno;

    int pid;
    int uid;
    int gid;
    int result = socket_peer(socket, &pid, &uid, &gid);
    return result < 0 ? result : process_open(pid);
}

/* Returns 1 or 0. A zombie is dead. */
int process_is_alive(int pidfd)
{
    struct pollfd entry = {.fd = pidfd, .events = POLLIN};
    int ready;
    do {
        ready = poll(&entry, 1, 0);
    } while (ready < 0 && errno == EINTR);
    if (ready < 0)
        return -errno;
    return ready > 0 && (entry.revents & POLLNVAL) ? -EBADF : ready == 0;
}

/* Gives a number that no other process has until the host restarts; 0 before Linux 6.9, where all pidfds have one
 * inode. */
int process_identity(int pidfd, int64_t *identity)
{
    struct statfs system;
    struct stat file;
    if (fstatfs(pidfd, &system) < 0 || fstat(pidfd, &file) < 0)
        return -errno;
    *identity = system.f_type == PID_FILE_SYSTEM ? (int64_t)file.st_ino : 0;
    return 0;
}

/* Returns the time of the calling thread. The clock exists since Linux 2.6.12. */
int64_t process_thread_cpu_ns(void)
{
    struct timespec used = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000000 + used.tv_nsec;
}

/*
 * Moves the calling thread to another of the CPUs that it may use. Returns 1, or 0 if there is no other.
 *
 * The scheduler moves a thread at once when its CPU is taken from its mask. Then the mask is given back. A thread that
 * may use every CPU gets a mask with all bits, so it may also use CPUs that its cpuset gains later. A mask that
 * somebody else sets in between is kept, except in the moment between the last two system calls.
 */
int process_leave_cpu(void)
{
    unsigned long allowed[MASK_WORDS] = {0};
    unsigned long others[MASK_WORDS];
    unsigned long now[MASK_WORDS] = {0};
    unsigned cpu = 0;
    long length = syscall(SYS_sched_getaffinity, 0, sizeof allowed, allowed);
    if (length < 0 || syscall(SYS_getcpu, &cpu, NULL, NULL) < 0)
        return -errno;
    if (cpu >= MASK_WORDS * WORD_BITS)
        return 0;

    memcpy(others, allowed, sizeof others);
    others[cpu / WORD_BITS] &= ~(1UL << cpu % WORD_BITS);
    long usable = 1;
    for (size_t i = 0; i < MASK_WORDS; i++)
        usable += __builtin_popcountl(others[i]);
    if (usable == 1)
        return 0;
    if (syscall(SYS_sched_setaffinity, 0, length, others) < 0)
        return -errno;

    if (syscall(SYS_sched_getaffinity, 0, sizeof now, now) >= 0 && memcmp(now, others, sizeof now) != 0)
        return 1;
    if (usable >= sysconf(_SC_NPROCESSORS_ONLN)) {
        memset(allowed, 0xff, sizeof allowed);
        length = sizeof allowed;
    }
    return syscall(SYS_sched_setaffinity, 0, length, allowed) < 0 ? -errno : 1;
}

static jint JNICALL jni_open(JNIEnv *env, jclass type, jint pid)
{
    (void)env;
    (void)type;
    return process_open(pid);
}

static jint JNICALL jni_of_peer(JNIEnv *env, jclass type, jint socket)
{
    (void)env;
    (void)type;
    return process_of_peer(socket);
}

static jint JNICALL jni_is_alive(JNIEnv *env, jclass type, jint pidfd)
{
    (void)env;
    (void)type;
    return process_is_alive(pidfd);
}

static jlong JNICALL jni_identity(JNIEnv *env, jclass type, jint pidfd)
{
    (void)type;
    int64_t identity = 0;
    jni_result(env, process_identity(pidfd, &identity), "fstatfs", NULL);
    return identity;
}

static jint JNICALL jni_pid(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    return getpid();
}

/* The effective ids, which a peer sees in SO_PEERCRED. */
static jint JNICALL jni_uid(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    return (jint)geteuid();
}

static jint JNICALL jni_gid(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    return (jint)getegid();
}

static jlong JNICALL jni_thread_cpu(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    return process_thread_cpu_ns();
}

static jint JNICALL jni_leave_cpu(JNIEnv *env, jclass type)
{
    (void)env;
    (void)type;
    return process_leave_cpu();
}

static const JNINativeMethod DESCRIPTOR_METHODS[] = {
    JNI_METHOD("open0", "(I)I", jni_open),
    JNI_METHOD("ofPeer0", "(I)I", jni_of_peer),
    JNI_METHOD("isAlive0", "(I)I", jni_is_alive),
    JNI_METHOD("identity0", "(I)J", jni_identity),
};

static const JNINativeMethod CURRENT_METHODS[] = {
    JNI_METHOD("pid0", "()I", jni_pid),
    JNI_METHOD("uid0", "()I", jni_uid),
    JNI_METHOD("gid0", "()I", jni_gid),
    JNI_METHOD("threadCpu0", "()J", jni_thread_cpu),
    JNI_METHOD("leaveCpu0", "()I", jni_leave_cpu),
};

int process_load(JNIEnv *env)
{
    int result =
        jni_register(env, "io/nearcall/ipc/os/ProcessDescriptor", DESCRIPTOR_METHODS, JNI_COUNT(DESCRIPTOR_METHODS));
    if (result < 0)
        return result;
    return jni_register(env, "io/nearcall/ipc/os/CurrentProcess", CURRENT_METHODS, JNI_COUNT(CURRENT_METHODS));
}
