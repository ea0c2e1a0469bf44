// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import java.time.Instant;

/**
 * What one event of a flight recording says of a call.
 *
 * @param served whether by the side that ran the method
 * @param endpoint that recorded it
 * @param ns how long it took there; 0 if that is not said
 * @param outcome empty if it is not about a failure, and so the error
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

    /** Who called: calls in both directions have the same numbers. */
    String callingEndpoint() {
        return served ? peerEndpoint : endpoint;
    }

    Instant end() {
        return start.plusNanos(ns);
    }
}
