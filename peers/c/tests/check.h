// SPDX-License-Identifier: Apache-2.0
/* A test is a function. CHECK ends the process with the place of what is wrong. */
#ifndef NC_CHECK_H
#define NC_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                              \
    do {                                                                                              \
        if (!(condition)) {                                                                           \
            fprintf(stderr, "%s:%d: %s: not true: %s\n", __FILE__, __LINE__, __func__, #condition);   \
            exit(1);                                                                                  \
        }                                                                                             \
    } while (0)

/* The same with more to say. */
#define CHECK_SAYING(condition, ...)                                                                  \
    do {                                                                                              \
        if (!(condition)) {                                                                           \
            fprintf(stderr, "%s:%d: %s: not true: %s: ", __FILE__, __LINE__, __func__, #condition);   \
            fprintf(stderr, __VA_ARGS__);                                                             \
            fprintf(stderr, "\n");                                                                    \
            exit(1);                                                                                  \
        }                                                                                             \
    } while (0)

/* A template for mkdtemp() below $TMPDIR, which the Makefile removes whatever happens. */
static inline void temporary_name(char *path, size_t capacity)
{
    const char *directory = getenv("TMPDIR");
    snprintf(path, capacity, "%s/nearcall-XXXXXX", directory == NULL ? "/tmp" : directory);
}

/* Marsaglia's xorshift: the same numbers in each run. */
static inline uint32_t random_below(uint32_t limit)
{
    static uint64_t state = 88172645463325252;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % limit;
}

#define RUN(test)                       \
    do {                                \
        test();                         \
        printf("ok %s\n", #test);       \
        fflush(stdout);                 \
    } while (0)

#endif
