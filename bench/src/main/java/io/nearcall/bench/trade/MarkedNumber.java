// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

/** A summand that changes with each call, even in batches of one, and a check of its sum with 1. For one thread. */
public final class MarkedNumber {

    private int number;

    /** Returns what the next call carries. */
    public int next() {
        return ++number;
    }

    /** Checks that the answer is that number plus 1. */
    public void expect(int answer) {
        if (answer != number + 1) {
            throw new IllegalStateException("wrong answer: actual=" + answer + " expected=" + (number + 1));
        }
    }
}
