// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.live;

import io.nearcall.NearcallException;

/** A service was found, but could not be asked what it has: none of its methods was called. */
public final class LookupFailed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What messages say of the call that failed, which is not the user's. */
    private static final String OUTCOME =
            " (The call was not sent|The method did not start|The method may have run):?.*$";

    LookupFailed(String service, NearcallException cause) {
        super("The service \"" + service + "\" could not be asked what it has: " + withoutOutcome(cause), cause);
    }

    /** The message without the outcome of the command's own call. */
    public static String withoutOutcome(Throwable failed) {
        return String.valueOf(failed.getMessage()).replaceFirst(OUTCOME, "");
    }
}
