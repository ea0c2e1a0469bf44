// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.value;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingDeque;

/** Makes collections and maps from JSON. */
final class JsonContainers {

    /** Classes for types that have no objects of their own. The first class that fits is taken. */
    private static final List<Class<?>> CHOICES = List.of(
            ArrayList.class,
            LinkedHashSet.class,
            TreeSet.class,
            ArrayDeque.class,
            LinkedBlockingDeque.class,
            LinkedHashMap.class,
            TreeMap.class,
            ConcurrentHashMap.class,
            ConcurrentSkipListMap.class);

    /** Makes the elements. */
    interface Values {
        Object value(JsonElement json, Types type, String place);
    }

    private final Values values;

    JsonContainers(Values values) {
        this.values = values;
    }

    /** Returns null if the type is not a container. */
    Object read(JsonElement json, Types type, String place) {
        Class<?> raw = type.raw();
        if (raw == Map.Entry.class) {
            return entry(json, type, place);
        }
        if (raw == Object.class) {
            return json instanceof JsonArray
                    ? collection(new ArrayList<>(), json, type, place)
                    : map(new LinkedHashMap<>(), json, type, place);
        }
        if (raw.getClassLoader() != null) {
            return null;
        }
        if (EnumSet.class.isAssignableFrom(raw)) {
            return collection(enumSet(type, place), json, type, place);
        }
        Object made = raw == EnumMap.class ? enumMap(type, place) : empty(raw);
        if (made instanceof Collection<?> collection) {
            return collection(collection, json, type, place);
        }
        return made instanceof Map<?, ?> map ? map(map, json, type, place) : null;
    }

    private static Object empty(Class<?> raw) {
        if (!Iterable.class.isAssignableFrom(raw) && !Map.class.isAssignableFrom(raw)) {
            return null;
        }
        for (Class<?> choice : CHOICES) {
            if (raw.isAssignableFrom(choice)) {
                return make(choice);
            }
        }
        return make(raw);
    }

    private static Object make(Class<?> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            return null; // the caller knows the place and reports the failure
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Collection<?> enumSet(Types type, String place) {
        return EnumSet.noneOf((Class) requireEnum(type.argument(0), place));
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private static Object enumMap(Types type, String place) {
        return new EnumMap((Class) requireEnum(type.argument(0), place));
    }

    private static Class<?> requireEnum(Types type, String place) {
        if (!type.raw().isEnum()) {
            throw JsonMismatch.at(place, "the declaration does not name the enum of the constants");
        }
        return type.raw();
    }

    @SuppressWarnings("unchecked")
    private Object collection(Collection<?> empty, JsonElement json, Types type, String place) {
        Collection<Object> made = (Collection<Object>) empty;
        int index = 0;
        for (JsonElement each : FromJson.elements(json, type.raw(), place)) {
            made.add(values.value(each, type.argument(0), place + '[' + index++ + ']'));
        }
        return made;
    }

    /** Makes a map from an object whose keys are texts, or from an array of pairs. */
    @SuppressWarnings("unchecked")
    private Object map(Map<?, ?> empty, JsonElement json, Types type, String place) {
        Map<Object, Object> made = (Map<Object, Object>) empty;
        if (json instanceof JsonObject object) {
            object.entrySet()
                    .forEach(each -> made.put(
                            key(each.getKey(), type.argument(0), place),
                            values.value(each.getValue(), type.argument(1), place + '.' + each.getKey())));
            return made;
        }
        for (JsonElement each : FromJson.elements(json, type.raw(), place)) {
            if (!(each instanceof JsonArray pair) || pair.size() != 2) {
                throw JsonMismatch.at(
                        place, "a map is an object, or an array of arrays of a key and its value; not " + each);
            }
            made.put(
                    values.value(pair.get(0), type.argument(0), place + ", key"),
                    values.value(pair.get(1), type.argument(1), place + ", value"));
        }
        return made;
    }

    private Object key(String key, Types type, String place) {
        Class<?> raw = type.raw();
        String of = place + ", key \"" + key + '"';
        if (JsonNumbers.isNumber(raw)) {
            try {
                return JsonNumbers.read(new JsonPrimitive(new java.math.BigDecimal(key)), raw, of);
            } catch (NumberFormatException e) {
                throw JsonMismatch.at(of, "a number is needed");
            }
        }
        JsonPrimitive text =
                raw == Boolean.class ? new JsonPrimitive(Boolean.parseBoolean(key)) : new JsonPrimitive(key);
        return values.value(text, type, of);
    }

    private Object entry(JsonElement json, Types type, String place) {
        if (!(json instanceof JsonObject object) || !object.has("key") || !object.has("value")) {
            throw JsonMismatch.at(place, "an entry is {\"key\": ..., \"value\": ...}, not " + json);
        }
        return new java.util.AbstractMap.SimpleEntry<>(
                values.value(object.get("key"), type.argument(0), place + ".key"),
                values.value(object.get("value"), type.argument(1), place + ".value"));
    }
}
