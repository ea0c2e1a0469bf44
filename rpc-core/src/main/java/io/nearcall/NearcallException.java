// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

import java.util.Objects;

/**
 * Reports a failure between a caller and the remote method, as opposed to what the remote method itself throws. Each
 * kind of failure has a type of its own.
 */
public abstract class NearcallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Outcome outcome;

    protected NearcallException(Outcome outcome, String message) {
        super(message);
        this.outcome = Objects.requireNonNull(outcome);
    }

    protected NearcallException(Outcome outcome, String message, Throwable cause) {
        super(message, cause);
        this.outcome = Objects.requireNonNull(outcome);
    }

    /** Returns whether the remote method may have run. */
    public final Outcome outcome() {
        return outcome;
    }

    /** Returns the end of a message: what the caller can conclude about the method. */
    static String said(Outcome outcome) {
        return switch (outcome) {
            case NOT_SENT -> "The call was not sent: it is safe to repeat.";
            case NOT_STARTED -> "The method did not start: the call is safe to repeat.";
            case MAY_HAVE_RUN -> "The method may have run: repeat the call only if running it twice does no harm.";
        };
    }

    /** Describes a process in words; its number may be unknown. */
    static String process(int pid) {
        return pid > 0 ? "process " + pid : "a process of unknown number";
    }
}
