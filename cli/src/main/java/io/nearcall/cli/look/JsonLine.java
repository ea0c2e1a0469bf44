// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.look;

import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Collection;

/** One JSON object on a line. Its first member is the version of the format, in which no member is ever renamed. */
final class JsonLine {

    private static final int VERSION = 1;

    private final StringWriter text = new StringWriter();
    private final JsonWriter json = new JsonWriter(text);

    JsonLine() {
        run(json::beginObject);
        put("v", VERSION);
    }

    JsonLine put(String name, String value) {
        run(() -> json.name(name).value(value));
        return this;
    }

    JsonLine put(String name, Number value) {
        run(() -> json.name(name).value(value));
        return this;
    }

    JsonLine put(String name, boolean value) {
        run(() -> json.name(name).value(value));
        return this;
    }

    JsonLine put(String name, Collection<String> values) {
        run(() -> {
            json.name(name).beginArray();
            for (String value : values) {
                json.value(value);
            }
            json.endArray();
        });
        return this;
    }

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
