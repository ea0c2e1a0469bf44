// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.live;

import io.nearcall.ConnectionRefusedException;
import io.nearcall.NearcallException;
import io.nearcall.ServiceNotFoundException;

/** The endpoint of another host was not reached, or one side does not accept the other. Nothing was asked. */
public final class HostNotReached extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The parts of a message about the service, which the user has not named. */
    private static final String ABOUT_THE_SERVICE =
            "^(?:No|The) service \".*?\" (?:of .*? )?at \\S+ | Start the process that exports it, and check the address\\.$";

    HostNotReached(String place, NearcallException cause) {
        super(
                "The endpoint at " + place + verb(cause)
                        + LookupFailed.withoutOutcome(cause).replaceAll(ABOUT_THE_SERVICE, ""),
                cause);
    }

    private static String verb(NearcallException cause) {
        if (cause instanceof ServiceNotFoundException) {
            return " was not reached ";
        }
        return cause instanceof ConnectionRefusedException ? " " : " could not be asked: ";
    }
}
