// SPDX-License-Identifier: Apache-2.0
/* Memory that two processes map: memfd_create, its seals, mmap. */
#include "jni_util.h"
#include "os.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

/* Newer than some of the headers with which this is built. */
#ifndef MFD_CLOEXEC
#define MFD_CLOEXEC 0x0001U
#define MFD_ALLOW_SEALING 0x0002U
#endif
#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U /* Linux 6.3 */
#endif
#ifndef F_ADD_SEALS
#define F_ADD_SEALS 1033
#define F_GET_SEALS 1034
#define F_SEAL_SEAL 0x0001
#define F_SEAL_SHRINK 0x0002
#define F_SEAL_GROW 0x0004
#endif
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010 /* Linux 5.1 */
#endif

#ifndef TMPFS_MAGIC
#define TMPFS_MAGIC 0x01021994
#endif

enum { ONE_WAY_SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL, BLOCK_BYTES = 512 };

/* By number: the wrapper came with glibc 2.27, and the library also serves older ones. */
static int create(const char *name, unsigned flags)
{
    return (int)syscall(SYS_memfd_create, name, flags);
}

/* fallocate knows no bound. Asked for too much, it takes all there is and the out-of-memory killer chooses who dies. */
static int exceeds_physical_memory(int64_t length)
{
    long pages = sysconf(_SC_PHYS_PAGES);
    long page_bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && page_bytes > 0 && length / page_bytes >= pages;
}

/* Allocates every page now. A sparse segment would be a bus error at the first touch that finds no memory left. */
int memory_allocate(int fd, int64_t length)
{
    if (exceeds_physical_memory(length))
        return -ENOMEM;
    int error;
    do {
        error = fallocate(fd, 0, 0, length) < 0 ? errno : 0;
    } while (error == EINTR);
    return -error;
}

int memory_create(const char *name, int64_t length, const char **call)
{
    const unsigned flags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
    int fd = create(name, flags | MFD_NOEXEC_SEAL);
    if (fd < 0 && errno == EINVAL)
        fd = create(name, flags);
    if (fd < 0) {
        *call = "memfd_create";
        return -errno;
    }

    int result = memory_allocate(fd, length);
    if (result < 0) {
        close(fd);
        *call = "fallocate";
        return result;
    }
    return fd;
}

int memory_seal(int fd)
{
    return fcntl(fd, F_ADD_SEALS, ONE_WAY_SEALS) < 0 ? -errno : 0;
}

/*
 * Returns 0, or -EINVAL for memory of large pages (MFD_HUGETLB). mmap extends a map of those to a whole large page. So
 * MAP_FIXED would replace what lies behind the reserved place, and munmap refuses the length that was asked for. The
 * block size of fstat does not tell: tmpfs may use large pages, too, but maps them in small ones.
 */
static int require_tmpfs(int fd)
{
    struct statfs status;
    if (fstatfs(fd, &status) < 0)
        return -errno;
    return status.f_type == TMPFS_MAGIC ? 0 : -EINVAL;
}

/*
 * Returns 1 or 0, or -EINVAL for a descriptor that is no memfd, or one of large pages. The seals come first, because
 * fstatfs may wait for whoever serves the file system, which may be the peer.
 */
int memory_is_sealed(int fd)
{
    int seals = fcntl(fd, F_GET_SEALS);
    if (seals < 0)
        return -errno;
    int result = require_tmpfs(fd);
    if (result < 0)
        return result;
    return (seals & ONE_WAY_SEALS) == ONE_WAY_SEALS;
}

/* Returns how many bytes have pages. */
int64_t memory_allocated(int fd)
{
    struct stat status;
    if (fstat(fd, &status) < 0)
        return -errno;
    return (int64_t)status.st_blocks * BLOCK_BYTES;
}

int64_t memory_length(int fd)
{
    struct stat status;
    if (fstat(fd, &status) < 0)
        return -errno;
    return (int64_t)status.st_size;
}

static int protection(int writable)
{
    return writable ? PROT_READ | PROT_WRITE : PROT_READ;
}

int memory_map(int fd, int64_t offset, int64_t length, int writable, void **address)
{
    void *mapped = mmap(NULL, (size_t)length, protection(writable), MAP_SHARED, fd, (off_t)offset);
    if (mapped == MAP_FAILED)
        return -errno;
    *address = mapped;
    return 0;
}

/* Maps the same pages at address and at address + length, so a record that starts in the first half never wraps. */
int memory_map_twice(int fd, int64_t offset, int64_t length, int writable, void **address)
{
    if (length <= 0 || length % sysconf(_SC_PAGESIZE) != 0)
        return -EINVAL;
    int result = require_tmpfs(fd);
    if (result < 0)
        return result;

    /* Both halves are reserved first, and pages have the usual size. So MAP_FIXED replaces only our own reservation. */
    size_t half = (size_t)length;
    char *base = mmap(NULL, 2 * half, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return -errno;

    for (int i = 0; i < 2; i++) {
        void *at = base + (size_t)i * half;
        if (mmap(at, half, protection(writable), MAP_SHARED | MAP_FIXED, fd, (off_t)offset) == MAP_FAILED) {
            int error = errno;
            munmap(base, 2 * half);
            return -error;
        }
    }
    *address = base;
    return 0;
}

/*
 * Maps a part of a shared map at address twice more, in a row, with the same protection. For memory that has no
 * descriptor. The new maps are given up with twice the length.
 */
int memory_alias_twice(void *address, int64_t length, void **twice)
{
    if (length <= 0 || length % sysconf(_SC_PAGESIZE) != 0)
        return -EINVAL;

    size_t half = (size_t)length;
    char *base = mmap(NULL, 2 * half, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED)
        return -errno;

    for (int i = 0; i < 2; i++) {
        /* With an old length of 0 the old map stays there, too. */
        void *at = base + (size_t)i * half;
        if (mremap(address, 0, half, MREMAP_MAYMOVE | MREMAP_FIXED, at) == MAP_FAILED) {
            int error = errno;
            munmap(base, 2 * half);
            return -error;
        }
    }
    *twice = base;
    return 0;
}

int memory_unmap(void *address, int64_t length)
{
    return munmap(address, (size_t)length) < 0 ? -errno : 0;
}

static jint JNICALL jni_memfd(JNIEnv *env, jclass type, jbyteArray name, jlong length)
{
    (void)type;
    char text[JNI_TEXT_BYTES];
    const char *call = "memfd_create";
    int result = jni_text(env, name, text);
    if (result == 0)
        result = memory_create(text, length, &call);
    return jni_result(env, result, call, name);
}

static void JNICALL jni_allocate(JNIEnv *env, jclass type, jint fd, jlong length)
{
    (void)type;
    jni_result(env, memory_allocate(fd, length), "fallocate", NULL);
}

static void JNICALL jni_seal(JNIEnv *env, jclass type, jint fd)
{
    (void)type;
    jni_result(env, memory_seal(fd), "fcntl(F_ADD_SEALS)", NULL);
}

static jint JNICALL jni_is_sealed(JNIEnv *env, jclass type, jint fd)
{
    (void)env;
    (void)type;
    return memory_is_sealed(fd);
}

static jlong JNICALL jni_allocated(JNIEnv *env, jclass type, jint fd)
{
    (void)env;
    (void)type;
    return memory_allocated(fd);
}

static jlong JNICALL jni_length(JNIEnv *env, jclass type, jint fd)
{
    (void)env;
    (void)type;
    return memory_length(fd);
}

static jlong JNICALL jni_map(JNIEnv *env, jclass type, jint fd, jlong offset, jlong length, jboolean writable)
{
    (void)type;
    void *address = NULL;
    jni_result(env, memory_map(fd, offset, length, writable, &address), "mmap", NULL);
    return (jlong)(uintptr_t)address;
}

static jlong JNICALL jni_map_twice(JNIEnv *env, jclass type, jint fd, jlong offset, jlong length, jboolean writable)
{
    (void)type;
    void *address = NULL;
    jni_result(env, memory_map_twice(fd, offset, length, writable, &address), "mmap", NULL);
    return (jlong)(uintptr_t)address;
}

static jlong JNICALL jni_alias_twice(JNIEnv *env, jclass type, jlong address, jlong length)
{
    (void)type;
    void *twice = NULL;
    jni_result(env, memory_alias_twice((void *)(uintptr_t)address, length, &twice), "mremap", NULL);
    return (jlong)(uintptr_t)twice;
}

static void JNICALL jni_unmap(JNIEnv *env, jclass type, jlong address, jlong length)
{
    (void)type;
    jni_result(env, memory_unmap((void *)(uintptr_t)address, length), "munmap", NULL);
}

static jobject JNICALL jni_buffer(JNIEnv *env, jclass type, jlong address, jlong length)
{
    (void)type;
    return (*env)->NewDirectByteBuffer(env, (void *)(uintptr_t)address, length);
}

/* The JVM checks the array's range; both copy with the C library's memmove. */
static void JNICALL jni_put(JNIEnv *env, jclass type, jlong address, jbyteArray from, jint offset, jint length)
{
    (void)type;
    (*env)->GetByteArrayRegion(env, from, offset, length, (jbyte *)(uintptr_t)address);
}

static void JNICALL jni_get(JNIEnv *env, jclass type, jlong address, jbyteArray to, jint offset, jint length)
{
    (void)type;
    (*env)->SetByteArrayRegion(env, to, offset, length, (const jbyte *)(uintptr_t)address);
}

static const JNINativeMethod METHODS[] = {
    JNI_METHOD("memfd0", "([BJ)I", jni_memfd),
    JNI_METHOD("allocate0", "(IJ)V", jni_allocate),
    JNI_METHOD("seal0", "(I)V", jni_seal),
    JNI_METHOD("isSealed0", "(I)I", jni_is_sealed),
    JNI_METHOD("allocated0", "(I)J", jni_allocated),
    JNI_METHOD("length0", "(I)J", jni_length),
    JNI_METHOD("map0", "(IJJZ)J", jni_map),
    JNI_METHOD("mapTwice0", "(IJJZ)J", jni_map_twice),
    JNI_METHOD("aliasTwice0", "(JJ)J", jni_alias_twice),
    JNI_METHOD("unmap0", "(JJ)V", jni_unmap),
    JNI_METHOD("put0", "(J[BII)V", jni_put),
    JNI_METHOD("get0", "(J[BII)V", jni_get),
    JNI_METHOD("buffer0", "(JJ)Ljava/nio/ByteBuffer;", jni_buffer),
};

int memory_load(JNIEnv *env)
{
    return jni_register(env, "io/nearcall/ipc/os/Memory", METHODS, JNI_COUNT(METHODS));
}
