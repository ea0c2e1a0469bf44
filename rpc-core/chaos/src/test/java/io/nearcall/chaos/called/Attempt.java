// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.called;

import io.nearcall.NearcallException;
import io.nearcall.Outcome;

/** One call, or look-up if its kind is null, and its end. */
public record Attempt(CallKind kind, long nonce, long beginNs, long endNs, Throwable thrown) {

    /** Makes the call. Whatever is thrown becomes part of the attempt. */
    public static Attempt make(CallKind kind, Target target, long nonce) {
        long beginNs = System.nanoTime();
        Throwable thrown = null;
        try {
            kind.call(target, nonce);
        } catch (Throwable e) {
            thrown = e;
        }
        return new Attempt(kind, nonce, beginNs, System.nanoTime(), thrown);
    }

    /** Returns the fault in this end, given whether the method has begun; null if there is none. */
    public String fault(boolean begun) {
        if (thrown == null) {
            return begun || kind == CallKind.ONE_WAY ? null : this + " was answered and never begun";
        }
        if (!(thrown instanceof NearcallException failure)) {
            return this + " ended with " + thrown;
        }
        return begun && failure.outcome() != Outcome.MAY_HAVE_RUN
                ? this + " was begun and reported as " + failure.outcome() + ": " + failure
                : null;
    }

    @Override
    public String toString() {
        return (kind == null ? "look-up" : kind) + " " + Long.toHexString(nonce) + " of " + (endNs - beginNs) / 1_000
                + " us";
    }
}
