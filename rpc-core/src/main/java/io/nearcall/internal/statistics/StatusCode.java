// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import io.nearcall.NearcallException;
import java.util.Locale;
import java.util.concurrent.CompletionException;

/** How a call has ended, as one word for meters and traces. */
public final class StatusCode {

    /** The method has returned. */
    public static final String OK = "OK";

    /** The method has thrown. */
    public static final String THROWN = "THROWN";

    private static final String OWN_EXCEPTIONS = "io.nearcall.";
    private static final String SUFFIX = "Exception";

    private StatusCode() {}

    /**
     * Returns the word for a class of exceptions: for Nearcall's own, a word such as {@code DEADLINE_EXCEEDED}, and for
     * others {@link #THROWN}.
     */
    public static String of(String exceptionClass) {
        if (!exceptionClass.startsWith(OWN_EXCEPTIONS) || !exceptionClass.endsWith(SUFFIX)) {
            return THROWN;
        }
        String name = exceptionClass.substring(
                exceptionClass.lastIndexOf('.') + 1, exceptionClass.length() - SUFFIX.length());
        return name.replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    }

    /**
     * Returns the exception without its wrapper. A wrapper is the exception with which a dependent stage completes, or
     * the exception of {@code java.rmi} for a failure of Nearcall.
     */
    public static Throwable cause(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return cause != null && (thrown instanceof CompletionException || cause instanceof NearcallException)
                ? cause
                : thrown;
    }
}
