// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.value;

import com.google.gson.JsonElement;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import io.nearcall.cli.model.Refusal;
import io.nearcall.internal.codec.ReachableClasses;
import java.io.IOException;
import java.io.StringReader;
import java.lang.reflect.Type;

/** Reads an argument as it stands on the command line or in a file. */
public final class JsonText {

    private JsonText() {}

    /**
     * Reads one JSON value. If a text or a constant is needed, a word without quotes is accepted too.
     *
     * @throws Refusal if the text is neither
     */
    public static JsonElement parse(String text, Type type, String place) {
        Class<?> raw = ReachableClasses.erasure(type);
        try {
            JsonReader reader = new JsonReader(new StringReader(text));
            reader.setStrictness(Strictness.STRICT);
            JsonElement json = JsonParser.parseReader(reader);
            if (reader.peek() != JsonToken.END_DOCUMENT) {
                throw new JsonParseException("more follows behind the value");
            }
            boolean isWord = raw == String.class && json instanceof JsonPrimitive plain && !plain.isString();
            return isWord ? new JsonPrimitive(text) : json;
        } catch (JsonParseException | IOException | IllegalStateException e) {
            boolean quoted = text.startsWith("\"") || text.startsWith("{") || text.startsWith("[");
            if (!quoted && (raw.isEnum() || raw == char.class || raw == Character.class || TextValues.isRead(raw))) {
                return new JsonPrimitive(text);
            }
            throw new Refusal(place + ": this is not JSON: " + text + " (" + e.getMessage() + ")", e);
        }
    }
}
