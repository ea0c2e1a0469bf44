// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.cpp;

/** The text of a header, which knows in which namespace it is. */
final class CppText {

    private final StringBuilder text = new StringBuilder();
    private String namespace = "";
    private boolean gap;

    /** Goes on in that namespace, or outside of all. */
    void in(String wanted) {
        if (wanted.equals(namespace)) {
            return;
        }
        close();
        if (!wanted.isEmpty()) {
            gap();
            line("namespace %s {", wanted);
            gap();
        }
        namespace = wanted;
    }

    /** Leaves a line empty before the next one. */
    void gap() {
        gap = true;
    }

    void line(String format, Object... arguments) {
        if (gap) {
            text.append('\n');
            gap = false;
        }
        text.append(arguments.length == 0 ? format : String.format(format, arguments))
                .append('\n');
    }

    boolean endsWith(String end) {
        return text.toString().endsWith(end);
    }

    private void close() {
        gap();
        if (!namespace.isEmpty()) {
            line("} // namespace %s", namespace);
            gap();
        }
    }

    String finish() {
        return text.toString();
    }
}
