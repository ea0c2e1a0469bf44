// SPDX-License-Identifier: Apache-2.0
/* Calls on a borrowed lane, and what all calls have in common. */
#include "call.h"

#include "references.h"
#include "spare.h"
#include "throwable.h"

/* ------------------------------------------------------------------------------------------------------------ begin */

/* Calls within a call are sent one after the other: waits for the answer to one that was given up. */
NC_SELDOM static int settle_earlier(nearcall_call *call, nearcall_error *error)
{
    if (call->around->unanswered != NULL) {
        return nc_fail(error, NEARCALL_INVALID, "Another call of the same request was sent and is not answered yet.");
    }
    switch (nc_lane_settle_nested(call->lane, &call->patience)) {
    case NC_READY:
        return NEARCALL_OK;
    case NC_TIMED_OUT:
        return nc_fail(error, NEARCALL_DEADLINE, "An earlier call on the lane was given up and is not answered yet.");
    case NC_GIVEN_UP:
        return nc_fail(error, NEARCALL_CANCELLED, "The call was cancelled before it was sent.");
    default:
        return nc_connection_fail(call->connection, NEARCALL_NOT_SENT, error);
    }
}

/* The first record gets the number of the call, which is used if anything is sent. */
static int send_on_lane(void *target, const uint8_t *payload, uint32_t length, uint8_t flags, nearcall_error *error)
{
    nearcall_call *call = target;
    struct nc_lane *lane = call->lane;
    bool first = !call->writer.partly_sent;
    int status = first && call->around != NULL ? settle_earlier(call, error) : NEARCALL_OK;
    if (status == NEARCALL_OK && first) {
        call->id = lane->own_call + 1;
        nc_store64(call->writer.record, call->id); /* which is the payload */
    }
    status = status != NEARCALL_OK ? status : nc_lane_send(lane, payload, length, flags, &call->patience, error);
    if (status == NEARCALL_OK && first) {
        lane->own_call = call->id;
        if (call->around != NULL) {
            call->around->unanswered = call;
        }
    }
    return status;
}

static void leave_call(nearcall_call *call)
{
    struct nc_connection *connection = call->connection;
    if (call->records.data != NULL) {
        nc_shared_drop(call);
    }
    nc_incoming_settle(connection, &call->incoming);
    if (call->remote != NULL) {
        nc_remote_unpin(call->remote);
    }
    nc_call_leave(call);
}

static int choose_lane(nearcall_call *call, struct nearcall_request *around, nearcall_error *error)
{
    if (call->kind != NEARCALL_SYNC) {
        return NEARCALL_OK;
    }
    if (around == NULL || around->lane->connection != call->connection || around->lane->shared) {
        return nc_lane_borrow(call->connection, call->home, &call->patience, &call->lane, error);
    }
    if (around->lane->depth + (around->lane->own ? 1 : 0) >= NC_NESTING_MAX) { /* an own lane's first call is not counted */
        return nc_fail(error, NEARCALL_OVERLOADED, "Calls within calls are %d deep, which is their limit.",
                       NC_NESTING_MAX);
    }
    call->lane = around->lane;
    call->around = around;
    call->lane->depth++;
    return NEARCALL_OK;
}

/* How long the call may take. The service is told of a deadline that the caller has stated, so that one begins at once. */
static struct nc_patience patience_of(nearcall_call *call, const nearcall_call_options *options,
                                      const struct nc_call_target *target, const struct nearcall_request *around)
{
    int64_t timeout_ns = options->deadline_ns != 0 ? options->deadline_ns : call->connection->endpoint->deadline_ns;
    bool later = options->kind == NEARCALL_SYNC && options->deadline_ns == 0;
    int64_t deadline_ns = later ? NC_NEVER : nc_deadline_after(timeout_ns);
    deadline_ns = NC_MIN(deadline_ns, around == NULL ? NC_NEVER : around->deadline_ns);
    deadline_ns = NC_MIN(deadline_ns, target->latest_ns == 0 ? NC_NEVER : target->latest_ns);
    return (struct nc_patience){
        .deadline_ns = deadline_ns, .timeout_ns = later ? timeout_ns : 0, .given_up = &call->given_up};
}

int nc_call_begin(struct nc_connection *connection, const struct nc_call_target *target,
                  const nearcall_call_options *options, struct nearcall_request *around, nearcall_call **begun,
                  nearcall_error *error)
{
    static const nearcall_call_options defaults;
    options = options == NULL ? &defaults : options;
    int status = options->metadata_count > 0 ? nc_context_check(options, error) : NEARCALL_OK;
    if (status == NEARCALL_OK && (options->kind < NEARCALL_SYNC || options->kind > NEARCALL_POST || options->strand > UINT16_MAX)) {
        status = nc_fail(error, NEARCALL_INVALID, "kind=%d or strand=%u is out of range.", options->kind, options->strand);
    }
    nearcall_call *call = status == NEARCALL_OK ? nc_call_take(connection) : NULL;
    if (call == NULL) {
        return status != NEARCALL_OK ? status : nc_fail(error, NEARCALL_NO_MEMORY, "There is no memory for a call.");
    }
    call->kind = options->kind;
    call->remote = target->remote;
    if (call->remote != NULL) {
        nc_remote_pin(call->remote); /* else a RELEASE could overtake the call */
    }
    call->patience = patience_of(call, options, target, around);
    call->writer.patience = &call->patience;
    call->writer.keeps_records = call->kind != NEARCALL_SYNC;
    call->writer.send = call->kind == NEARCALL_SYNC ? send_on_lane : nc_shared_keep_record;
    status = choose_lane(call, around, error);
    if (status != NEARCALL_OK) {
        leave_call(call);
        return status;
    }
    bool states_time = options->kind != NEARCALL_POST &&
                       (options->deadline_ns > 0 || (around != NULL && around->deadline_ns != NC_NEVER));
    uint8_t header[NC_CALL_HEADER] = {0};
    uint32_t method = target->method | (call->kind == NEARCALL_SYNC ? 0 : options->strand << 16);
    nc_store64(header + 8, target->object | (uint64_t)method << 32);
    uint8_t type = call->kind == NEARCALL_POST ? NC_POST : NC_CALL;
    bool accompanied = states_time || options->metadata_count > 0;
    nc_writer_begin(&call->writer, (uint8_t)(type | (accompanied ? NC_ACCOMPANIED : 0)), header, sizeof header);
    if (accompanied) {
        int64_t left_ns = states_time ? NC_MAX(nc_patience_deadline(&call->patience) - nc_now_ns(), (int64_t)1) : 0;
        nc_context_put(&call->writer, left_ns, options);
    }
    *begun = call;
    return NEARCALL_OK;
}

nearcall_writer *nearcall_call_arguments(nearcall_call *call)
{
    return &call->writer;
}

nearcall_reader *nearcall_call_result(nearcall_call *call)
{
    return &call->reader;
}

nearcall_values *nearcall_call_values(nearcall_call *call)
{
    return &call->arena;
}

const nearcall_value *nearcall_call_exception(const nearcall_call *call)
{
    return call->thrown;
}

/* --------------------------------------------------------------------------------------------------- send and await */

/* The call has failed for good. Copies the writer's error, and makes its outcome that of what has been sent. */
NC_SELDOM static int fail_in_writing(nearcall_call *call, nearcall_error *error)
{
    call->state = NC_CALL_FAILED;
    call->writer.error.outcome = call->writer.partly_sent ? NEARCALL_NOT_STARTED : NEARCALL_NOT_SENT;
    if (error != NULL) {
        *error = call->writer.error;
    }
    return call->writer.error.status;
}

int nearcall_call_send(nearcall_call *call, nearcall_error *error)
{
    if (call->state != NC_CALL_WRITING) {
        return nc_fail(error, NEARCALL_INVALID, "The call was sent before, or has failed.");
    }
    int status = nc_writer_finish(&call->writer);
    if (status == NEARCALL_OK && call->kind != NEARCALL_SYNC) {
        status = nc_shared_send(call, &call->writer.error);
    }
    if (status != NEARCALL_OK) {
        return fail_in_writing(call, error);
    }
    call->state = NC_CALL_SENT;
    return NEARCALL_OK;
}

NC_SELDOM static int no_answer(nearcall_call *call, enum nc_wait wait, nearcall_error *error)
{
    switch (wait) {
    case NC_TIMED_OUT:
        return nc_outcome(error, nc_fail(error, NEARCALL_DEADLINE, "The call was not answered in its time."),
                          NEARCALL_MAY_HAVE_RUN);
    case NC_GIVEN_UP:
        return nc_outcome(error, nc_fail(error, NEARCALL_CANCELLED, "The call was cancelled."), NEARCALL_MAY_HAVE_RUN);
    default:
        return nc_connection_fail(call->connection, nc_connection_outcome(call->connection, call->lane, call->id), error);
    }
}

/* Receives the answer, and serves the calls that come back meanwhile. */
static enum nc_wait await_on_lane(nearcall_call *call)
{
    struct nc_lane *lane = call->lane;
    for (;;) {
        enum nc_wait wait = nc_lane_receive(lane, &call->incoming, &call->patience);
        if (wait != NC_READY) {
            return wait;
        }
        if (call->incoming.type == NC_CALL) {
            bool ended = nc_connection_has_ended(call->connection); /* then nobody hears the answer, and goes on */
            nc_dispatch(lane, &call->incoming, &call->patience);
            nc_incoming_settle(call->connection, &call->incoming);
            nc_incoming_reset(&call->incoming);
            wait = ended ? NC_ENDED : nc_patience_left(&call->patience);
            if (wait != NC_READY) {
                return wait;
            }
            continue;
        }
        if (call->incoming.type == NC_POST || call->incoming.call != call->id) {
            nc_connection_end(call->connection, NC_END_BREACH, "message %u of call %llu came in lane %u instead of the "
                              "answer to call %llu", call->incoming.type, (unsigned long long)call->incoming.call,
                              lane->number, (unsigned long long)call->id);
            return NC_ENDED;
        }
        return NC_READY;
    }
}

/* The answer is in memory, so that what is read from it needs no lane: neither the caller's time nor its order counts. */
static void leave_lane(nearcall_call *call)
{
    call->left_lane = true;
    if (call->around != NULL) {
        call->lane->depth--;
        call->around->unanswered = NULL;
    } else {
        nc_lane_return(call->lane);
    }
}

int nearcall_call_await(nearcall_call *call, nearcall_error *error)
{
    if (call->state != NC_CALL_SENT || call->kind == NEARCALL_POST) {
        return nc_fail(error, NEARCALL_INVALID, "The call has no answer to wait for.");
    }
    if (call->kind == NEARCALL_FUTURE) {
        return nc_shared_await(call, error);
    }
    enum nc_wait wait = await_on_lane(call);
    if (wait != NC_READY) {
        int status = no_answer(call, wait, error);
        call->state = NC_CALL_FAILED;
        return status;
    }
    int status = nc_call_read_answer(call, error);
    leave_lane(call);
    return status;
}

int nearcall_call_invoke(nearcall_call *call, nearcall_error *error)
{
    int status = nearcall_call_send(call, error);
    return status != NEARCALL_OK ? status : nearcall_call_await(call, error);
}

void nearcall_call_cancel(nearcall_call *call)
{
    /* Partner: nc_patience_given_up(). */
    atomic_store_explicit(&call->given_up, 1, memory_order_release);
    if (call->lane != NULL) {
        nc_lane_wake(call->lane);
    }
}

/* -------------------------------------------------------------------------------------------------------------- end */

/* Is the lane out of step: was something sent that is not answered? */
static bool is_unanswered(const nearcall_call *call)
{
    return call->writer.partly_sent && call->state != NC_CALL_ANSWERED && call->state != NC_CALL_THREW &&
           !nc_connection_has_ended(call->connection);
}

void nearcall_call_end(nearcall_call *call)
{
    if (call == NULL) {
        return;
    }
    struct nc_lane *lane = call->left_lane ? NULL : call->lane;
    bool whole = call->writer.error.status == NEARCALL_OK && call->state != NC_CALL_WRITING;
    if (call->pending != NULL) {
        nc_shared_abandon(call);
    }
    if (lane != NULL && call->around != NULL) {
        lane->depth--;
        call->around->unanswered = call->around->unanswered == call ? NULL : call->around->unanswered;
        if (is_unanswered(call)) {
            nc_nested_give_up(lane, call->id, !whole, &call->incoming);
        }
    } else if (lane != NULL && is_unanswered(call)) {
        nc_lane_give_up(lane, call->id, !whole, &call->incoming);
    } else if (lane != NULL) {
        nc_lane_return(lane);
    }
    leave_call(call);
}
