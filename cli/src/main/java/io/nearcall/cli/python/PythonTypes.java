// SPDX-License-Identifier: Apache-2.0
package io.nearcall.cli.python;

import io.nearcall.cli.model.Description;
import io.nearcall.cli.model.TypeUse;
import io.nearcall.cli.model.TypeUse.Kind;
import io.nearcall.cli.model.ValueClass;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Annotations for Java's types, as peers/python reads them, and the modules that they need. */
final class PythonTypes {

    private static final Map<Class<?>, String> PRIMITIVES = Map.of(
            boolean.class, "bool",
            byte.class, "int",
            char.class, "str",
            short.class, "int",
            int.class, "int",
            long.class, "int",
            float.class, "float",
            double.class, "float");

    /** The annotations for numbers whose class is declared nowhere else. */
    private static final Map<Class<?>, String> BOXES = Map.of(
            boolean.class, "bool",
            byte.class, "nearcall.Byte",
            char.class, "nearcall.Char",
            short.class, "nearcall.Short",
            int.class, "nearcall.Int",
            long.class, "nearcall.Long",
            float.class, "nearcall.Float",
            double.class, "nearcall.Double");

    private static final Map<String, String> OF_THE_JDK = Map.ofEntries(
            Map.entry("java.math.BigInteger", "int"),
            Map.entry("java.math.BigDecimal", "decimal.Decimal"),
            Map.entry("java.util.UUID", "uuid.UUID"),
            Map.entry("java.net.URI", "str"),
            Map.entry("java.util.Currency", "str"),
            Map.entry("java.io.File", "str"),
            Map.entry("java.time.Duration", "datetime.timedelta"),
            Map.entry("java.time.Instant", "datetime.datetime"),
            Map.entry("java.time.LocalDate", "datetime.date"),
            Map.entry("java.time.LocalTime", "datetime.time"),
            Map.entry("java.time.LocalDateTime", "datetime.datetime"),
            Map.entry("java.time.OffsetTime", "datetime.time"),
            Map.entry("java.time.OffsetDateTime", "datetime.datetime"),
            Map.entry("java.time.ZonedDateTime", "datetime.datetime"),
            Map.entry("java.util.Date", "datetime.datetime"));

    private final Description description;
    private final Map<Class<?>, String> names;
    private final Set<String> modules = new TreeSet<>();
    private final Set<String> typing = new TreeSet<>();

    PythonTypes(Description description, Map<Class<?>, String> names) {
        this.description = description;
        this.names = names;
    }

    /** Returns modules that the annotations need, such as datetime. */
    Set<String> modules() {
        return modules;
    }

    /** Returns names of the module typing that the annotations need. */
    Set<String> typing() {
        return typing;
    }

    /** Returns the annotation of a parameter, result or member. Java declares its class. */
    String declared(TypeUse use) {
        return orNone(use, plain(use, true));
    }

    /** Returns the annotation of a future's value, whose class is declared nowhere. */
    String held(TypeUse use) {
        return orNone(use, argument(use));
    }

    private static String orNone(TypeUse use, String hint) {
        boolean open = hint.equals("Any") || hint.equals("None") || hint.endsWith(" | None");
        return use.nullable() && !open ? hint + " | None" : hint;
    }

    private String plain(TypeUse use, boolean declared) {
        return switch (use.kind()) {
            case VOID -> "None";
            case PRIMITIVE -> PRIMITIVES.get(use.raw());
            case BOX ->
                declared
                        ? PRIMITIVES.get(use.element().raw())
                        : BOXES.get(use.element().raw());
            case STRING -> "str";
            case ARRAY -> array(use, declared);
            case LIST -> "list[" + held(use.element()) + ']';
            case SET -> "set[" + held(use.element()) + ']';
            case MAP ->
                "dict[" + held(use.element()) + ", " + held(use.arguments().get(1)) + ']';
            case ENTRY ->
                "tuple[" + held(use.element()) + ", " + held(use.arguments().get(1)) + ']';
            case OPTIONAL -> annotated(use, held(use.element()) + " | None", declared);
            case OPTIONAL_PRIMITIVE ->
                annotated(use, PRIMITIVES.get(use.element().raw()) + " | None", declared);
            case JDK_VALUE -> jdk(use, declared);
            case ENUM, VALUE, REMOTE -> names.get(use.raw());
            case STREAM, PUBLISHER -> "nearcall.Stream[" + streamed(use.element()) + ']';
            case ANY -> any(use);
        };
    }

    private String argument(TypeUse use) {
        return plain(use, false);
    }

    /** Returns the annotation of a stream's elements. Those of an IntStream are boxed, too. */
    private String streamed(TypeUse element) {
        return element.kind() == Kind.PRIMITIVE ? BOXES.get(element.raw()) : held(element);
    }

    private String array(TypeUse use, boolean declared) {
        if (use.raw() == byte[].class) {
            return "bytes";
        }
        return annotated(use, "list[" + declared(use.element()) + ']', declared);
    }

    private String annotated(TypeUse use, String hint, boolean declared) {
        if (declared) {
            return hint;
        }
        typing.add("Annotated");
        return "Annotated[" + hint + ", nearcall.Java(\"" + use.raw().getName() + "\")]";
    }

    private String jdk(TypeUse use, boolean declared) {
        String hint = OF_THE_JDK.get(use.raw().getName());
        if (hint == null) {
            typing.add("Any");
            return "Any";
        }
        if (hint.indexOf('.') > 0) {
            modules.add(hint.substring(0, hint.indexOf('.')));
        }
        return annotated(use, hint, declared);
    }

    /** Returns Any, or those of the reached classes that a variable of the type can hold. */
    private String any(TypeUse use) {
        List<String> held = description.values().stream()
                .filter(value -> !value.type().isArray() && !value.builtIn())
                .map(ValueClass::type)
                .filter(type -> use.raw() != Object.class && use.raw().isAssignableFrom(type))
                .filter(type -> !TypeUse.isOfTheJdk(use.raw()))
                .map(names::get)
                .toList();
        if (held.isEmpty()) {
            typing.add("Any");
            return "Any";
        }
        return String.join(" | ", held);
    }
}
