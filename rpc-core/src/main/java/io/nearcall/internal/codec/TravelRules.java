// SPDX-License-Identifier: Apache-2.0
package io.nearcall.internal.codec;

import io.nearcall.codegen.Stub;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which kinds of classes can travel by value at all, whoever allows them. */
final class TravelRules {

    private TravelRules() {}

    /**
     * Why objects of exactly {@code type} cannot travel by value, as the end of a sentence; {@code null} if they can.
     * For an array the answer is that for its elements, whose type may be abstract or an interface.
     */
    static String fault(Class<?> type) {
        if (type.isArray()) {
            Class<?> element = elementType(type);
            return element.isPrimitive() || element == Object.class || isAbstract(element) ? null : fault(element);
        }
        if (BuiltInClasses.contains(type)) {
            return null;
        }
        if (Stub.class.isAssignableFrom(type)) {
            return "it is the stub of an object of another process";
        }
        if (isLambda(type)) {
            return "it is a lambda or a method reference, which is code and has no value to send";
        }
        if (type.isHidden()) {
            return "it is a hidden class, which the other side cannot find by name";
        }
        if (isProxy(type)) {
            return "it is a dynamic proxy, which is code and has no value to send";
        }
        if (type.isAnonymousClass()) {
            return "it is an anonymous class: give it a name, as a static nested or a top-level class";
        }
        if (type.isLocalClass() && !type.isRecord() && !type.isEnum()) {
            return "it is declared within a method: make it a static nested or a top-level class";
        }
        if (type.isMemberClass() && !Modifier.isStatic(type.getModifiers())) {
            return "it is an inner class, so the enclosing object would travel with it: make it static";
        }
        if (isAbstract(type)) {
            return "it is abstract or an interface: allow the classes that implement it";
        }
        if (ofTheJdk(type)) {
            return type.isEnum() && isPublicOfTheJdk(type) ? null : faultOfTheJdk(type);
        }
        Class<?> parent = foreignParent(type);
        if (parent != null && !JavaForm.isFormOf(type)) {
            return "it extends " + parent.getName() + ", whose fields are not accessible, and is not Serializable";
        }
        return null;
    }

    /** As {@link #fault}, for a class of the JDK. */
    static String faultOfTheJdk(Class<?> type) {
        if (RemoteTypes.isStreamed(type)) {
            return "its elements are fetched as they are consumed. It can be a parameter or the result of a method, but"
                    + " not part of a value or the result of a future";
        }
        if (type == URL.class) {
            return "its equals and hashCode look up host names: send a java.net.URI";
        }
        return "it is " + (type.isInterface() ? "an interface" : "a class")
                + " of the JDK that is more than a value,"
                + " or that Nearcall cannot write: send what it contains, in a class of your own"
                + (type.isInterface()
                        ? ", or mark it @ByRef, where it is a parameter or the result of the interface's method"
                        : "");
    }

    /** Compares the name first, because most processes need not load Proxy. */
    private static boolean isProxy(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        return parent != null && parent.getName().equals("java.lang.reflect.Proxy") && Proxy.isProxyClass(type);
    }

    private static boolean isPublicOfTheJdk(Class<?> type) {
        return Modifier.isPublic(type.getModifiers()) && type.getModule().isExported(type.getPackageName());
    }

    static void check(Class<?> type) {
        String fault = fault(type);
        if (fault != null) {
            throw new ClassNotAllowed(type.getName(), fault);
        }
    }

    static boolean ofTheJdk(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader == null || loader == ClassLoader.getPlatformClassLoader();
    }

    /** Whether it is a JDK collection class that callers know only by its interface, and that can have objects. */
    static boolean isHiddenInJavaUtil(Class<?> type) {
        return type.getClassLoader() == null
                && type.getPackageName().startsWith("java.util")
                && (type.getModifiers() & (Modifier.PUBLIC | Modifier.ABSTRACT)) == 0
                && !type.isHidden();
    }

    /** The type, its superclasses, and all interfaces that they implement or extend. */
    static Set<Class<?>> supertypes(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            addWithInterfaces(owner, found);
        }
        return found;
    }

    private static void addWithInterfaces(Class<?> type, Set<Class<?>> found) {
        if (found.add(type)) { // interfaces may share theirs, again and again
            for (Class<?> parent : type.getInterfaces()) {
                addWithInterfaces(parent, found);
            }
        }
    }

    static Class<?> elementType(Class<?> type) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        return element;
    }

    /**
     * Whether a variable of this type can only hold objects of exactly this class. Then the class need not be written.
     * Part of the protocol.
     */
    static boolean isExact(Class<?> type) {
        Class<?> element = elementType(type);
        return element.isEnum() || element.isPrimitive() || Modifier.isFinal(element.getModifiers());
    }

    /**
     * The fields that travel, in the order of the frame. In a record, these are the fields of the components. In another
     * class, they are all that are neither static nor transient: those of superclasses first, by name. Part of the
     * protocol.
     */
    static List<Field> members(Class<?> type) {
        if (type.isRecord()) {
            return components(type);
        }
        List<Field> members = new ArrayList<>();
        for (Class<?> owner = type; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
            List<Field> own = new ArrayList<>(Arrays.asList(owner.getDeclaredFields()));
            own.removeIf(field -> (field.getModifiers() & (Modifier.STATIC | Modifier.TRANSIENT)) != 0);
            own.sort((one, other) -> one.getName().compareTo(other.getName())); // comparing() makes one more lambda
            members.addAll(0, own);
        }
        return members;
    }

    private static List<Field> components(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            try {
                fields.add(type.getDeclaredField(component.getName()));
            } catch (NoSuchFieldException e) {
                throw new IllegalStateException(e);
            }
        }
        return fields;
    }

    private static boolean isAbstract(Class<?> type) {
        // An enum whose constants have bodies may be abstract, but has objects.
        return Modifier.isAbstract(type.getModifiers()) && !type.isEnum();
    }

    private static boolean isLambda(Class<?> type) {
        return type.isSynthetic() && (type.isHidden() || type.getName().contains("$$Lambda"));
    }

    /** The nearest superclass of the JDK, except Object, Record and Enum; null if there is none. */
    private static Class<?> foreignParent(Class<?> type) {
        for (Class<?> parent = type.getSuperclass(); parent != null; parent = parent.getSuperclass()) {
            if (parent == Object.class || parent == Record.class || parent == Enum.class) {
                return null;
            }
            if (ofTheJdk(parent)) {
                return parent;
            }
        }
        return null;
    }
}
