// SPDX-License-Identifier: Apache-2.0
/* Reads answers: results, exceptions and failures. */
#include "call.h"
#include "failure.h"
#include "references.h"
#include "throwable.h"

struct kind {
    int status;
    int outcome;
    const char *meaning;
};

static const struct kind kinds[] = {
    [NC_NO_OBJECT] = {NEARCALL_NOT_FOUND, NEARCALL_NOT_STARTED, "the service or object does not exist any more"},
    [NC_NO_METHOD] = {NEARCALL_NOT_FOUND, NEARCALL_NOT_STARTED, "the object has no such method"},
    [NC_ARGUMENTS_UNREADABLE] = {NEARCALL_UNREADABLE, NEARCALL_NOT_STARTED, "the arguments cannot be read"},
    [NC_ARGUMENT_NOT_ALLOWED] = {NEARCALL_CLASS, NEARCALL_NOT_STARTED, "a class in the arguments is not allowed"},
    [NC_ARGUMENT_DIFFERS] = {NEARCALL_CLASS, NEARCALL_NOT_STARTED, "a class in the arguments differs"},
    [NC_ARGUMENTS_TOO_LARGE] = {NEARCALL_TOO_LARGE, NEARCALL_NOT_STARTED, "the arguments are too large"},
    [NC_CLOSING] = {NEARCALL_CLOSED, NEARCALL_NOT_STARTED, "the service is closing"},
    [NC_ABORTED] = {NEARCALL_CANCELLED, NEARCALL_NOT_STARTED, "the call was given up"},
    [NC_RESULT_UNWRITABLE] = {NEARCALL_UNREADABLE, NEARCALL_MAY_HAVE_RUN, "the result cannot be written"},
    [NC_RESULT_NOT_ALLOWED] = {NEARCALL_CLASS, NEARCALL_MAY_HAVE_RUN, "a class in the result is not allowed"},
    [NC_RESULT_DIFFERS] = {NEARCALL_CLASS, NEARCALL_MAY_HAVE_RUN, "a class in the result differs"},
    [NC_RESULT_TOO_LARGE] = {NEARCALL_TOO_LARGE, NEARCALL_MAY_HAVE_RUN, "the result is too large"},
    [NC_OVERLOADED] = {NEARCALL_OVERLOADED, NEARCALL_NOT_STARTED, "the service is overloaded"},
};

static int read_failure(nearcall_reader *reader, nearcall_error *error)
{
    uint32_t code = (uint32_t)nearcall_get_int(reader);
    const char *first = nc_get_text(reader, NULL);
    const char *second = nc_get_text(reader, NULL);
    if (reader->error.status != NEARCALL_OK || code >= sizeof kinds / sizeof *kinds) {
        return nc_outcome(error, nc_fail(error, NEARCALL_BREACH, "The other side failed for an unknown reason, %u.", code),
                          NEARCALL_MAY_HAVE_RUN);
    }
    const struct kind *kind = &kinds[code];
    first = first == NULL ? "" : first;
    second = second == NULL ? "" : second;
    int status = nc_fail(error, kind->status, "The call failed: %s%s%.250s%s%.250s.", kind->meaning,
                         first[0] != 0 ? ": " : "", first, second[0] != 0 ? ", " : "", second);
    return nc_outcome(error, status, kind->outcome);
}

static int read_exception(nearcall_call *call, nearcall_error *error)
{
    call->thrown = nc_read_throwables(&call->reader);
    if (call->reader.error.status != NEARCALL_OK) {
        if (error != NULL) {
            *error = call->reader.error;
        }
        return call->reader.error.status;
    }
    call->state = NC_CALL_THREW;
    int status = nc_fail(error, NEARCALL_EXCEPTION, "The method threw %.500s", nearcall_throwable_text(call->thrown));
    return nc_outcome(error, status, NEARCALL_MAY_HAVE_RUN);
}

int nc_call_read_answer(nearcall_call *call, nearcall_error *error)
{
    struct nc_incoming *incoming = &call->incoming;
    nc_references_arrived(call->connection, incoming);
    nc_reader_begin(&call->reader, incoming->body.data, incoming->body.length);
    call->state = NC_CALL_ANSWERED;
    if (incoming->too_long) {
        return nc_outcome(error, nc_fail(error, NEARCALL_TOO_LARGE, "The answer is longer than the %llu bytes that were "
                                         "agreed on.", (unsigned long long)call->connection->longest),
                          NEARCALL_MAY_HAVE_RUN);
    }
    if (incoming->aborted && incoming->body.length == 0) {
        return nc_outcome(error, nc_fail(error, NEARCALL_CANCELLED, "The service gave up its answer."),
                          NEARCALL_MAY_HAVE_RUN);
    }
    if (incoming->aborted) { /* the method has begun to answer, whatever the code says */
        return nc_outcome(error, read_failure(&call->reader, error), NEARCALL_MAY_HAVE_RUN);
    }
    if (incoming->type == NC_FAILURE) {
        return read_failure(&call->reader, error);
    }
    return incoming->type == NC_EXCEPTION ? read_exception(call, error) : NEARCALL_OK;
}
