// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.List;

/**
 * All that is known of an exception that could not arrive as itself.
 *
 * @param message may be null
 * @param description the result of its {@code toString}
 * @param cause as it arrived; may be null
 * @param reason why it did not arrive as itself
 */
public record UnreadableThrowable(
        String className,
        String message,
        String description,
        List<StackTraceElement> stack,
        Throwable cause,
        List<Throwable> suppressed,
        String reason) {

    /** As {@code printStackTrace} prints it, without the cause and the suppressed exceptions. */
    public String stackText() {
        StringBuilder text = new StringBuilder(description);
        for (StackTraceElement frame : stack) {
            text.append("\n\tat ").append(frame);
        }
        return text.append('\n').toString();
    }
}
