// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.tangles;

import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects the cycles that the log of this process reports. */
final class CycleLog extends Handler implements AutoCloseable {

    private static final Logger NEARCALL = Logger.getLogger("io.nearcall"); // held: or its handlers are lost with it

    private final Consumer<String> cycles;

    CycleLog(Consumer<String> cycles) {
        this.cycles = cycles;
        NEARCALL.addHandler(this);
    }

    @Override
    public void publish(LogRecord logged) {
        String message = logged.getMessage();
        if (message != null && message.startsWith("Threads wait for each other")) {
            cycles.accept(message);
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        NEARCALL.removeHandler(this);
    }
}
