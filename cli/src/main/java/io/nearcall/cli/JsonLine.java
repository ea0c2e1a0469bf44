// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import java.util.Collection;

/**
 * One JSON object on a line, or an object within such an object. All verbs write these lines. The first member of a
 * line is the version of the format. Within a version no member is ever renamed.
 */
public final class JsonLine {

    /* Written by hand, because a JSON library would take a good part of the whole time of `ls`. */

    private static final int VERSION = 1;
    private static final String HEX = "0123456789abcdef";

    private final StringBuilder text = new StringBuilder("{");

    /** Begins an object that is a line of its own. */
    public JsonLine() {
        this(true);
    }

    private JsonLine(boolean versioned) {
        if (versioned) {
            put("v", VERSION);
        }
    }

    /** Begins an object within a line. */
    public static JsonLine member() {
        return new JsonLine(false);
    }

    /** @param value null is written as JSON null */
    public JsonLine put(String name, String value) {
        appendName(name);
        append(value);
        return this;
    }

    /** @throws IllegalArgumentException if JSON cannot express the number */
    public JsonLine put(String name, Number value) {
        if (!Double.isFinite(value.doubleValue())) {
            throw new IllegalArgumentException(name + "=" + value + " is no number of JSON");
        }
        appendName(name);
        text.append(value);
        return this;
    }

    public JsonLine put(String name, boolean value) {
        appendName(name);
        text.append(value);
        return this;
    }

    public JsonLine put(String name, Collection<String> values) {
        appendName(name);
        text.append('[');
        boolean first = true;
        for (String value : values) {
            if (!first) {
                text.append(',');
            }
            first = false;
            append(value);
        }
        text.append(']');
        return this;
    }

    /** Adds an array of objects. */
    public JsonLine putObjects(String name, Collection<JsonLine> members) {
        appendName(name);
        text.append('[');
        boolean first = true;
        for (JsonLine member : members) {
            if (!first) {
                text.append(',');
            }
            first = false;
            text.append(member);
        }
        text.append(']');
        return this;
    }

    private void appendName(String name) {
        if (text.length() > 1) {
            text.append(',');
        }
        append(name);
        text.append(':');
    }

    private void append(String value) {
        if (value == null) {
            text.append("null");
            return;
        }
        text.append('"');
        int length = value.length();
        for (int i = 0; i < length; i += Character.charCount(value.codePointAt(i))) {
            appendCharacter(value.codePointAt(i));
        }
        text.append('"');
    }

    private void appendCharacter(int c) {
        switch (c) {
            case '"', '\\' -> text.append('\\').append((char) c);
            case '\n' -> text.append("\\n");
            case '\r' -> text.append("\\r");
            case '\t' -> text.append("\\t");
            default -> {
                if (isPlain(c)) {
                    text.appendCodePoint(c);
                } else {
                    text.append("\\u");
                    for (int shift = 12; shift >= 0; shift -= 4) {
                        text.append(HEX.charAt(c >>> shift & 0xf));
                    }
                }
            }
        }
    }

    /** Returns false for what a terminal obeys, for line ends of some readers, and for half a pair of surrogates. */
    private static boolean isPlain(int c) {
        boolean control = c < ' ' || c >= 0x7f && c <= 0x9f;
        return !control && c != 0x2028 && c != 0x2029 && (c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE);
    }

    /** Returns the text without a line feed. */
    @Override
    public String toString() {
        return text + "}";
    }
}
