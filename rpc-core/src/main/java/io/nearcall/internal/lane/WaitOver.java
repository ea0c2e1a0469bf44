// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/**
 * The time of the outer call was over before a call that came back had been sent to its end. There is nobody to answer
 * yet: the rest of the call must be skipped first. Has no stack trace, and is never logged.
 */
public final class WaitOver extends LaneClosed {

    private static final long serialVersionUID = 1L;

    public WaitOver() {
        super("the time of the call around it is over");
    }
}
