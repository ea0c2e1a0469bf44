// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;

/**
 * One JSON object on a line, as all verbs write it, or one within such an object. The first member of a line is the version of the
 * format, in which no member is ever renamed.
 */
public final class JsonLine {

    private static final int VERSION = 1;

    private final StringWriter text = new StringWriter();
    private final JsonWriter json = new JsonWriter(text);

    /** A line of its own. */
    public JsonLine() {
        this(true);
    }

    private JsonLine(boolean versioned) {
        run(json::beginObject);
        if (versioned) {
            put("v", VERSION);
        }
    }

    /** An object within a line. */
    public static JsonLine member() {
        return new JsonLine(false);
    }

    public JsonLine put(String name, String value) {
        run(() -> json.name(name).value(value));
        return this;
    }

    public JsonLine put(String name, Number value) {
        run(() -> json.name(name).value(value));
        return this;
    }

    public JsonLine put(String name, boolean value) {
        run(() -> json.name(name).value(value));
        return this;
    }

    public JsonLine put(String name, Collection<String> values) {
        run(() -> {
            json.name(name).beginArray();
            for (String value : values) {
                json.value(value);
            }
            json.endArray();
        });
        return this;
    }

    /** An array of objects, each of which is complete. */
    public JsonLine putObjects(String name, Collection<JsonLine> members) {
        run(() -> {
            json.name(name).beginArray();
            for (JsonLine member : members) {
                json.jsonValue(member.toString());
            }
            json.endArray();
        });
        return this;
    }

    /** Without a line feed. To be called once, at the end. */
    @Override
    public String toString() {
        run(json::endObject);
        return text.toString();
    }

    private interface Step {
        void run() throws IOException;
    }

    private static void run(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a string takes everything
        }
    }
}
