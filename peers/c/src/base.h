// SPDX-License-Identifier: Apache-2.0
/* What every file needs: errors, time, growing bytes, numbers in little-endian order. */
#ifndef NC_BASE_H
#define NC_BASE_H

#include "nearcall.h"
#include "nearcall_direct.h"

#include <stdarg.h>
#include <string.h>

#define NC_MIN(a, b) ((a) < (b) ? (a) : (b))
#define NC_MAX(a, b) ((a) > (b) ? (a) : (b))

/* What seldom runs. GCC keeps it apart, and keeps the registers of the path of a call free of it. */
#define NC_SELDOM __attribute__((cold))

enum { NC_NS_PER_MS = 1000000, NC_NS_PER_S = 1000000000 };

/* A time that never comes. */
#define NC_NEVER INT64_MAX

/* Describes a failure and returns its status. The outcome is NOT_SENT. */
NC_SELDOM int nc_fail(nearcall_error *error, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* The same for NEARCALL_SYSTEM, with errno and its text at the end. */
NC_SELDOM int nc_fail_errno(nearcall_error *error, int system_error, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Sets the outcome of a failure. Returns its status. */
NC_SELDOM int nc_outcome(nearcall_error *error, int status, int outcome);

/* A fault that is this side's, and not the peer's: compared by its address. */
extern const char nc_shortage[];

/* CLOCK_MONOTONIC. */
int64_t nc_now_ns(void);

/* When a time from now on will be over. A negative time never is. */
int64_t nc_deadline_after(int64_t timeout_ns);

/*
 * Starts a detached thread in which signals are blocked, except for faults: the program's handlers of signals run on its own
 * threads. Returns 0 or -errno.
 */
int nc_start_thread(void *(*run)(void *), void *argument);

/* Random bytes from the kernel. */
int nc_random(void *bytes, size_t length);

/* Memory that begins a page. NULL if there is none. */
void *nc_pages(size_t length);

/* memcpy(), without the addresses for which it takes 40 times as long: see nearcall_copies_slowly(). */
static inline void nc_copy(void *to, const void *from, size_t length)
{
    uint8_t *at = to;
    const uint8_t *end = (const uint8_t *)from + length;
    if (nearcall_copies_slowly(to, from, length)) {
        for (; length > NEARCALL_PIECE; length -= NEARCALL_PIECE, at += NEARCALL_PIECE) {
            memcpy(at, end - length, NEARCALL_PIECE);
        }
    }
    memcpy(at, end - length, length);
}

/* Bytes that grow. */
struct nc_bytes {
    uint8_t *data;
    size_t length;
    size_t capacity;
};

/* Makes room for more bytes behind the length, at most doubling what there is. Returns false if memory has run out. */
bool nc_bytes_reserve(struct nc_bytes *bytes, size_t more);
bool nc_bytes_append(struct nc_bytes *bytes, const void *data, size_t length);
void nc_bytes_free(struct nc_bytes *bytes);

/* The protocol's order of bytes. GCC does not always see that bytes one by one are a number. */
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NC_LITTLE(bits, value) (value)
#else
#define NC_LITTLE(bits, value) __builtin_bswap##bits(value)
#endif

static inline uint16_t nc_load16(const uint8_t *at)
{
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return NC_LITTLE(16, value);
}

static inline uint32_t nc_load32(const uint8_t *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return NC_LITTLE(32, value);
}

static inline uint64_t nc_load64(const uint8_t *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return NC_LITTLE(64, value);
}

static inline void nc_store16(uint8_t *at, uint16_t value)
{
    value = NC_LITTLE(16, value);
    memcpy(at, &value, sizeof value);
}

static inline void nc_store32(uint8_t *at, uint32_t value)
{
    value = NC_LITTLE(32, value);
    memcpy(at, &value, sizeof value);
}

static inline void nc_store64(uint8_t *at, uint64_t value)
{
    value = NC_LITTLE(64, value);
    memcpy(at, &value, sizeof value);
}

#endif
