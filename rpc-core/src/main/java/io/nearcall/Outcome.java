// SPDX-License-Identifier: Apache-2.0
package io.nearcall;

/** What is known about a call that did not end with an answer of the remote method. */
public enum Outcome {
    /** The call never left this process. Safe to repeat. */
    NOT_SENT,
    /** The call was sent, and it is certain that the remote method was not and will not be called. Safe to repeat. */
    NOT_STARTED,
    /** The remote method may have run, may still run, or may have run in part. */
    MAY_HAVE_RUN;

    /** Whether the call can be repeated without the remote method running twice. */
    public boolean isSafeToRepeat() {
        return this != MAY_HAVE_RUN;
    }
}
