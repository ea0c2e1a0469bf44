// SPDX-License-Identifier: Apache-2.0
/* Runs the calls of the peer, and answers them. */
#include "export.h"
#include "failure.h"
#include "references.h"
#include "spare.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>

enum { FAILURE_CHARACTERS = 2000 };

/* How long an answer on a shared lane may wait for room in all: 30 s, and 1 us for each byte. */
static int64_t answer_ns(const struct nc_connection *connection)
{
    return 30 * (int64_t)NC_NS_PER_S + (int64_t)(2 * connection->longest + 4 * 1024 * 1024) * 1000;
}

/* The first record always has room, and is sent for a cancelled call, too. The others are given up with the call. */
static int send_record(void *target, const uint8_t *payload, uint32_t length, uint8_t flags, nearcall_error *error)
{
    struct nearcall_request *request = target;
    bool rest = request->writer.partly_sent && (flags & NC_TYPE_MASK) != NC_ABORT;
    struct nc_patience patience = {.deadline_ns = NC_NEVER, .given_up = rest ? &request->entered : NULL};
    bool limited = request->lane->shared && !request->lane->channel->has_room(request->lane); /* else it does not wait */
    int64_t begun_ns = limited ? nc_now_ns() : 0;
    if (limited) {
        patience.deadline_ns = begun_ns + answer_ns(request->connection) - request->waited_ns;
    }
    int status = nc_lane_send(request->lane, payload, length, flags, &patience, error);
    request->waited_ns += limited ? nc_now_ns() - begun_ns : 0; /* the time of the handler does not count */
    if (status == NEARCALL_DEADLINE) {
        nc_connection_end(request->connection, NC_END_BREACH, "it leaves an answer in lane %u unread",
                          request->lane->number);
    }
    return status;
}

/*
 * The same, behind the answer of a call within this one that was given up: until then it is the peer's turn. If the call
 * around this one is given up meanwhile, whoever drains the lane refuses this one.
 */
static int send_answer(void *target, const uint8_t *payload, uint32_t length, uint8_t flags, nearcall_error *error)
{
    struct nearcall_request *request = target;
    struct nc_patience patience = {.deadline_ns = NC_NEVER};
    enum nc_wait wait = NC_READY;
    bool first = !request->writer.partly_sent;
    if (first && request->unanswered != NULL) {
        return nc_fail(error, NEARCALL_INVALID, "a call within this one is neither answered nor ended");
    }
    if (first) {
        wait = nc_lane_settle_nested(request->lane, request->patience != NULL ? request->patience : &patience);
    }
    request->unsettled = wait == NC_TIMED_OUT || wait == NC_GIVEN_UP;
    if (request->unsettled) {
        request->lane->unsettled_call = request->call;
        return nc_fail(error, NEARCALL_CANCELLED, "the call around this one was given up");
    }
    if (wait != NC_READY) {
        return nc_connection_fail(request->connection, NEARCALL_MAY_HAVE_RUN, error);
    }
    return send_record(target, payload, length, flags, error);
}

static void begin_answer(struct nearcall_request *request, uint8_t type)
{
    uint8_t header[NC_ANSWER_HEADER];
    nc_store64(header, request->call);
    nc_writer_clear(&request->writer);
    nc_writer_begin(&request->writer, type, header, sizeof header);
}

static void put_failure(nearcall_writer *writer, int32_t code, const char *first, const char *second)
{
    const char *const texts[] = {first, second};
    nearcall_put_int(writer, code);
    for (int i = 0; i < 2; i++) {
        const uint8_t *at = (const uint8_t *)texts[i];
        const uint8_t *end = at + nc_utf8_prefix(texts[i], FAILURE_CHARACTERS); /* bytes are at least as many as characters */
        while (at < end && nc_utf8_next(&at, end) >= 0) {
        }
        nc_put_text(writer, texts[i], (size_t)(at - (const uint8_t *)texts[i])); /* up to what is no UTF-8 */
    }
}

/* Answers by a FAILURE, or ends an answer that is partly sent by an ABORT with the same reason. */
NC_SELDOM static void fail(struct nearcall_request *request, int32_t code, const char *first, const char *second)
{
    if (request->post) {
        return;
    }
    if (!request->writer.partly_sent) {
        begin_answer(request, NC_FAILURE);
    } else {
        nc_writer_clear(&request->writer);
        request->writer.error.status = NEARCALL_OK;
        request->writer.flags = NC_ABORT;
        request->writer.used = 0;
        request->writer.limit = UINT64_MAX / 2; /* the reason does not count */
    }
    put_failure(&request->writer, code, first, second);
    if (nc_writer_finish(&request->writer) != NEARCALL_OK && !request->unsettled) {
        /* A call without an answer would keep its lane for ever. If the connection has ended already, this does nothing. */
        nc_connection_end(request->connection, NC_END_CLOSED, "an answer cannot be written: %s",
                          request->writer.error.message);
    }
}

/* Too long a message: the first text is the limit. */
static void fail_too_large(struct nearcall_request *request, int32_t code)
{
    char limit[24];
    snprintf(limit, sizeof limit, "%llu", (unsigned long long)request->connection->longest);
    fail(request, code, limit, "");
}

void nc_dispatch_refuse(struct nc_lane *lane, uint64_t call, int32_t code, const char *first, const char *second)
{
    struct nearcall_request request = {.connection = lane->connection, .lane = lane, .call = call};
    request.writer = (struct nearcall_writer){.record = malloc(lane->channel->longest),
                                              .longest = lane->channel->longest,
                                              .limit = UINT64_MAX / 2,
                                              .connection = lane->connection,
                                              .send = send_record,
                                              .target = &request};
    if (request.writer.record == NULL) {
        nc_connection_end(lane->connection, NC_END_CLOSED, "there is no memory for an answer");
        return;
    }
    fail(&request, code, first, second);
    free(request.writer.record);
}

void nc_dispatch_refuse_within(struct nc_lane *lane, uint64_t call, bool has_run)
{
    nc_dispatch_refuse(lane, call, has_run ? NC_RESULT_UNWRITABLE : NC_CLOSING,
                       has_run ? "the call around it was given up" : "", "");
}

/* --------------------------------------------------------------------------------------------------------- running */

NC_SELDOM static void answer_failed_result(struct nearcall_request *request)
{
    nearcall_error failure = request->writer.error;
    if (nc_connection_has_ended(request->connection) || request->unsettled) {
        return; /* there is nobody to tell, or it is not this side's turn */
    }
    switch (failure.status) {
    case NEARCALL_CANCELLED:
        fail(request, NC_RESULT_UNWRITABLE, "the call was cancelled", "");
        return;
    case NEARCALL_TOO_LARGE:
        fail_too_large(request, NC_RESULT_TOO_LARGE);
        return;
    case NEARCALL_CLASS:
        if (request->writer.refused_class != NULL) {
            fail(request, request->writer.differs ? NC_RESULT_DIFFERS : NC_RESULT_NOT_ALLOWED,
                 request->writer.refused_class, request->writer.refusal);
            return;
        }
        /* fall through */
    default:
        fail(request, NC_RESULT_UNWRITABLE, failure.message, "");
        return;
    }
}

static void answer(struct nearcall_request *request, int status)
{
    if (request->post) {
        return;
    }
    if (!request->started) {
        if (status == NEARCALL_OK) {
            fail(request, NC_RESULT_UNWRITABLE, "the handler has not called nearcall_request_start()", "");
        } else if (status == NEARCALL_CLOSED) {
            fail(request, NC_CLOSING, "", "");
        } else {
            const char *reason = request->reader.error.status != NEARCALL_OK ? request->reader.error.message
                                                                             : nearcall_status_name(status);
            fail(request, NC_ARGUMENTS_UNREADABLE, reason, "");
        }
        return;
    }
    if (status != NEARCALL_OK && !request->threw) {
        fail(request, NC_RESULT_UNWRITABLE, "the handler returned", nearcall_status_name(status));
        return;
    }
    if (nc_writer_finish(&request->writer) != NEARCALL_OK) {
        answer_failed_result(request);
    }
}

/*
 * The service that the lane's last call was for, if this one is for it, too. The lane keeps it while a method runs, because only
 * the outermost call of a lane looks here.
 */
static struct nc_object *service_of_lane(struct nc_lane *lane, uint32_t id)
{
    struct nc_object *served = lane->served;
    return served != NULL && served->id == id && !atomic_load_explicit(&served->withdrawn, memory_order_acquire) ? served : NULL;
}

/* Takes it over. */
static void keep_service(struct nc_lane *lane, struct nc_object *service)
{
    if (lane->served != NULL) {
        nc_object_release(lane->served);
    }
    lane->served = service;
}

static void run(struct nearcall_request *request, const struct nc_incoming *incoming)
{
    uint32_t method = request->lane->shared ? incoming->method & UINT16_MAX : incoming->method;
    if (incoming->object == 0) {
        request->result_form = 'X';
        if (!nc_object0_has_method(method)) {
            fail(request, NC_NO_METHOD, "", "");
            return;
        }
        begin_answer(request, NC_RESULT);
        answer(request, nc_object0_run(request, method));
        return;
    }
    bool outermost = request->around == NULL;
    struct nc_object *object = outermost ? service_of_lane(request->lane, incoming->object) : NULL;
    bool kept_by_lane = object != NULL;
    if (object == NULL) {
        object = nc_exported_object(request->connection, incoming->object, &method, request->post);
    }
    if (object == NULL || method >= object->method_count) {
        fail(request, object == NULL ? NC_NO_OBJECT : NC_NO_METHOD, "", "");
    } else {
        request->object = object;
        request->result_form = object->methods[method].result_form;
        begin_answer(request, NC_RESULT);
        answer(request, object->methods[method].handler(request, object->context));
    }
    if (object == NULL || kept_by_lane) {
        return;
    }
    if (outermost && incoming->object < NC_FIRST_REFERENCE) {
        keep_service(request->lane, object);
    } else {
        nc_object_release(object);
    }
}

static void open_and_run(struct nearcall_request *request, struct nc_incoming *incoming)
{
    struct nc_connection *connection = request->connection;
    nc_references_arrived(connection, incoming);
    nc_reader_begin(&request->reader, incoming->body.data, incoming->body.length);
    if (incoming->too_long) {
        fail_too_large(request, NC_ARGUMENTS_TOO_LARGE);
    } else if (incoming->aborted) {
        fail(request, NC_ABORTED, "", "");
    } else if (incoming->accompanied && (!nc_context_get(&request->reader, &request->context) ||
                                         request->reader.at > incoming->body.data + incoming->first)) {
        nc_connection_end(connection, NC_END_BREACH, "a call's deadline or metadata are malformed");
    } else if (!nc_request_enter(request)) {
        fail(request, NC_CLOSING, "", ""); /* nobody waits for it */
    } else {
        int64_t remaining_ns = request->context.remaining_ns;
        request->deadline_ns = remaining_ns > 0 ? nc_deadline_after(remaining_ns) : NC_NEVER;
        run(request, incoming);
        nc_request_exit(request);
    }
}

void nc_dispatch(struct nc_lane *lane, struct nc_incoming *incoming, struct nc_patience *patience)
{
    struct nc_connection *connection = lane->connection;
    if (incoming->call <= lane->peer_call) {
        nc_connection_end(connection, NC_END_BREACH, "call %llu came in lane %u behind call %llu",
                          (unsigned long long)incoming->call, lane->number, (unsigned long long)lane->peer_call);
        return;
    }
    lane->peer_call = incoming->call;
    struct nearcall_request *request = nc_request_take(lane);
    if (request == NULL) {
        nc_connection_end(connection, NC_END_CLOSED, "there is no memory for a call");
        return;
    }
    request->call = incoming->call;
    request->post = incoming->type == NC_POST;
    request->patience = patience;
    request->reader.incoming = incoming;
    request->writer.limit = connection->longest; /* the answer to an earlier call may have needed another one */
    request->writer.send = send_answer;
    nearcall_endpoint *guest_of = lane->own ? connection->endpoint : NULL; /* this thread is not the library's */
    if (guest_of == NULL || nc_endpoint_enter(guest_of)) {
        open_and_run(request, incoming);
    } else {
        nc_references_arrived(connection, incoming);
        fail(request, NC_CLOSING, "", "");
        guest_of = NULL;
    }
    if (lane->shared) {
        /* One thread runs the calls of a shared lane in order, so all of them up to this one are done. */
        lane->channel->store_done(lane, request->call);
    }
    nc_request_leave(lane, request);
    if (guest_of != NULL) {
        nc_endpoint_leave(guest_of);
    }
}
