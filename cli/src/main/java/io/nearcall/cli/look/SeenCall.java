// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import java.time.Instant;

/**
 * What one event of a flight recording says about a call.
 *
 * @param served whether the side that ran the method recorded it
 * @param endpoint the endpoint that recorded it
 * @param ns how long the call took there; 0 if the event does not say
 * @param outcome empty if the event is not about a failure, and so is the error
 */
record SeenCall(
        boolean served,
        int pid,
        int peerPid,
        String endpoint,
        String peerEndpoint,
        String connection,
        int lane,
        long callId,
        String service,
        String type,
        String method,
        Instant start,
        long ns,
        String outcome,
        String error) {

    /** Returns the caller. Calls in both directions have the same numbers. */
    String callingEndpoint() {
        return served ? peerEndpoint : endpoint;
    }

    Instant end() {
        return start.plusNanos(ns);
    }
}
