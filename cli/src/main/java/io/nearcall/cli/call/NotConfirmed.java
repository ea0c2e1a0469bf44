// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.call;

import io.nearcall.NearcallException;
import io.nearcall.cli.live.LookupFailed;

/** A one-way call was sent, but the service did not confirm that it has received the call. */
public final class NotConfirmed extends RuntimeException {

    private static final long serialVersionUID = 1L;

    NotConfirmed(String target, NearcallException cause) {
        super(
                "The one-way call of " + target + " was sent, but it is not known whether the service has received it: "
                        + LookupFailed.withoutOutcome(cause),
                cause);
    }
}
