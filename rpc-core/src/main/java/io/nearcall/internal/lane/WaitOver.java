// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.lane;

/**
 * A call that came back has not been sent to its end when the time of the call was over whose caller reads it. There is
 * nobody to answer yet: its rest has to be read over first. Without a stack, never logged.
 */
public final class WaitOver extends LaneClosed {

    private static final long serialVersionUID = 1L;

    public WaitOver() {
        super("the time of the call around it is over");
    }
}
