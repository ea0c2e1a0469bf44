// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

/** How two C processes wait for each other: a number of polls with pauses, then of yields, then sleep on a futex. */
enum HandOverWay {
    YIELD("yield", 0, 0xFFFF_FFFFL),
    SLEEP("sleep", 0, 0),
    SPIN_THEN_SLEEP("spin, then sleep", 2_000, 0),
    YIELD_THEN_SLEEP("yield, then sleep", 0, 20);

    private final String label;
    private final long spins;
    private final long yields;

    HandOverWay(String label, long spins, long yields) {
        this.label = label;
        this.spins = spins;
        this.yields = yields;
    }

    /** Returns the name in tables and files. */
    String label() {
        return "C: " + label;
    }

    /** Returns two words of a command. */
    String words() {
        return spins + " " + yields;
    }
}
