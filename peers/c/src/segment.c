// SPDX-License-Identifier: Apache-2.0
/* Makes, seals, checks and maps segments. */
#include "segment.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 0x0008U
#endif
#ifndef F_SEAL_FUTURE_WRITE
#define F_SEAL_FUTURE_WRITE 0x0010
#endif

_Static_assert(sizeof(_Atomic uint32_t) == 4 && sizeof(_Atomic uint64_t) == 8, "the words of the segment are plain");
_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the words of the segment are little-endian");

enum { PAGE = 4096, LANE_CONTROL = 384, SEALS = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_FUTURE_WRITE | F_SEAL_SEAL };

enum header_offset { MAGIC = 0, VERSION = 8, LANE_COUNT = 12, CAPACITY = 16, ALIGNMENT = 20, BATCH = 24 };

/* "NEARCALL" in little-endian order. */
static const uint64_t magic = 0x4c4c41435241454eULL;

static size_t control_length(uint32_t lane_count)
{
    return (PAGE + (size_t)LANE_CONTROL * lane_count + PAGE - 1) / PAGE * PAGE;
}

size_t nc_segment_length(const struct nc_batch_shape *shape)
{
    return control_length(shape->lane_count) + (size_t)shape->ring_capacity * shape->lane_count;
}

uint8_t *nc_segment_control(const struct nc_segment *segment, uint32_t lane)
{
    return segment->memory + PAGE + (size_t)LANE_CONTROL * lane;
}

uint8_t *nc_segment_ring(const struct nc_segment *segment, uint32_t lane, uint32_t ring_capacity)
{
    return segment->memory + control_length(segment->lane_count) + (size_t)ring_capacity * lane;
}

static uint32_t alignment(const struct nc_batch_shape *shape)
{
    return shape->shared ? NC_SHARED_ALIGNMENT : shape->ring_capacity / 4;
}

static void write_header(const struct nc_segment *segment, const struct nc_batch_shape *shape)
{
    uint8_t *at = segment->memory;
    atomic_store_explicit(nc_word32(at, VERSION), 1, memory_order_relaxed);
    atomic_store_explicit(nc_word32(at, LANE_COUNT), shape->lane_count, memory_order_relaxed);
    atomic_store_explicit(nc_word32(at, CAPACITY), shape->ring_capacity, memory_order_relaxed);
    atomic_store_explicit(nc_word32(at, ALIGNMENT), alignment(shape), memory_order_relaxed);
    atomic_store_explicit(nc_word32(at, BATCH), shape->batch, memory_order_relaxed);
    /* Partner: the acquire load in has_header(). A process that sees the magic sees the header. */
    atomic_store_explicit(nc_word64(at, MAGIC), magic, memory_order_release);
}

int nc_segment_create(struct nc_segment *segment, const struct nc_batch_shape *shape, int *fd)
{
    size_t length = nc_segment_length(shape);
    int memory = memfd_create("nearcall-batch", MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_NOEXEC_SEAL);
    if (memory < 0 && errno == EINVAL) {
        memory = memfd_create("nearcall-batch", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    }
    if (memory < 0) {
        return -errno;
    }
    int result;
    do {
        result = fallocate(memory, 0, 0, (off_t)length);
    } while (result < 0 && errno == EINTR);
    void *at = result < 0 ? MAP_FAILED : mmap(NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, memory, 0);
    if (at == MAP_FAILED) {
        int failure = errno;
        close(memory);
        return -failure;
    }
    /* Mapped first: FUTURE_WRITE leaves this mapping writable, and refuses all later ones. */
    if (fcntl(memory, F_ADD_SEALS, SEALS) < 0) {
        int failure = errno;
        munmap(at, length);
        close(memory);
        return -failure;
    }
    *segment = (struct nc_segment){.memory = at, .length = length, .lane_count = shape->lane_count};
    write_header(segment, shape);
    *fd = memory;
    return 0;
}

static bool has_header(const struct nc_segment *segment, const struct nc_batch_shape *shape)
{
    const uint8_t *at = segment->memory;
    /* Partner: the release store in write_header(). Each word is loaded once. */
    return atomic_load_explicit(nc_word64(at, MAGIC), memory_order_acquire) == magic &&
           atomic_load_explicit(nc_word32(at, VERSION), memory_order_relaxed) == 1 &&
           atomic_load_explicit(nc_word32(at, LANE_COUNT), memory_order_relaxed) == shape->lane_count &&
           atomic_load_explicit(nc_word32(at, CAPACITY), memory_order_relaxed) == shape->ring_capacity &&
           atomic_load_explicit(nc_word32(at, ALIGNMENT), memory_order_relaxed) == alignment(shape) &&
           atomic_load_explicit(nc_word32(at, BATCH), memory_order_relaxed) == shape->batch;
}

const char *nc_segment_attach(struct nc_segment *segment, const struct nc_batch_shape *shape, int fd)
{
    /* The seals come first. What is no memfd may lie on a file system that the peer serves, where the rest waits. */
    int seals = fcntl(fd, F_GET_SEALS);
    if (seals < 0 || (seals & SEALS) != SEALS) {
        return "the passed descriptor is no memory that is sealed against changes of its size";
    }
    struct statfs filesystem;
    struct stat status;
    if (fstatfs(fd, &filesystem) < 0 || filesystem.f_type != TMPFS_MAGIC) {
        return "the passed memory does not consist of ordinary pages";
    }
    size_t length = nc_segment_length(shape);
    if (fstat(fd, &status) < 0 || status.st_size < 0 || (size_t)status.st_size != length ||
        (size_t)status.st_blocks < length / 512) {
        return "the passed memory does not have the agreed length, or is not allocated";
    }
    void *at = mmap(NULL, length, PROT_READ, MAP_SHARED, fd, 0);
    if (at == MAP_FAILED) {
        return nc_shortage;
    }
    struct nc_segment attached = {.memory = at, .length = length, .lane_count = shape->lane_count};
    if (!has_header(&attached, shape)) {
        nc_segment_unmap(&attached);
        return "the passed memory does not have the agreed header";
    }
    *segment = attached;
    return NULL;
}

void nc_segment_unmap(struct nc_segment *segment)
{
    if (segment->memory != NULL) {
        munmap(segment->memory, segment->length);
        segment->memory = NULL;
    }
}
