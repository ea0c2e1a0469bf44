// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.value;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.nearcall.cli.model.Refusal;
import io.nearcall.codegen.Stub;
import io.nearcall.internal.codec.RemoteTypes;
import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Base64;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** Makes JSON from results. */
public final class ToJson {

    /** The greatest depth. A list that contains itself would have no end. */
    private static final int DEEPEST = 200;

    private ToJson() {}

    /** @param type the declared type; an object of another class is written with the name of its class */
    public static JsonElement of(Object value, Type type) {
        return of(value, Types.of(type), 0);
    }

    private static JsonElement of(Object value, Types type, int depth) {
        if (depth > DEEPEST) {
            throw new Refusal("The result is nested too deeply for JSON, or contains itself.");
        }
        if (value == null) {
            return JsonNull.INSTANCE;
        }
        JsonElement plain = plain(value, type, depth);
        if (plain != null) {
            return plain;
        }
        if (value instanceof Stub) {
            return reference(value);
        }
        if (value instanceof Throwable thrown) {
            return thrown(thrown, depth);
        }
        Class<?> actual = value.getClass();
        if (actual.getClassLoader() == null || actual.getClassLoader() == ClassLoader.getPlatformClassLoader()) {
            return new JsonPrimitive(value.toString()); // a JDK value without a form of its own
        }
        JsonObject made = new JsonObject();
        boolean open = type.raw() != actual && !Modifier.isFinal(type.raw().getModifiers());
        if (open) {
            made.addProperty(FromJson.TYPE, actual.getName());
        }
        for (Types.Member member : (open ? Types.of(actual) : type).members()) {
            made.add(member.name(), of(get(member, value), member.type(), depth + 1));
        }
        return made;
    }

    private static Object get(Types.Member member, Object owner) {
        try {
            return member.field().get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e); // cannot happen: it was made accessible
        }
    }

    private static JsonElement plain(Object value, Types type, int depth) {
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return Double.isFinite(number) ? new JsonPrimitive((Number) value) : new JsonPrimitive(value.toString());
        }
        if (value instanceof Number number) {
            return new JsonPrimitive(number);
        }
        if (value instanceof Boolean truth) {
            return new JsonPrimitive(truth);
        }
        if (value instanceof AtomicBoolean truth) {
            return new JsonPrimitive(truth.get());
        }
        if (value instanceof Character character) {
            return new JsonPrimitive(character.toString());
        }
        if (value instanceof Enum<?> constant) {
            return new JsonPrimitive(constant.name());
        }
        String text = TextValues.write(value);
        if (text != null) {
            return named(value, type, new JsonPrimitive(text));
        }
        return value instanceof byte[] bytes
                ? new JsonPrimitive(Base64.getEncoder().encodeToString(bytes))
                : container(value, type, depth);
    }

    /** Adds the class to a text where any object is possible, unless the value is a String. */
    private static JsonElement named(Object value, Types type, JsonElement text) {
        if (type.raw() != Object.class || value instanceof String) {
            return text;
        }
        JsonObject made = new JsonObject();
        made.addProperty(FromJson.TYPE, TextValues.typeOf(value).getName());
        made.add(FromJson.VALUE, text);
        return made;
    }

    private static JsonElement container(Object value, Types type, int depth) {
        if (value instanceof Optional<?> optional) {
            return of(optional.orElse(null), type.argument(0), depth + 1);
        }
        if (value instanceof AtomicReference<?> reference) {
            return of(reference.get(), type.argument(0), depth + 1);
        }
        if (value instanceof OptionalInt optional) {
            return optional.isPresent() ? new JsonPrimitive(optional.getAsInt()) : JsonNull.INSTANCE;
        }
        if (value instanceof OptionalLong optional) {
            return optional.isPresent() ? new JsonPrimitive(optional.getAsLong()) : JsonNull.INSTANCE;
        }
        if (value instanceof OptionalDouble optional) {
            return optional.isPresent() ? of(optional.getAsDouble(), Types.of(double.class), depth) : JsonNull.INSTANCE;
        }
        if (value instanceof Map<?, ?> map) {
            return map(map, type, depth);
        }
        if (value instanceof Map.Entry<?, ?> entry) {
            JsonObject made = new JsonObject();
            made.add("key", of(entry.getKey(), type.argument(0), depth + 1));
            made.add("value", of(entry.getValue(), type.argument(1), depth + 1));
            return made;
        }
        JsonArray array = new JsonArray();
        if (value.getClass().isArray()) {
            Types component = type.raw().isArray()
                    ? type.component()
                    : Types.of(value.getClass().getComponentType());
            for (int i = 0; i < Array.getLength(value); i++) {
                array.add(of(Array.get(value, i), component, depth + 1));
            }
            return array;
        }
        if (value instanceof BitSet bits) {
            bits.stream().forEach(array::add);
            return array;
        }
        if (value instanceof Iterable<?> elements) {
            elements.forEach(each -> array.add(of(each, type.argument(0), depth + 1)));
            return array;
        }
        return null;
    }

    private static JsonElement map(Map<?, ?> map, Types type, int depth) {
        boolean texts = map.keySet().stream().allMatch(ToJson::isText);
        JsonObject object = new JsonObject();
        JsonArray pairs = new JsonArray();
        map.forEach((key, value) -> {
            JsonElement made = of(value, type.argument(1), depth + 1);
            if (texts) {
                String text = key instanceof Enum<?> constant ? constant.name() : TextValues.write(key);
                object.add(text != null ? text : key.toString(), made);
            } else {
                JsonArray pair = new JsonArray();
                pair.add(of(key, type.argument(0), depth + 1));
                pair.add(made);
                pairs.add(pair);
            }
        });
        return texts ? object : pairs;
    }

    private static boolean isText(Object key) {
        return key instanceof Enum
                || key instanceof Number
                || key instanceof Boolean
                || key instanceof Character
                || key != null && TextValues.write(key) != null;
    }

    /** Describes a reference, which cannot be called from JSON. */
    private static JsonElement reference(Object stub) {
        JsonArray interfaces = new JsonArray();
        RemoteTypes.of(stub.getClass()).forEach(type -> interfaces.add(type.getName()));
        JsonObject made = new JsonObject();
        made.add("@reference", interfaces);
        return made;
    }

    private static JsonElement thrown(Throwable thrown, int depth) {
        JsonObject made = new JsonObject();
        made.addProperty(FromJson.TYPE, thrown.getClass().getName());
        made.addProperty("message", thrown.getMessage());
        if (thrown.getCause() != null) {
            made.add("cause", of(thrown.getCause(), Types.of(Throwable.class), depth + 1));
        }
        return made;
    }
}
