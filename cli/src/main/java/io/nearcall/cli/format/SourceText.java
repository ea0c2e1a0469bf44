// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.format;

/** The text of a source file. */
public class SourceText {

    private final StringBuilder text = new StringBuilder();
    private boolean gap;

    /** Leaves an empty line before the next line. */
    public final void gap() {
        gap = true;
    }

    /** @param format for {@link String#format}, unless there are no arguments */
    public final void line(String format, Object... arguments) {
        if (gap) {
            text.append('\n');
            gap = false;
        }
        text.append(arguments.length == 0 ? format : String.format(format, arguments))
                .append('\n');
    }

    public final boolean endsWith(String end) {
        return text.toString().endsWith(end);
    }

    public final String finish() {
        return text.toString();
    }
}
