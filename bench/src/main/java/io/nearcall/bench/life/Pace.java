// SPDX-License-Identifier: Apache-2.0
package io.nearcall.bench.life;

/**
 * How often an order is placed, and for how long.
 *
 * @param windows the number of windows of {@code windowMs} each
 */
record Pace(int perSecond, int windows, long windowMs) {

    private static final long NS_PER_S = 1_000_000_000;
    private static final long MS_PER_S = 1_000;

    long periodNs() {
        return NS_PER_S / perSecond;
    }

    int callsPerWindow() {
        return Math.toIntExact(windowMs * perSecond / MS_PER_S);
    }

    int calls() {
        return windows * callsPerWindow();
    }

    /** Returns the time without the moments that are left out. */
    long seconds() {
        return windows * windowMs / MS_PER_S + 1;
    }

    /** Returns one word of a command. */
    String word() {
        return perSecond + "/" + windows + "/" + windowMs;
    }

    static Pace of(String word) {
        String[] parts = word.split("/");
        return new Pace(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Long.parseLong(parts[2]));
    }
}
