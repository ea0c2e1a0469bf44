// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import java.time.Instant;

/**
 * A call, or a connection that was refused, as the recordings of both sides show it.
 *
 * @param kind {@code call} or {@code refusal}
 * @param service empty if it is not known, as everything else that is a text
 * @param callerPid 0 if it is not known, as everything else that is a number
 * @param callerNs as the caller has seen it
 * @param serviceNs as the service has seen it
 * @param outcome empty if it has not failed
 * @param error the class of the exception; of a refusal the reason
 */
record Traced(
        String kind,
        Instant start,
        String service,
        String type,
        String method,
        int callerPid,
        int servicePid,
        long callerNs,
        long serviceNs,
        String outcome,
        String error,
        String connection,
        int lane,
        long callId) {

    long longestNs() {
        return Math.max(callerNs, serviceNs);
    }

    boolean hasFailed() {
        return !outcome.isEmpty();
    }
}
