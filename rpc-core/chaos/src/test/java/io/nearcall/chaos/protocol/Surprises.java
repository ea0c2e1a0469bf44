// SPDX-License-Identifier: Apache-2.0
package io.nearcall.chaos.protocol;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.regex.Pattern;

/** What no peer may bring about: errors in the log, exceptions of programming mistakes, threads that die. Any thread. */
final class Surprises extends Handler {

    private static final Pattern MISTAKE =
            Pattern.compile("(NullPointer|ClassCast|IndexOutOfBounds|IllegalState|IllegalArgument"
                    + "|IllegalMonitorState|ArrayStore|NegativeArraySize|NoSuchElement|ConcurrentModification|BufferUnderflow"
                    + "|BufferOverflow|Arithmetic|UnsupportedOperation|NumberFormat)Exception"
                    + "|AssertionError|OutOfMemoryError|StackOverflowError|NoClassDefFoundError|InternalError");

    /** What is refused on purpose: positions that the reader of a stream cannot have reached. See ServedStream. */
    private static final Pattern REFUSAL =
            Pattern.compile("IllegalArgumentException: (position=-?\\d+ of elements|demand=-?\\d+ position=)");

    private final Logger logger = Logger.getLogger("io.nearcall");
    private volatile String first;

    /** Looks from now on, in the whole process, and keeps warnings about peers off the console. */
    Surprises() {
        logger.setUseParentHandlers(false);
        logger.addHandler(this);
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, thrown) -> found(thread.getName() + " died: " + trace(thrown)));
    }

    /** What is surprising in a text that the service sends or logs; null if nothing is. */
    static String in(String text) {
        return MISTAKE.matcher(REFUSAL.matcher(text).replaceAll("")).find() ? "a surprise: " + text : null;
    }

    private void found(String what) {
        if (first == null) {
            first = what;
        }
    }

    /** The first since the last look, or null. */
    String take() {
        String taken = first;
        first = null;
        return taken;
    }

    @Override
    public void publish(LogRecord line) {
        if (line.getLevel().intValue() < Level.WARNING.intValue()) {
            return;
        }
        Throwable thrown = line.getThrown();
        String text = line.getMessage() + (thrown == null ? "" : ": " + trace(thrown));
        if (line.getLevel() == Level.SEVERE) {
            found("an error is logged: " + text);
        } else if (in(text) != null) {
            found("a warning that is surprising: " + text);
        }
    }

    static String trace(Throwable thrown) {
        StringBuilder text = new StringBuilder();
        for (Throwable e = thrown; e != null && text.length() < 4_000; e = e.getCause()) {
            text.append(e == thrown ? "" : " caused by ").append(e);
            for (int i = 0; i < Math.min(14, e.getStackTrace().length); i++) {
                text.append("\n    at ").append(e.getStackTrace()[i]);
            }
        }
        return text.toString();
    }

    /** The stacks of the endpoints' threads, to find out why something hangs. */
    static String threads() {
        StringBuilder text = new StringBuilder();
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            if (thread.getName().matches("(nearcall|pool|teller)-.*")) {
                text.append("\n  ").append(thread.getName()).append(' ').append(thread.getState());
                for (int i = 0; i < Math.min(10, stack.length); i++) {
                    text.append("\n    at ").append(stack[i]);
                }
            }
        });
        return text.toString();
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        logger.removeHandler(this);
    }
}
