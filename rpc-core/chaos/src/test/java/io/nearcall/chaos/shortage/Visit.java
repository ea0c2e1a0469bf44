// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.shortage;

import io.nearcall.Endpoint;
import io.nearcall.NearcallException;
import io.nearcall.chaos.called.Attempt;
import io.nearcall.chaos.called.CallKind;
import io.nearcall.chaos.called.CallLog;
import io.nearcall.chaos.called.Target;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a client does from beginning to end: opens an endpoint, looks a service up, calls it in every way, and closes.
 *
 * @param failures the calls that ended with an exception of Nearcall, in words
 * @param faults the calls that ended wrongly
 */
record Visit(List<String> failures, List<String> faults) {

    private static final Duration HASTE = Duration.ofMillis(150);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * Makes one. All nonces are odd, so that the methods take no time, and start at {@code nonce}.
     *
     * @param patient whether everything may take its time
     * @param log of the process that is visited
     */
    static Visit make(String address, boolean patient, long nonce, CallLog log) {
        Visit visit = new Visit(new ArrayList<>(), new ArrayList<>());
        try (Endpoint endpoint = Endpoint.builder().name("visitor").open()) {
            Class<? extends Target> type = patient ? Target.class : Impatient.class;
            Target target = endpoint.lookup(type, address, patient ? PATIENCE : HASTE);
            long next = nonce | 1;
            for (CallKind kind : CallKind.values()) {
                visit.judge(Attempt.make(kind, target, next), log);
                next += 2;
            }
        } catch (Throwable e) {
            visit.judge("visit", e);
        }
        return visit;
    }

    private void judge(Attempt attempt, CallLog log) {
        if (attempt.thrown() != null) {
            judge(attempt.kind().toString(), attempt.thrown());
            if (attempt.thrown() instanceof NearcallException) {
                String fault = attempt.fault(log.hasBegun(attempt.nonce()));
                if (fault != null) {
                    faults.add(fault);
                }
            }
        }
    }

    /** Whether the exception is one of Nearcall's, and has a message. */
    void judge(String stage, Throwable thrown) {
        String text = (stage + ": " + thrown).replaceAll("\\s+", " ");
        if (thrown instanceof NearcallException
                && !String.valueOf(thrown.getMessage()).contains("null")) {
            failures.add(text);
        } else {
            thrown.printStackTrace();
            faults.add(text);
        }
    }

    /** The visit in one line. */
    String encoded() {
        return String.join("|", failures) + "#" + String.join("|", faults);
    }

    static Visit decoded(String line) {
        String[] parts = line.split("#", 2);
        return new Visit(split(parts[0]), split(parts[1]));
    }

    private static List<String> split(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split("\\|"));
    }
}
