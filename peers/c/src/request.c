// SPDX-License-Identifier: Apache-2.0
/* What a handler does with its request. */
#include "request.h"

#include "throwable.h"

nearcall_reader *nearcall_request_arguments(nearcall_request *request)
{
    return &request->reader;
}

nearcall_writer *nearcall_request_result(nearcall_request *request)
{
    if (!request->started) {
        nc_writer_fail(&request->writer, NEARCALL_INVALID, "The result was written before nearcall_request_start().");
    }
    return &request->writer;
}

nearcall_values *nearcall_request_values(nearcall_request *request)
{
    return &request->arena;
}

int nearcall_request_start(nearcall_request *request)
{
    if (request->started) {
        return NEARCALL_OK;
    }
    if (request->reader.error.status != NEARCALL_OK) {
        return request->reader.error.status;
    }
    /*
     * Partner: the caller, who has seen a GOODBYE of this side, or its death, and then reads Taken Call. Either it finds
     * this call, or this thread sees behind the fence of store_taken() that the connection has ended, and runs nothing.
     */
    if (nc_connection_has_ended(request->connection)) {
        return NEARCALL_CLOSED;
    }
    request->lane->channel->store_taken(request->lane, request->call);
    if (nc_connection_has_ended(request->connection)) {
        return NEARCALL_CLOSED;
    }
    request->started = true;
    return NEARCALL_OK;
}

int nearcall_request_throw(nearcall_request *request, const char *class_name, const char *message)
{
    nearcall_value *thrown = nearcall_new_throwable(&request->arena, class_name, message, NULL);
    return thrown == NULL ? NEARCALL_NO_MEMORY : nearcall_request_throw_value(request, thrown);
}

int nearcall_request_throw_value(nearcall_request *request, const nearcall_value *throwable)
{
    if (!request->started || request->writer.partly_sent || nearcall_value_kind(throwable) != NEARCALL_KIND_THROWABLE) {
        return NEARCALL_INVALID;
    }
    uint8_t header[NC_ANSWER_HEADER];
    nc_store64(header, request->call);
    nc_writer_clear(&request->writer);
    nc_writer_begin(&request->writer, NC_EXCEPTION, header, sizeof header);
    nc_write_throwables(&request->writer, throwable);
    request->threw = true;
    return request->writer.error.status;
}

bool nearcall_request_is_cancelled(const nearcall_request *request)
{
    return (atomic_load_explicit(&request->entered, memory_order_acquire) & 1) != 0 ||
           nc_connection_has_ended(request->connection);
}

int64_t nearcall_request_remaining_ns(const nearcall_request *request)
{
    return request->deadline_ns == NC_NEVER ? -1 : NC_MAX(request->deadline_ns - nc_now_ns(), (int64_t)0);
}

const char *nearcall_request_metadata(const nearcall_request *request, const char *key)
{
    for (size_t i = 0; i < request->context.pair_count; i++) {
        if (strcmp(request->context.pairs[i].key, key) == 0) {
            return request->context.pairs[i].value;
        }
    }
    return NULL;
}

uid_t nearcall_request_uid(const nearcall_request *request)
{
    return request->connection->peer.uid;
}

pid_t nearcall_request_pid(const nearcall_request *request)
{
    return request->connection->peer.pid;
}
