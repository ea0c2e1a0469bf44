// SPDX-License-Identifier: Apache-2.0
/*
 * Makes system calls fail, in a process that is started with this library in LD_PRELOAD and $CHAOS_FAULTS, the path of a
 * file of at least sizeof(struct plan) bytes, by which another process says what shall fail. Only calls of Nearcall's
 * own library are touched, and the JVM's of pthread_create.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef F_ADD_SEALS
#define F_ADD_SEALS 1033
#endif
#ifndef F_SETPIPE_SZ
#define F_SETPIPE_SZ 1031
#define F_GETPIPE_SZ 1032
#endif
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SO_PEERPIDFD
#define SO_PEERPIDFD 77
#endif

/* In the order of Fault.java; 0 is none. */
enum {
    MMAP = 1, MEMFD_CREATE, FALLOCATE, ADD_SEALS, PIDFD_OPEN, PEER_PIDFD, EPOLL_CREATE, EPOLL_ADD, EVENTFD, SOCKET, BIND,
    LISTEN, CONNECT, ACCEPT, SENDMSG, RECVMSG, OPEN, MKDIR, FLOCK, FTRUNCATE, PWRITE, MKFIFO, PIPE_SIZE, WRITE, SHMGET,
    SHMAT, SEMGET, MSGGET, MSGSND, THREAD,
};

/* In the order of FaultPlan.java. Of the calls of that function, so many pass, so many fail, and all others pass. */
struct plan {
    atomic_int function;
    atomic_int error;
    atomic_int pass;
    atomic_int fail;
    atomic_int failed;
};

static struct plan *plan;

#define REAL(name) \
    static __typeof__(&name) real; \
    if (real == NULL) \
        *(void **)&real = dlsym(RTLD_NEXT, #name)

#define CALLER __builtin_return_address(0)

__attribute__((constructor)) static void attach(void)
{
    const char *path = getenv("CHAOS_FAULTS");
    int fd = path == NULL ? -1 : (int)syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CLOEXEC);
    if (fd < 0)
        return;
    REAL(mmap);
    void *mapped = real(NULL, sizeof *plan, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    plan = mapped == MAP_FAILED ? NULL : mapped;
    close(fd);
}

static int is_nearcall(void *caller)
{
    Dl_info info;
    return dladdr(caller, &info) != 0 && info.dli_fname != NULL && strstr(info.dli_fname, "libnearcall") != NULL;
}

/* Whether this call shall fail; then errno says why. A caller that is NULL may be anybody. */
static int fails(int function, void *caller)
{
    if (plan == NULL || atomic_load(&plan->function) != function || (caller != NULL && !is_nearcall(caller)))
        return 0;
    if (atomic_fetch_sub(&plan->pass, 1) > 0 || atomic_fetch_sub(&plan->fail, 1) <= 0)
        return 0;
    atomic_fetch_add(&plan->failed, 1);
    errno = atomic_load(&plan->error);
    return 1;
}

void *mmap(void *address, size_t length, int protection, int flags, int fd, off_t offset)
{
    if (fails(MMAP, CALLER))
        return MAP_FAILED;
    REAL(mmap);
    return real(address, length, protection, flags, fd, offset);
}

/* Six words are passed on, whatever they are. */
long syscall(long number, ...)
{
    va_list list;
    long words[6];
    va_start(list, number);
    for (int i = 0; i < 6; i++)
        words[i] = va_arg(list, long);
    va_end(list);
    if (number == SYS_memfd_create && fails(MEMFD_CREATE, CALLER))
        return -1;
    if (number == SYS_pidfd_open && fails(PIDFD_OPEN, CALLER))
        return -1;
    REAL(syscall);
    return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}

int fcntl(int fd, int command, ...)
{
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    if (command == F_ADD_SEALS && fails(ADD_SEALS, CALLER))
        return -1;
    if ((command == F_SETPIPE_SZ || command == F_GETPIPE_SZ) && fails(PIPE_SIZE, CALLER))
        return -1;
    REAL(fcntl);
    return real(fd, command, argument);
}

int open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    mode_t mode = (mode_t)va_arg(list, int);
    va_end(list);
    if (fails(OPEN, CALLER))
        return -1;
    REAL(open);
    return real(path, flags, mode);
}

int getsockopt(int fd, int level, int name, void *value, socklen_t *length)
{
    if (name == SO_PEERPIDFD && fails(PEER_PIDFD, CALLER))
        return -1;
    REAL(getsockopt);
    return real(fd, level, name, value, length);
}

/* To remove a descriptor takes nothing that could be lacking. */
int epoll_ctl(int epoll, int operation, int fd, struct epoll_event *event)
{
    if (operation != EPOLL_CTL_DEL && fails(EPOLL_ADD, CALLER))
        return -1;
    REAL(epoll_ctl);
    return real(epoll, operation, fd, event);
}

/* Into a FIFO: what is written into an eventfd is as long as this. */
ssize_t write(int fd, const void *bytes, size_t length)
{
    if (length > sizeof(uint64_t) && fails(WRITE, CALLER))
        return -1;
    REAL(write);
    return real(fd, bytes, length);
}

void *shmat(int id, const void *address, int flags)
{
    if (fails(SHMAT, CALLER))
        return (void *)-1;
    REAL(shmat);
    return real(id, address, flags);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
    if (fails(THREAD, NULL))
        return errno;
    REAL(pthread_create);
    return real(thread, attributes, run, argument);
}

#define PASSED_ON(function, result, name, parameters, arguments) \
    result name parameters \
    { \
        if (fails(function, CALLER)) \
            return -1; \
        REAL(name); \
        return real arguments; \
    }

PASSED_ON(FALLOCATE, int, fallocate, (int fd, int mode, off_t offset, off_t length), (fd, mode, offset, length))
PASSED_ON(EPOLL_CREATE, int, epoll_create1, (int flags), (flags))
PASSED_ON(EVENTFD, int, eventfd, (unsigned value, int flags), (value, flags))
PASSED_ON(SOCKET, int, socket, (int domain, int type, int protocol), (domain, type, protocol))
PASSED_ON(BIND, int, bind, (int fd, const struct sockaddr *address, socklen_t length), (fd, address, length))
PASSED_ON(LISTEN, int, listen, (int fd, int backlog), (fd, backlog))
PASSED_ON(CONNECT, int, connect, (int fd, const struct sockaddr *address, socklen_t length), (fd, address, length))
PASSED_ON(ACCEPT, int, accept4, (int fd, struct sockaddr *address, socklen_t *length, int flags),
          (fd, address, length, flags))
PASSED_ON(SENDMSG, ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags), (fd, message, flags))
PASSED_ON(RECVMSG, ssize_t, recvmsg, (int fd, struct msghdr *message, int flags), (fd, message, flags))
PASSED_ON(MKDIR, int, mkdir, (const char *path, mode_t mode), (path, mode))
PASSED_ON(FLOCK, int, flock, (int fd, int operation), (fd, operation))
PASSED_ON(FTRUNCATE, int, ftruncate, (int fd, off_t length), (fd, length))
PASSED_ON(PWRITE, ssize_t, pwrite, (int fd, const void *bytes, size_t length, off_t offset), (fd, bytes, length, offset))
PASSED_ON(MKFIFO, int, mkfifo, (const char *path, mode_t mode), (path, mode))
PASSED_ON(SHMGET, int, shmget, (key_t key, size_t size, int flags), (key, size, flags))
PASSED_ON(SEMGET, int, semget, (key_t key, int count, int flags), (key, count, flags))
PASSED_ON(MSGGET, int, msgget, (key_t key, int flags), (key, flags))
PASSED_ON(MSGSND, int, msgsnd, (int id, const void *message, size_t length, int flags), (id, message, length, flags))
