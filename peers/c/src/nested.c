// SPDX-License-Identifier: Apache-2.0
/* Calls within calls that were given up. */
#include "call.h"
#include "failure.h"

#include <stdlib.h>

void nc_nested_give_up(struct nc_lane *lane, uint64_t call, bool partly_sent, struct nc_incoming *incoming)
{
    nc_lane_begin_drain(lane, call, partly_sent, incoming);
}

enum nc_wait nc_lane_settle_nested(struct nc_lane *lane, struct nc_patience *patience)
{
    while (lane->drained != NULL) {
        if (lane->abort_pending) {
            int status = nc_lane_send(lane, NULL, 0, NC_ABORT, patience, NULL);
            if (status != NEARCALL_OK) {
                return status == NEARCALL_DEADLINE    ? NC_TIMED_OUT
                       : status == NEARCALL_CANCELLED ? NC_GIVEN_UP
                                                      : NC_ENDED;
            }
            lane->abort_pending = false;
        }
        if (lane->cancel_pending) {
            nc_lane_send_cancel(lane);
        }
        struct nc_incoming *drained = lane->drained;
        enum nc_wait wait = nc_lane_receive(lane, drained, patience);
        nc_incoming_settle(lane->connection, drained);
        if (wait != NC_READY) {
            return wait;
        }
        uint64_t id;
        if (drained->type == NC_CALL) {
            id = drained->call;
            lane->peer_call = id;
            nc_incoming_reset(drained);
            if (nc_connection_has_ended(lane->connection)) {
                return NC_ENDED;
            }
            nc_dispatch_refuse_within(lane, id, false);
            wait = nc_patience_left(patience);
            if (wait != NC_READY) {
                return wait;
            }
        } else if (drained->call == lane->drained_call && nc_lane_drain_next(lane, &id)) {
            nc_incoming_reset(drained);
            nc_dispatch_refuse_within(lane, id, true);
        } else if (drained->call == lane->drained_call) {
            nc_incoming_free(drained);
            free(drained);
            lane->drained = NULL;
        } else {
            nc_connection_end(lane->connection, NC_END_BREACH, "it answers a call in lane %u that is not in progress",
                              lane->number);
            return NC_ENDED;
        }
    }
    return NC_READY;
}
