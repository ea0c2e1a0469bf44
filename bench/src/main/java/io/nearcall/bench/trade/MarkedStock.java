// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.trade;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A list of 100 records and a map of 50 entries. Their first elements change with each call. Checks what comes back.
 * For one thread.
 */
public final class MarkedStock {

    private static final int POSITIONS = 100;
    private static final int QUANTITIES = 50;
    private static final int WHOLE_MASK = 1023;

    private final List<Position> positions = new ArrayList<>();
    private final Map<String, Integer> quantities = new HashMap<>();
    private int number;

    public MarkedStock() {
        for (int i = 0; i < POSITIONS; i++) {
            positions.add(position(i));
        }
        expect(positions.get(0).equals(position(0))); // the JVM makes the method now, not in the first call
        for (int i = 0; i < QUANTITIES; i++) {
            quantities.put(sku(i), i);
        }
    }

    private static Position position(int number) {
        return new Position(sku(number), number, 100L * number + 99);
    }

    private static String sku(int number) {
        return "NC-" + (1001 + number);
    }

    /** Returns what the next call carries: always the same list. */
    public List<Position> nextPositions() {
        positions.set(0, new Position(sku(0), ++number, 99));
        return positions;
    }

    /** Checks that the answer is that list, in another object. */
    public void expectPositions(List<Position> answer) {
        expect(answer != positions
                && answer.size() == POSITIONS
                && answer.get(0).quantity() == number
                && (isNotWhole() || answer.equals(positions)));
    }

    /** Returns what the next call carries: always the same map. */
    public Map<String, Integer> nextQuantities() {
        quantities.put(sku(0), ++number);
        return quantities;
    }

    /** Checks that the answer is that map, in another object. */
    public void expectQuantities(Map<String, Integer> answer) {
        expect(answer != quantities
                && answer.size() == QUANTITIES
                && answer.get(sku(0)) == number
                && (isNotWhole() || answer.equals(quantities)));
    }

    /** Everything is compared in the first call, and then in one of a thousand. */
    private boolean isNotWhole() {
        return (number & WHOLE_MASK) != 1;
    }

    private void expect(boolean right) {
        if (!right) {
            throw new IllegalStateException("wrong answer: other stock than that of call " + number);
        }
    }
}
