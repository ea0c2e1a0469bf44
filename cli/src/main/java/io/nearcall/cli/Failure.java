// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import io.nearcall.ConnectionLostException;
import io.nearcall.DeadlineExceededException;
import io.nearcall.NearcallException;
import io.nearcall.OverloadedException;
import io.nearcall.ServiceNotFoundException;
import io.nearcall.cli.call.MethodThrew;
import io.nearcall.cli.call.NoSuchMethod;
import io.nearcall.cli.call.NotAllowed;
import io.nearcall.cli.call.NotConfirmed;
import io.nearcall.cli.call.ResultNotPrinted;
import io.nearcall.cli.live.HostNotReached;
import io.nearcall.cli.live.LookupFailed;
import io.nearcall.cli.model.Refusal;
import io.nearcall.internal.connection.Inspection;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * A failure, described for people and for programs.
 *
 * @param error a word for the kind of failure, in upper case; never renamed
 * @param outcome whether a method has run: an {@link io.nearcall.Outcome}, or {@code RAN}
 * @param type the class of the exception
 * @param help what to do next; may be empty
 */
record Failure(int exitCode, String error, String outcome, String type, String message, String help) {

    private static final String NOT_SENT = "NOT_SENT";

    /** Describes a failure. Returns null for a fault of the command itself. */
    static Failure of(Throwable thrown) {
        String type = thrown.getClass().getName();
        if (thrown instanceof MethodThrew threw) {
            return new Failure(ExitCodes.THREW, "METHOD_THREW", "RAN", threw.type(), threw.getMessage(), "");
        }
        if (thrown instanceof ResultNotPrinted) {
            return new Failure(ExitCodes.MAY_HAVE_RUN, "RESULT_NOT_PRINTED", "RAN", type, thrown.getMessage(), "");
        }
        if (thrown instanceof NotConfirmed) {
            Throwable cause = thrown.getCause();
            return new Failure(
                    ExitCodes.MAY_HAVE_RUN,
                    word(cause),
                    "MAY_HAVE_RUN",
                    cause.getClass().getName(),
                    thrown.getMessage(),
                    help(cause));
        }
        if (thrown instanceof NoSuchMethod missing) {
            return new Failure(
                    ExitCodes.NOT_FOUND, "METHOD_NOT_FOUND", NOT_SENT, type, missing.getMessage(), missing.help());
        }
        if (thrown instanceof NotAllowed) {
            return new Failure(ExitCodes.NOT_SENT, "CALLS_NOT_ALLOWED", NOT_SENT, type, thrown.getMessage(), "");
        }
        if (thrown instanceof Inspection.Unavailable) {
            return new Failure(
                    ExitCodes.NOT_SENT,
                    "NOT_INSPECTABLE",
                    NOT_SENT,
                    type,
                    thrown.getMessage(),
                    "nearcall describe INTERFACE --class-path PATH needs no running process");
        }
        if (thrown instanceof HostNotReached) {
            Throwable cause = thrown.getCause();
            return new Failure(
                    ExitCodes.NOT_SENT,
                    cause instanceof ServiceNotFoundException ? "HOST_NOT_REACHED" : word(cause),
                    NOT_SENT,
                    cause.getClass().getName(),
                    thrown.getMessage(),
                    "check --host, and --certificate, --key and --trust");
        }
        if (thrown instanceof LookupFailed) {
            Throwable cause = thrown.getCause();
            return new Failure(
                    ExitCodes.NOT_SENT,
                    word(cause),
                    NOT_SENT,
                    cause.getClass().getName(),
                    thrown.getMessage(),
                    "nearcall doctor");
        }
        if (thrown instanceof ServiceNotFoundException) {
            return new Failure(
                    ExitCodes.NOT_FOUND, "SERVICE_NOT_FOUND", NOT_SENT, type, thrown.getMessage(), "nearcall doctor");
        }
        if (thrown instanceof NearcallException failed) {
            int code = switch (failed.outcome()) {
                case NOT_SENT -> ExitCodes.NOT_SENT;
                case NOT_STARTED -> ExitCodes.NOT_STARTED;
                case MAY_HAVE_RUN -> ExitCodes.MAY_HAVE_RUN;
            };
            return new Failure(code, word(thrown), failed.outcome().name(), type, thrown.getMessage(), help(thrown));
        }
        boolean refused = thrown instanceof Refusal || thrown instanceof UncheckedIOException;
        return refused ? usage("REFUSED", type, thrown.getMessage(), "") : null;
    }

    /** Returns what to look at when a call has failed. */
    private static String help(Throwable thrown) {
        if (thrown instanceof DeadlineExceededException) {
            return "nearcall waits says for whom it waits, nearcall ls whether it is stopped; --timeout waits longer";
        }
        if (thrown instanceof ConnectionLostException) {
            return "nearcall ls says whether the process is dead, and nearcall dump PID what it did last";
        }
        return thrown instanceof OverloadedException
                ? "nearcall top says what is called; try again later"
                : "nearcall doctor";
    }

    static Failure fault(Throwable thrown) {
        return new Failure(
                ExitCodes.FAULT,
                "FAULT",
                "MAY_HAVE_RUN",
                thrown.getClass().getName(),
                "The command itself has failed: " + thrown.getMessage(),
                "Please report it, with the stack that is printed without --json.");
    }

    static Failure usage(String error, String type, String message, String help) {
        return new Failure(ExitCodes.USAGE, error, NOT_SENT, type, message, help);
    }

    /** Returns a word such as DEADLINE_EXCEEDED. */
    private static String word(Throwable thrown) {
        return thrown.getClass()
                .getSimpleName()
                .replaceAll("Exception$", "")
                .replaceAll("([a-z])([A-Z])", "$1_$2")
                .toUpperCase(Locale.ROOT);
    }

    /** Returns the text for people. */
    String text() {
        return "nearcall: " + message + (help.isEmpty() ? "" : "\nNext: " + help);
    }

    /** Returns one line of JSON. */
    String json() {
        return new JsonLine()
                .put("error", error)
                .put("outcome", outcome)
                .put("type", type)
                .put("message", message)
                .put("help", help)
                .toString();
    }
}
