// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.subject;

import io.nearcall.bench.trade.Order;

/** Looks at answers a little: enough that a broken system cannot look fast, and that the JIT cannot drop them. */
public final class Expect {

    private Expect() {}

    public static void sum(int actual, int expected) {
        if (actual != expected) {
            throw wrong(actual, expected);
        }
    }

    public static void length(byte[] actual, int expected) {
        if (actual.length != expected) {
            throw wrong(actual.length, expected);
        }
    }

    public static void text(String actual, String expected) {
        int last = expected.length() - 1;
        if (actual.length() != expected.length() || actual.charAt(last) != expected.charAt(last)) {
            throw wrong(actual.length(), expected.length());
        }
    }

    public static void order(Order actual, Order expected) {
        if (actual.id != expected.id || actual.lines.size() != expected.lines.size()) {
            throw wrong(actual.id, expected.id);
        }
    }

    private static IllegalStateException wrong(long actual, long expected) {
        return new IllegalStateException("wrong answer: actual=" + actual + " expected=" + expected);
    }
}
