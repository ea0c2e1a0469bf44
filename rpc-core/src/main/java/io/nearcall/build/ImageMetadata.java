// SPDX-License-Identifier: Apache-2.0
package io.nearcall.build;

import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.ObjectInstantiator;
import io.nearcall.codegen.MemberCodec;
import io.nearcall.codegen.RemoteTarget;
import io.nearcall.internal.codec.ReachableClasses;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Tells GraalVM's {@code native-image} what the runtime finds by name or by reflection because of one interface: its
 * stub and skeleton, and its values with their codecs.
 */
final class ImageMetadata {

    /*
     * Each interface has a file of its own. A build that generates one interface at a time, or some of them again, need
     * not merge files. Several files may name one class.
     *
     * No entry has a condition. The condition "typeReached" is met when a class is initialised, and a program that
     * passes Greetings.class to lookup does not initialise that class.
     */

    private static final String DIRECTORY = "META-INF/native-image/io.nearcall.stubs/";
    private static final String FILE = "/reachability-metadata.json";

    private static final String FIELDS = flag("allDeclaredFields");
    private static final String METHODS = flag("allDeclaredMethods");
    private static final String CONSTRUCTORS = flag("allDeclaredConstructors");
    private static final String PUBLIC_METHODS = flag("allPublicMethods");
    private static final String ALLOCATED = flag("unsafeAllocated");
    private static final String SERIALIZABLE = flag("serializable");

    /** The attributes of each type, by its name. */
    private final SortedMap<String, String> entries = new TreeMap<>();

    private ImageMetadata(Class<?> remoteInterface, Collection<String> generated, ValueCodecs codecs) {
        addInterface(remoteInterface);
        for (String name : generated) {
            entries.put(name, name.endsWith("Stub") ? constructor(RemoteTarget.class) : constructor());
        }
        ReachableClasses reached = ReachableClasses.ofInterface(remoteInterface);
        for (Class<?> type : reached.classes().values()) {
            addValue(type);
            String codec = type.getName() + MemberCodec.SUFFIX;
            if (codecs.of(type.getNestHost().getName()).containsKey(codec)) {
                entries.put(codec, constructor(MemberCodec.Rules.class, ObjectInstantiator.class, Class[].class));
            }
        }
        for (Class<?> type : reached.throwables().values()) {
            addWithParents(type, FIELDS + CONSTRUCTORS + SERIALIZABLE);
        }
    }

    /**
     * Returns the content of the file of one interface.
     *
     * @param generated the names of its stub and its skeleton
     * @param codecs includes the codecs of its values
     */
    static String text(Class<?> remoteInterface, Collection<String> generated, ValueCodecs codecs) {
        return new ImageMetadata(remoteInterface, generated, codecs).text();
    }

    /** Returns the path of the interface's file on the class path. */
    static String path(Class<?> remoteInterface) {
        return DIRECTORY + remoteInterface.getName() + FILE;
    }

    private void addInterface(Class<?> type) {
        entries.put(type.getName(), PUBLIC_METHODS);
        for (Class<?> parent : type.getInterfaces()) {
            addInterface(parent);
        }
    }

    /** Serialisable values may also be fields of exceptions, and of classes with a serialised form of their own. */
    private void addValue(Class<?> type) {
        if (type.isInterface()) {
            addInterface(type);
        } else if (type.isArray()) {
            entries.put(arrayName(type), ALLOCATED);
        } else if (type.isEnum()) {
            add(type, FIELDS + SERIALIZABLE);
        } else {
            addWithParents(type, FIELDS + METHODS + CONSTRUCTORS + ALLOCATED + SERIALIZABLE);
        }
        addSealed(type);
    }

    /** Adds sealed parents: the declared type of a value may be sealed, and is then asked for its subclasses. */
    private void addSealed(Class<?> type) {
        List<Class<?>> parents = new ArrayList<>(List.of(type.getInterfaces()));
        if (type.getSuperclass() != null) {
            parents.add(type.getSuperclass());
        }
        for (Class<?> parent : parents) {
            if (parent.isSealed()) {
                entries.putIfAbsent(parent.getName(), "");
            }
            addSealed(parent);
        }
    }

    /**
     * Adds a class and its superclasses: they have fields that travel, and methods that define how a class is
     * serialised. Superclasses of the JDK have neither.
     */
    private void addWithParents(Class<?> type, String flags) {
        for (Class<?> each = type; each != null && each.getClassLoader() != null; each = each.getSuperclass()) {
            boolean serializable = Serializable.class.isAssignableFrom(each);
            add(each, serializable ? flags : flags.replace(SERIALIZABLE, ""));
        }
    }

    /** Adds flags to a type. The flags that it already has, as a superclass of another class, stay. */
    private void add(Class<?> type, String flags) {
        String known = entries.getOrDefault(type.getName(), "");
        StringBuilder all = new StringBuilder(known);
        for (String flag : List.of(FIELDS, METHODS, CONSTRUCTORS, ALLOCATED, SERIALIZABLE)) {
            all.append(flags.contains(flag) && !known.contains(flag) ? flag : "");
        }
        entries.put(type.getName(), all.toString());
    }

    private static String arrayName(Class<?> type) {
        return type.isArray() ? arrayName(type.getComponentType()) + "[]" : type.getName();
    }

    private static String flag(String name) {
        return ", \"" + name + "\": true";
    }

    private static String constructor(Class<?>... parameters) {
        StringJoiner types = new StringJoiner(", ", "[", "]");
        for (Class<?> parameter : parameters) {
            types.add(quoted(arrayName(parameter)));
        }
        return ", \"methods\": [{\"name\": \"<init>\", \"parameterTypes\": " + types + "}]";
    }

    private static String quoted(String name) {
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private String text() {
        StringJoiner lines = new StringJoiner(",\n", "{\n  \"reflection\": [\n", "\n  ]\n}\n");
        entries.forEach((type, rest) -> lines.add("    {\"type\": " + quoted(type) + rest + "}"));
        return lines.toString();
    }
}
