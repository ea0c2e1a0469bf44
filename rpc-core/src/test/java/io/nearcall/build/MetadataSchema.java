// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** The rules of GraalVM's schema 1.2.0 for {@code reachability-metadata.json} that Nearcall's files use. */
final class MetadataSchema {

    private static final Pattern TYPE_NAME = Pattern.compile("[^.;\\[/]+(\\.[^.;\\[/]+)*(\\[])*");

    private static final Set<String> FLAGS = Set.of(
            "allDeclaredMethods",
            "allDeclaredFields",
            "allDeclaredConstructors",
            "allPublicMethods",
            "allPublicFields",
            "allPublicConstructors",
            "unsafeAllocated",
            "serializable",
            "jniAccessible");

    private final List<String> faults = new ArrayList<>();

    private MetadataSchema() {}

    /** What breaks the rules; empty if nothing does. */
    static List<String> faults(JsonObject file) {
        MetadataSchema schema = new MetadataSchema();
        schema.object(file, Set.of(), (key, value) -> {
            switch (key) {
                case "reflection" -> schema.each(value, schema::reflection);
                case "resources" -> schema.each(value, schema::resource);
                default -> schema.fault(key, value);
            }
        });
        return schema.faults;
    }

    /** Whether an entry may have this as a flag. */
    static boolean isFlag(String name) {
        return FLAGS.contains(name);
    }

    private void fault(String key, JsonElement value) {
        faults.add(key + ": " + value);
    }

    private void object(JsonElement element, Set<String> required, BiConsumer<String, JsonElement> member) {
        if (!(element instanceof JsonObject object) || !object.keySet().containsAll(required)) {
            fault("no object with " + required, element);
            return;
        }
        object.asMap().forEach(member);
    }

    private void each(JsonElement element, Consumer<JsonElement> check) {
        if (element instanceof JsonArray array) {
            array.forEach(check);
        } else {
            fault("no array", element);
        }
    }

    private void reflection(JsonElement entry) {
        object(entry, Set.of("type"), (key, value) -> {
            switch (key) {
                case "type" -> typeName(value);
                case "methods" -> each(value, this::method);
                case "fields" -> each(value, this::field);
                default -> {
                    if (!FLAGS.contains(key) || !(value instanceof JsonPrimitive flag) || !flag.isBoolean()) {
                        fault(key, value);
                    }
                }
            }
        });
    }

    private void method(JsonElement method) {
        object(method, Set.of("name", "parameterTypes"), (key, value) -> {
            switch (key) {
                case "name" -> text(value);
                case "parameterTypes" -> each(value, this::typeName);
                default -> fault(key, value);
            }
        });
    }

    private void field(JsonElement field) {
        object(field, Set.of("name"), (key, value) -> {
            if (key.equals("name")) {
                text(value);
            } else {
                fault(key, value);
            }
        });
    }

    private void resource(JsonElement resource) {
        object(resource, Set.of("glob"), (key, value) -> {
            if (key.equals("glob") || key.equals("module")) {
                text(value);
            } else {
                fault(key, value);
            }
        });
    }

    private void text(JsonElement value) {
        if (!(value instanceof JsonPrimitive text) || !text.isString()) {
            fault("no text", value);
        }
    }

    private void typeName(JsonElement value) {
        text(value);
        if (!TYPE_NAME.matcher(value.getAsString()).matches()) {
            fault("no name of a type", value);
        }
    }
}
