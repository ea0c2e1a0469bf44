// SPDX-License-Identifier: Apache-2.0
package io.nearcall.test;

import java.text.MessageFormat;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What Nearcall has logged at INFO and above during a test. */
public final class LoggedLines extends Handler implements BeforeEachCallback, AfterEachCallback {

    private static final Logger NEARCALL = Logger.getLogger("io.nearcall"); // held: or its handlers are lost with it

    private final Queue<String> lines = new ConcurrentLinkedQueue<>();

    @Override
    public void beforeEach(ExtensionContext context) {
        NEARCALL.addHandler(this);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        NEARCALL.removeHandler(this);
    }

    /** All lines so far. */
    public String text() {
        return String.join("\n", lines);
    }

    @Override
    public void publish(LogRecord record) {
        if (record.getLevel().intValue() >= Level.INFO.intValue()) {
            String text = MessageFormat.format(record.getMessage(), record.getParameters());
            lines.add(record.getThrown() == null ? text : text + " - " + record.getThrown());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
