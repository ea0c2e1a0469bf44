// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

import io.nearcall.NearcallException;
import java.util.Locale;
import java.util.concurrent.CompletionException;

/** How a call has ended, in a word for meters and traces. */
public final class StatusCode {

    /** The method has returned. */
    public static final String OK = "OK";

    /** The method has thrown. */
    public static final String THROWN = "THROWN";

    private static final String OWN_EXCEPTIONS = "io.nearcall.";
    private static final String SUFFIX = "Exception";

    private StatusCode() {}

    /** Such as {@code DEADLINE_EXCEEDED} for Nearcall's own exceptions, by the name of the class; {@link #THROWN} for others. */
    public static String of(String exceptionClass) {
        if (!exceptionClass.startsWith(OWN_EXCEPTIONS) || !exceptionClass.endsWith(SUFFIX)) {
            return THROWN;
        }
        String name = exceptionClass.substring(
                exceptionClass.lastIndexOf('.') + 1, exceptionClass.length() - SUFFIX.length());
        return name.replaceAll("([a-z])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
    }

    /**
     * What has gone wrong, without what wraps it: the exception that a stage's dependent completes with, and that of {@code
     * java.rmi} for a failure of Nearcall.
     */
    public static Throwable cause(Throwable thrown) {
        Throwable cause = thrown.getCause();
        return cause != null && (thrown instanceof CompletionException || cause instanceof NearcallException)
                ? cause
                : thrown;
    }
}
