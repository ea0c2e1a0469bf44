// SPDX-License-Identifier: Apache-2.0
/* A test is a function whose name is a sentence; the first check that fails ends the program and names it. */
#ifndef NEARCALL_CHECK_H
#define NEARCALL_CHECK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

extern const char *current_test;

#define RUN(test) (current_test = #test, (test)())

#define CHECK_THAT(condition, ...)                                                                                     \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, current_test);                                          \
            fprintf(stderr, __VA_ARGS__);                                                                              \
            fputc('\n', stderr);                                                                                       \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

#define CHECK(condition) CHECK_THAT(condition, "%s", #condition)
#define CHECK_EQUAL(actual, expected) check_equal(__FILE__, __LINE__, #actual, (actual), (expected))

static inline void check_equal(const char *file, int line, const char *what, int64_t actual, int64_t expected)
{
    if (actual == expected)
        return;
    fprintf(stderr, "%s:%d: %s: %s is %lld, not %lld\n", file, line, current_test, what, (long long)actual,
        (long long)expected);
    exit(1);
}

/* Where tests put files; removed when all have passed. */
extern char test_directory[];
const char *test_path(const char *name);

void memory_tests(void);
void futex_tests(void);
void socket_tests(void);
void process_tests(void);
void poller_tests(void);
void file_tests(void);
void record_lock_tests(void);
void fifo_tests(void);
void sysv_tests(void);

#endif
