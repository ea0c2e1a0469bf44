// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The classes that may travel besides those that an interface names. Decides by name, before anything is loaded.
 * Unmodifiable, except for the classes that an endpoint learns of later.
 */
public final class AllowedClasses {

    /** Of arrays that no interface names. Each such array is one more class that a peer may name and describe. */
    public static final int MAX_DIMENSIONS = 8;

    /** Allows the built-in classes only. */
    public static final AllowedClasses NONE = new AllowedClasses(Set.of(), Set.of(), Map.of(), new ClassSearch());

    /** The letters that stand for primitive types in the names of arrays. */
    private static final String PRIMITIVES = "ZBCSIJFD";

    /** The JDK's classes. Loads all of them, so it is asked last. No static initialiser: a failure may be temporary. */
    private static final class Named {

        private static volatile Named known;

        final Set<String> builtIn = new HashSet<>();

        /** Types that only a value of type Class may name: primitive types and supertypes of the built-in classes. */
        final Map<String, Class<?>> only = namedOnly();

        private Named() {
            for (Class<?> type : BuiltInClasses.all()) {
                builtIn.add(type.getName());
            }
        }

        static Named get() {
            Named named = known;
            if (named == null) {
                named = new Named();
                known = named;
            }
            return named;
        }
    }

    private final Set<String> names;
    private final Set<String> packages;
    private final Map<String, Class<?>> growing;

    /** Finds the classes that no list names. */
    private final ClassSearch search;

    private AllowedClasses(Set<String> names, Set<String> packages, Map<String, Class<?>> growing, ClassSearch search) {
        this.names = names;
        this.packages = packages;
        this.growing = growing;
        this.search = search;
    }

    /** Also allows {@code classes}. Does not check whether they can travel, which depends on how they are used. */
    public AllowedClasses with(Collection<Class<?>> classes) {
        Set<String> more = new TreeSet<>(names);
        for (Class<?> type : classes) {
            more.add(TravelRules.elementType(type).getName());
        }
        return new AllowedClasses(more, packages, growing, search);
    }

    /**
     * Also allows all classes of the package and of its subpackages.
     *
     * @throws IllegalArgumentException if the package is one of the JDK's
     */
    public AllowedClasses withPackage(String packageName) {
        if (packageName.isEmpty() || ofTheJdk(packageName + '.')) {
            throw new IllegalArgumentException(
                    "packageName=" + packageName + ": allow the classes of this package one by one");
        }
        Set<String> more = new TreeSet<>(packages);
        more.add(packageName);
        return new AllowedClasses(names, more, growing, new ClassSearch());
    }

    /** Also allows the classes that the map holds, by name, when asked. The map must be safe for use by any thread. */
    public AllowedClasses withGrowing(Map<String, Class<?>> classes) {
        return new AllowedClasses(names, packages, classes, search);
    }

    /** @param className as {@link Class#getName()} gives it; an array is allowed if its elements are */
    public boolean allows(String className) {
        String name = elementName(className);
        if (name.isEmpty() && !className.isEmpty() || isListed(name)) {
            return true;
        }
        if (ofTheJdk(name)) {
            return className.startsWith("[") && Named.get().only.containsKey(name);
        }
        for (String allowed : packages) { // a loop over dots would be as long as a name that a peer has made up
            if (name.startsWith(allowed) && name.startsWith(".", allowed.length())) {
                return true;
            }
        }
        return false;
    }

    private boolean isListed(String name) {
        return names.contains(name)
                || growing.containsKey(name)
                || ofTheJdk(name) && Named.get().builtIn.contains(name);
    }

    /**
     * Finds a class that the peer named, without initialising it.
     *
     * @throws ClassNotAllowed if it is not allowed, if this side does not have it, or if it cannot travel
     */
    public Class<?> load(String className, ClassLoader loader) {
        if (!allows(className)) {
            throw ClassNotAllowed.because(className);
        }
        Class<?> type = present(className, loader);
        if (RemoteTypes.isRemote(type)) {
            return type; // only a reference travels
        }
        if (RemoteTypes.isByReference(type) && !names.contains(className)) {
            throw new ClassNotAllowed(
                    className,
                    "its objects travel by reference: only if it is allowed by its own name can they be copied");
        }
        TravelRules.check(type);
        return type;
    }

    /** The allowed class of that name from the loader, else the one that an interface from another loader names. */
    Class<?> find(String className, ClassLoader loader) throws ClassNotFoundException {
        String name = elementName(className);
        int dimensions = className.lastIndexOf('[') + 1;
        if (dimensions > MAX_DIMENSIONS && !growing.containsKey(className)) {
            throw new ClassNotFoundException(className + " has more dimensions than " + MAX_DIMENSIONS);
        }
        try {
            return name.isEmpty() || isListed(name) || Named.get().only.containsKey(name)
                    ? Class.forName(className, false, loader)
                    : search.load(className, name, loader);
        } catch (ClassNotFoundException e) {
            Class<?> type = growing.get(name);
            if (type == null) {
                throw e;
            }
            for (int i = 0; i < dimensions; i++) {
                type = type.arrayType();
            }
            return type;
        }
    }

    private Class<?> present(String className, ClassLoader loader) {
        try {
            return find(className, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            ClassNotAllowed failure = new ClassNotAllowed(className, "this side does not have it");
            failure.initCause(e);
            throw failure;
        }
    }

    /** Whether a value of type Class may name the class: if allowed, above a built-in class, or a JDK exception. */
    boolean names(String className) {
        return allows(className)
                || Named.get().only.containsKey(elementName(className))
                || FilteredObjectInput.isOfJdkThrowables(elementName(className));
    }

    /**
     * Finds a class that the peer named as a value, without initialising it.
     *
     * @throws ClassNotAllowed if it is not allowed or if this side does not have it
     */
    Class<?> named(String className, ClassLoader loader) {
        Class<?> primitive = Named.get().only.get(className);
        if (primitive != null) {
            return primitive;
        }
        if (!names(className)) {
            throw ClassNotAllowed.because(className);
        }
        return present(className, loader);
    }

    boolean isPrimitive(String className) {
        Class<?> type = Named.get().only.get(className);
        return type != null && type.isPrimitive();
    }

    private static Map<String, Class<?>> namedOnly() {
        Map<String, Class<?>> named = new HashMap<>();
        for (Class<?> primitive : List.of(
                boolean.class,
                byte.class,
                char.class,
                short.class,
                int.class,
                long.class,
                float.class,
                double.class,
                void.class)) {
            named.put(primitive.getName(), primitive);
        }
        for (Class<?> type : BuiltInClasses.all()) {
            for (Class<?> parent : TravelRules.supertypes(type)) {
                if (parent != type) {
                    named.put(parent.getName(), parent);
                }
            }
        }
        return Map.copyOf(named);
    }

    /** The name of an array's elements, empty for primitive ones; {@code className} itself if it names no array. */
    static String elementName(String className) {
        int dimensions = 0;
        while (dimensions < className.length() && className.charAt(dimensions) == '[') {
            dimensions++;
        }
        if (dimensions > 0 && className.startsWith("L", dimensions) && className.endsWith(";")) {
            return className.substring(dimensions + 1, className.length() - 1);
        }
        boolean primitive = dimensions > 0
                && className.length() == dimensions + 1
                && PRIMITIVES.indexOf(className.charAt(dimensions)) >= 0;
        return primitive ? "" : className;
    }

    static boolean ofTheJdk(String name) {
        return name.startsWith("java.")
                || name.startsWith("javax.")
                || name.startsWith("jdk.")
                || name.startsWith("sun.")
                || name.startsWith("com.sun.");
    }
}
