// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import java.time.Instant;

/**
 * A call or a refused connection, as the recordings of both sides show it.
 *
 * @param kind {@code call} or {@code refusal}
 * @param service empty if it is not known, as all other texts
 * @param callerPid 0 if it is not known, as all other numbers
 * @param callerNs the duration that the caller has seen
 * @param serviceNs the duration that the service has seen
 * @param outcome empty if the call has not failed
 * @param error the class of the exception; for a refusal, the reason
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
