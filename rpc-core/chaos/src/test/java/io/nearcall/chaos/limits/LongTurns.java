// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.limits;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Counts the long turns of a monitor in its warnings, and keeps other warnings off the console. Any thread. */
final class LongTurns extends Handler {

    private static final Logger PRODUCT = Logger.getLogger("io.nearcall");
    private static final String LONG_TURN = "held up all connections";

    private long count;

    private LongTurns() {}

    /** From now on, in the whole process: warnings about hostile peers are thousands. */
    static LongTurns watch() {
        LongTurns turns = new LongTurns();
        PRODUCT.setUseParentHandlers(false);
        PRODUCT.setLevel(Level.WARNING);
        PRODUCT.addHandler(turns);
        return turns;
    }

    /** How many there have been when the last warning was logged. */
    synchronized long count() {
        return count;
    }

    /** A warning ends with the number of long turns, because not each of them is logged. */
    @Override
    public synchronized void publish(LogRecord line) {
        if (line.getLevel().intValue() >= Level.SEVERE.intValue()) {
            System.err.println(line.getMessage());
        } else if (line.getMessage() != null && line.getMessage().contains(LONG_TURN)) {
            Object[] parameters = line.getParameters();
            count = Math.max(count, Long.parseLong(parameters[parameters.length - 1].toString()));
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        PRODUCT.removeHandler(this);
    }
}
