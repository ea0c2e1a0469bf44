// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

/** A summand that changes with each call, in batches of one too, and a look at the sum with 1 that comes back. For one thread. */
public final class MarkedNumber {

    private int number;

    /** What the next call carries. */
    public int next() {
        return ++number;
    }

    /** The answer has to be that number and 1. */
    public void expect(int answer) {
        if (answer != number + 1) {
            throw new IllegalStateException("wrong answer: actual=" + answer + " expected=" + (number + 1));
        }
    }
}
