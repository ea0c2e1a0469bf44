// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.statistics;

/**
 * The text of an exception on a page, besides its class.
 *
 * @param message in UTF-8, perhaps cut; empty if there is none
 * @param stack in UTF-8, perhaps cut; frames are separated by {@code " < "}
 */
record FailureText(byte[] message, byte[] stack) {

    private static final int MOST_FRAMES = 20;

    /** Calls the exception's own methods, which may block. If they throw, there is no text. */
    static FailureText of(Throwable thrown) {
        return new FailureText(
                PageText.bytes(message(thrown)), PageText.bytes(stack(thrown), PageLayout.MAX_STACK_BYTES));
    }

    private static String message(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            return message == null ? "" : message;
        } catch (RuntimeException | Error e) {
            return "";
        }
    }

    private static String stack(Throwable thrown) {
        try {
            StackTraceElement[] frames = thrown.getStackTrace();
            StringBuilder stack = new StringBuilder();
            for (int i = 0; i < Math.min(frames.length, MOST_FRAMES); i++) {
                stack.append(i == 0 ? "" : " < ").append(frames[i]);
            }
            return stack.toString();
        } catch (RuntimeException | Error e) { // an exception that overrides getStackTrace() may return null
            return "";
        }
    }
}
