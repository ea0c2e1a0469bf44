// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.nearcall.DeadlineExceededException;
import io.nearcall.Outcome;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Calls with a short deadline and slow methods. On a busy machine, the deadline may pass before a method begins. */
public final class Overdue {

    private Overdue() {}

    /** Calls until the deadline ends a call whose method may have begun. Returns the exception of that call. */
    public static DeadlineExceededException failureOf(ThrowingCallable call) {
        DeadlineExceededException late;
        do {
            late = catchThrowableOfType(DeadlineExceededException.class, call);
        } while (late == null || late.outcome() != Outcome.MAY_HAVE_RUN);
        return late;
    }
}
