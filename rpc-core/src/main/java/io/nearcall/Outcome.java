// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** Tells what is known about a call that did not end with an answer of the remote method. */
public enum Outcome {
    /** The call has not left this process. It is safe to repeat it. */
    NOT_SENT,
    /**
     * The call was sent, but the remote method certainly has not begun and will not begin. It is safe to repeat the
     * call.
     */
    NOT_STARTED,
    /** The remote method may have run, wholly or in part, or may still run. */
    MAY_HAVE_RUN;

    /** Returns whether the call can be repeated without the remote method running twice. */
    public boolean isSafeToRepeat() {
        return this != MAY_HAVE_RUN;
    }
}
