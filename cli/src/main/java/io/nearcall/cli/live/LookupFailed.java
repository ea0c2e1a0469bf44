// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.live;

import io.nearcall.NearcallException;

/** A service was found, but could not be asked about its interface. None of its methods was called. */
public final class LookupFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The part of a message about the failed call, which is not the user's call. */
    private static final String OUTCOME =
            " (The call was not sent|The method did not start|The method may have run):?.*$";

    LookupFailed(String service, NearcallException cause) {
        super("The service \"" + service + "\" could not be asked for its methods: " + withoutOutcome(cause), cause);
    }

    /** Returns the message without the outcome of the command's own call. */
    public static String withoutOutcome(Throwable failed) {
        return String.valueOf(failed.getMessage()).replaceFirst(OUTCOME, "");
    }
}
