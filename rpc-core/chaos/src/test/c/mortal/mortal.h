// SPDX-License-Identifier: Apache-2.0
/* What the parts of mortal.c share. */
#ifndef MORTAL_H
#define MORTAL_H

#include "nearcall.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define TARGET "io.nearcall.chaos.called.Target"

enum kind { PING, ORDER, MEGABYTE_ECHO, FUTURE, ONE_WAY, CALLBACK, REFERENCE, KINDS };

extern const char *const kind_names[KINDS];
extern const char *const methods[KINDS];
extern nearcall_endpoint *endpoint;

/* Ends the process. */
void die(const char *what, const char *why);

/* Prints a line at once. */
void say(const char *line);

/* Stops the thread for ever, if the process was armed for this place. */
void reach(const char *place);
void arm(const char *place, int passage);

/* In the part that serves. */
void serve(const char *address, const char *log);
void forget_witnesses(void);
int sessions_left(void);

/* In the part that calls. */
void call(const char *address, uint64_t seed, unsigned kinds);
void find(const char *address);
void try_all(uint64_t seed);

/* For each method: it begins, unless the caller has given the call up. */
#define START(request)                                 \
    do {                                               \
        int started = nearcall_request_start(request); \
        if (started != NEARCALL_OK) {                  \
            return started;                            \
        }                                              \
    } while (0)

#endif
