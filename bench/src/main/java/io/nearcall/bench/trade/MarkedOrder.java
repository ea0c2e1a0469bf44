// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

/** An order whose id changes with each call, and a check of the order that comes back. For one thread. */
public final class MarkedOrder {

    private static final int WHOLE_MASK = 1023;

    private final Order order = Order.example();
    private int number;

    /** Returns what the next call carries: always the same object. */
    public Order next() {
        number++;
        order.id++;
        return order;
    }

    /** Checks that the answer is that order, in another object. */
    public void expect(Order answer) {
        if (answer == order
                || answer.id != order.id
                || answer.lines.size() != order.lines.size()
                || (number & WHOLE_MASK) == 1 && !answer.isSame(order)) {
            throw new IllegalStateException("wrong answer: another order than that of call " + number);
        }
    }
}
