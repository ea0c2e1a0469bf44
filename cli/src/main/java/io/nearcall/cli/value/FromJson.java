// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.value;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import io.nearcall.cli.model.Refusal;
import io.nearcall.internal.codec.RemoteTypes;
import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Makes arguments from JSON. */
public final class FromJson {

    /** The member that names the class of an object, where the declared type leaves the class open. */
    static final String TYPE = "@type";

    /** The member that holds the value of an object that has no members. */
    static final String VALUE = "value";

    private final ClassLoader loader;

    /** @param loader finds the classes that JSON names */
    public FromJson(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Makes a value.
     *
     * @param place where the value stands, for messages
     * @throws Refusal if the JSON is no value of the type; the message says where
     */
    public Object value(JsonElement json, Type type, String place) {
        return value(json, Types.of(type), place);
    }

    private Object value(JsonElement json, Types type, String place) {
        Class<?> raw = type.raw();
        if (raw == Optional.class) {
            return json.isJsonNull() ? Optional.empty() : Optional.of(value(json, type.argument(0), place));
        }
        if (RemoteTypes.isStreamed(raw)) {
            return streamed(json, type, place);
        }
        if (json.isJsonNull()) {
            return none(raw, place);
        }
        if (json instanceof JsonObject object && object.has(TYPE)) {
            return named(object, type, place);
        }
        if (raw.isArray()) {
            return array(json, type, place);
        }
        Object plain = plain(json, raw, place);
        if (plain != null) {
            return plain;
        }
        Object container = new JsonContainers(this::value).read(json, type, place);
        return container != null ? container : object(json, type, place);
    }

    private static Object none(Class<?> raw, String place) {
        if (raw == OptionalInt.class) {
            return OptionalInt.empty();
        }
        if (raw == OptionalLong.class) {
            return OptionalLong.empty();
        }
        if (raw == OptionalDouble.class) {
            return OptionalDouble.empty();
        }
        if (raw.isPrimitive() && raw != void.class) {
            throw JsonMismatch.at(place, "null is no " + raw);
        }
        return null;
    }

    /** Returns null if values of the type are made in another way. */
    private Object plain(JsonElement json, Class<?> raw, String place) {
        if (raw.isEnum()) {
            return constant(json, raw, place);
        }
        if (JsonNumbers.isNumber(raw)) {
            return JsonNumbers.read(json, raw, place);
        }
        if (raw == boolean.class || raw == Boolean.class || raw == AtomicBoolean.class) {
            if (!(json instanceof JsonPrimitive truth) || !truth.isBoolean()) {
                throw JsonMismatch.at(place, "a boolean is true or false, not " + json);
            }
            return raw == AtomicBoolean.class ? new AtomicBoolean(truth.getAsBoolean()) : truth.getAsBoolean();
        }
        if (raw == char.class || raw == Character.class) {
            String text = text(json, raw, place);
            if (text.length() != 1) {
                throw JsonMismatch.at(place, "a char is a text of one character, not " + json);
            }
            return text.charAt(0);
        }
        if (raw == OptionalInt.class) {
            return OptionalInt.of((int) JsonNumbers.read(json, int.class, place));
        }
        if (raw == OptionalLong.class) {
            return OptionalLong.of((long) JsonNumbers.read(json, long.class, place));
        }
        if (raw == OptionalDouble.class) {
            return OptionalDouble.of((double) JsonNumbers.read(json, double.class, place));
        }
        if (raw == AtomicInteger.class) {
            return new AtomicInteger((int) JsonNumbers.read(json, int.class, place));
        }
        if (raw == AtomicLong.class) {
            return new AtomicLong((long) JsonNumbers.read(json, long.class, place));
        }
        if (raw == BitSet.class) {
            BitSet bits = new BitSet();
            elements(json, raw, place).forEach(each -> bits.set((int) JsonNumbers.read(each, int.class, place)));
            return bits;
        }
        if (raw == Class.class) {
            return find(text(json, raw, place), place);
        }
        if (TextValues.isRead(raw)) {
            String text = text(json, raw, place);
            try {
                return TextValues.read(raw, text);
            } catch (RuntimeException e) {
                throw JsonMismatch.at(place, json + " is no " + raw.getSimpleName() + ": " + e.getMessage());
            }
        }
        boolean open =
                raw == Object.class || raw == CharSequence.class || raw == Comparable.class || raw == Number.class;
        return open && json instanceof JsonPrimitive primitive ? anything(primitive, place) : null;
    }

    private static Object anything(JsonPrimitive json, String place) {
        if (json.isBoolean()) {
            return json.getAsBoolean();
        }
        return json.isString() ? json.getAsString() : JsonNumbers.natural(json);
    }

    private static Object constant(JsonElement json, Class<?> type, String place) {
        String name = text(json, type, place);
        for (Object each : type.getEnumConstants()) {
            if (((Enum<?>) each).name().equals(name)) {
                return each;
            }
        }
        throw JsonMismatch.at(
                place,
                "there is no " + json + "; " + type.getSimpleName() + " has "
                        + Arrays.toString(type.getEnumConstants()));
    }

    private static String text(JsonElement json, Class<?> type, String place) {
        if (json instanceof JsonPrimitive text
                && (text.isString() || text.isNumber() && Number.class.isAssignableFrom(type))) {
            return text.getAsString();
        }
        throw JsonMismatch.at(place, "a text is needed for " + type.getSimpleName() + ", not " + json);
    }

    static JsonArray elements(JsonElement json, Class<?> type, String place) {
        if (json instanceof JsonArray array) {
            return array;
        }
        throw JsonMismatch.at(place, "an array is needed for " + type.getSimpleName() + ", not " + json);
    }

    private Object array(JsonElement json, Types type, String place) {
        if (type.raw() == byte[].class && json instanceof JsonPrimitive text && text.isString()) {
            try {
                return Base64.getDecoder().decode(text.getAsString());
            } catch (IllegalArgumentException e) {
                throw JsonMismatch.at(place, "bytes are an array of numbers or a text in Base64: " + e.getMessage());
            }
        }
        JsonArray elements = elements(json, type.raw(), place);
        Object array = Array.newInstance(type.raw().getComponentType(), elements.size());
        for (int i = 0; i < elements.size(); i++) {
            Array.set(array, i, value(elements.get(i), type.component(), place + '[' + i + ']'));
        }
        return array;
    }

    private Object streamed(JsonElement json, Types type, String place) {
        if (json.isJsonNull()) {
            return null;
        }
        Class<?> raw = type.raw();
        JsonArray elements = elements(json, raw, place);
        Types element = raw == IntStream.class
                ? Types.of(int.class)
                : raw == LongStream.class
                        ? Types.of(long.class)
                        : raw == DoubleStream.class ? Types.of(double.class) : type.argument(0);
        List<Object> values = new ArrayList<>();
        for (JsonElement each : elements) {
            values.add(value(each, element, place + '[' + values.size() + ']'));
        }
        if (raw == Iterator.class) {
            return values.iterator();
        }
        if (raw == Stream.class) {
            return values.stream();
        }
        if (raw == IntStream.class) {
            return values.stream().mapToInt(each -> (int) each);
        }
        if (raw == LongStream.class) {
            return values.stream().mapToLong(each -> (long) each);
        }
        return raw == DoubleStream.class
                ? values.stream().mapToDouble(each -> (double) each)
                : (Flow.Publisher<Object>)
                        subscriber -> subscriber.onSubscribe(new ListSubscription(values, subscriber));
    }

    private Object named(JsonObject json, Types type, String place) {
        Class<?> named = find(text(json.get(TYPE), String.class, place + '.' + TYPE), place);
        if (!type.raw().isAssignableFrom(named)) {
            throw JsonMismatch.at(
                    place, named.getName() + " is no " + type.raw().getName());
        }
        if (json.has(VALUE) && json.size() == 2 && (isOfJdk(named) || named.isEnum() || named.isArray())) {
            return value(json.get(VALUE), Types.of(named), place);
        }
        JsonObject members = json.deepCopy();
        members.remove(TYPE);
        return object(members, named == type.raw() ? type : Types.of(named), place);
    }

    /** Some modules of the JDK, such as {@code java.sql}, do not have the boot class loader. */
    private static boolean isOfJdk(Class<?> type) {
        return type.getClassLoader() == null || type.getClassLoader() == ClassLoader.getPlatformClassLoader();
    }

    private Class<?> find(String name, String place) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw JsonMismatch.at(place, "the interface of the service reaches no class " + name);
        }
    }

    private Object object(JsonElement json, Types type, String place) {
        Class<?> raw = type.raw();
        if (RemoteTypes.isRemote(raw) || RemoteTypes.isByReference(raw)) {
            throw JsonMismatch.at(
                    place, raw.getSimpleName() + " is passed by reference, which JSON cannot do; only null can be");
        }
        if (raw.isInterface() || Modifier.isAbstract(raw.getModifiers())) {
            throw JsonMismatch.at(
                    place,
                    "name the class of the object, as in {\"" + TYPE + "\": ...}: " + raw.getName()
                            + " has no objects of its own");
        }
        if (isOfJdk(raw)) {
            throw JsonMismatch.at(place, raw.getName() + " has no form in JSON here");
        }
        if (!(json instanceof JsonObject object)) {
            throw JsonMismatch.at(place, "an object is needed for " + raw.getSimpleName() + ", not " + json);
        }
        List<Types.Member> members = type.members();
        Map<String, Object> values = new LinkedHashMap<>();
        for (Map.Entry<String, JsonElement> each : object.entrySet()) {
            Types.Member member = members.stream()
                    .filter(one -> one.name().equals(each.getKey()))
                    .findFirst()
                    .orElseThrow(() -> JsonMismatch.at(
                            place,
                            raw.getSimpleName() + " has no member " + each.getKey() + "; it has "
                                    + members.stream().map(Types.Member::name).toList()));
            values.put(each.getKey(), value(each.getValue(), member.type(), place + '.' + each.getKey()));
        }
        return new Instances(raw).make(members, values);
    }
}
