// SPDX-License-Identifier: Apache-2.0
/* Two endpoints of one process, in a runtime directory of their own. */
#ifndef NC_TWO_ENDPOINTS_H
#define NC_TWO_ENDPOINTS_H

#include "check.h"
#include "nearcall.h"

#include <sys/stat.h>
#include <unistd.h>

static char runtime_directory[64];
static nearcall_endpoint *serving;
static nearcall_endpoint *calling;
static nearcall_error error;

/* Answers with the length of an array: int size(byte[]). */
static inline int size(nearcall_request *request, void *context)
{
    size_t length;
    nearcall_get_bytes(nearcall_request_arguments(request), &length);
    int status = nearcall_request_start(request);
    if (status == NEARCALL_OK) {
        nearcall_put_int(nearcall_request_result(request), (int32_t)length);
    }
    (void)context;
    return status;
}

static inline void open_endpoints(nearcall_options *options)
{
    temporary_name(runtime_directory, sizeof runtime_directory);
    CHECK(mkdtemp(runtime_directory) != NULL);
    options->directory = runtime_directory;
    CHECK_SAYING(nearcall_open(options, &serving, &error) == NEARCALL_OK, "%s", error.message);
    CHECK_SAYING(nearcall_open(options, &calling, &error) == NEARCALL_OK, "%s", error.message);
}

/* Also checks that nothing is left in the directory. */
static inline void close_endpoints(void)
{
    nearcall_close(calling);
    nearcall_close(serving);
    CHECK(rmdir(runtime_directory) == 0);
}

#endif
