// SPDX-License-Identifier: Apache-2.0
/* Sends and receives whole messages on a lane, record by record. */
#include "connection.h"

/* What a peer has published before its end is one ring at most, of records that take 64 bytes at least. */
enum { RECORDS_PER_LOOK = 64, RECORDS_OF_RING = 1024 };

int nc_lane_send(struct nc_lane *lane, const uint8_t *payload, uint32_t length, uint8_t flags,
                 struct nc_patience *patience, nearcall_error *error)
{
    enum nc_wait wait = NC_READY;
    if (!lane->channel->has_room(lane)) {
        wait = nc_lane_await_room(lane, patience);
    } else if (nc_connection_has_ended(lane->connection)) {
        wait = NC_ENDED;
    } else if (nc_patience_given_up(patience)) {
        wait = NC_GIVEN_UP;
    }
    switch (wait) {
    case NC_READY:
        if (lane->channel->publish(lane, payload, length, flags)) {
            if (lane->shared && lane->own && lane->channel->watched != NULL && !lane->channel->has_room(lane)) {
                /* Over a socket or FIFO: nobody else may send what it has not taken. If the time is over, the monitor does. */
                lane->unsent = nc_lane_await_room(lane, patience) != NC_READY;
            }
            return NEARCALL_OK;
        }
        nc_connection_end(lane->connection, NC_END_BROKEN, "a lane is broken");
        return nc_connection_fail(lane->connection, NEARCALL_NOT_STARTED, error);
    case NC_TIMED_OUT:
        return nc_outcome(error, nc_fail(error, NEARCALL_DEADLINE, "The time of the call is over before it was sent."),
                          NEARCALL_NOT_STARTED);
    case NC_GIVEN_UP:
        return nc_outcome(error, nc_fail(error, NEARCALL_CANCELLED, "The call was cancelled before it was sent."),
                          NEARCALL_NOT_STARTED);
    default:
        return nc_connection_fail(lane->connection, NEARCALL_NOT_STARTED, error);
    }
}

enum nc_wait nc_lane_receive_now(struct nc_lane *lane, struct nc_incoming *incoming, unsigned most_records)
{
    for (unsigned i = 0; i < most_records; i++) {
        struct nc_record record;
        uint8_t *room = nc_incoming_room(incoming, lane->channel->longest);
        uint8_t *payload = room != NULL ? room : lane->received;
        switch (lane->channel->read(lane, payload, &record)) {
        case NC_RING_EMPTY:
            return NC_TIMED_OUT;
        case NC_RING_RECORD:
            break;
        default:
            nc_connection_end(lane->connection, NC_END_BREACH, "a record in lane %u has a malformed header",
                              lane->number);
            return NC_ENDED;
        }
        switch (nc_incoming_add(incoming, lane->connection->longest, &record, payload)) {
        case NC_INCOMING_WHOLE:
            return NC_READY;
        case NC_INCOMING_PART:
            break;
        default:
            if (incoming->fault == nc_shortage) {
                nc_connection_end_for(lane->connection, nc_shortage);
            } else {
                nc_connection_end(lane->connection, NC_END_BREACH, "in lane %u, %s", lane->number, incoming->fault);
            }
            return NC_ENDED;
        }
    }
    return NC_TIMED_OUT;
}

enum nc_wait nc_patience_left(struct nc_patience *patience)
{
    if (nc_patience_given_up(patience)) {
        return NC_GIVEN_UP;
    }
    int64_t deadline_ns = nc_patience_deadline(patience);
    return deadline_ns != NC_NEVER && nc_now_ns() >= deadline_ns ? NC_TIMED_OUT : NC_READY;
}

enum nc_wait nc_lane_receive(struct nc_lane *lane, struct nc_incoming *incoming, struct nc_patience *patience)
{
    unsigned behind_end = 0;
    for (unsigned records = 1;; records++) {
        enum nc_wait wait = nc_lane_receive_now(lane, incoming, 1);
        if (wait != NC_TIMED_OUT) {
            return wait;
        }
        if (records % RECORDS_PER_LOOK == 0) { /* a peer that never stops is never waited for */
            behind_end += nc_connection_has_ended(lane->connection) ? RECORDS_PER_LOOK : 0;
            wait = behind_end > RECORDS_OF_RING ? NC_ENDED : nc_patience_left(patience);
            if (wait != NC_READY) {
                return wait;
            }
        }
        wait = nc_lane_await_record(lane, incoming->begun, patience);
        if (wait != NC_READY) {
            return wait;
        }
    }
}
