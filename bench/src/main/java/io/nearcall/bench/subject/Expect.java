// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

/** Checks answers a little: enough that a broken system cannot look fast, and that the JIT cannot remove the calls. */
public final class Expect {

    private Expect() {}

    public static void sum(int actual, int expected) {
        if (actual != expected) {
            throw new IllegalStateException("wrong answer: actual=" + actual + " expected=" + expected);
        }
    }
}
